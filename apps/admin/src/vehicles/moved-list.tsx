import type { VehicleRecord } from '@salama/domain/vehicle-records/manage-contract'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'

type Moved = z.infer<typeof VehicleRecord>['merges'][number]['moved']

const KINDS = ['reports', 'incidents', 'ratings', 'entries', 'followers', 'retiredCodes'] as const

/** How much a merge moves, or moved. */
export function MovedList({ moved }: { moved: Moved }) {
  const t = useTranslations('vehicles.moved')
  return (
    <ul className="list-disc ps-6">
      {KINDS.map((kind) => (
        <li key={kind}>
          {t(kind, { count: moved[kind] })}
          {kind === 'ratings' && moved.ridersOfBoth > 0 && <> {t('ridersOfBoth', { count: moved.ridersOfBoth })}</>}
        </li>
      ))}
    </ul>
  )
}
