import type { Caller } from '@salama/domain/shared'
import { listVehicleFacts } from '@salama/domain/vehicle-records'
import type { VehicleRecord } from '@salama/domain/vehicle-records/manage-contract'
import { Plate } from '@salama/ui/components/plate.tsx'
import { timesIn } from '@salama/ui/i18n/use-times.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Part } from '@/lists/facts.tsx'
import { MovedList } from './moved-list.tsx'
import { Versions } from './versions.tsx'

type Merge = z.infer<typeof VehicleRecord>['merges'][number]

/** What was merged into a vehicle: when, how much moved, and the versions of its own facts. */
export async function MergedVehicles({ caller, merges }: { caller: Caller; merges: readonly Merge[] }) {
  if (merges.length === 0) return null
  const t = await getTranslations('vehicles')
  const { day } = timesIn(await getLocale())
  const facts = await Promise.all(merges.map(({ id }) => listVehicleFacts(caller, { id, limit: 100 })))
  return (
    <Part title={t('mergedIn')} lead={t('mergedInLead')}>
      <ul className="flex flex-col">
        {merges.map(({ id, plate, publicCode, mergedAt, moved }, n) => (
          <li key={id} className="flex flex-col gap-1 border-t border-line py-3">
            <p className="flex flex-wrap items-center gap-x-3">
              <Plate value={plate} /> <code>{publicCode}</code>
              <span className="text-soft">{t('mergedOn', { day: day(mergedAt) })}</span>
            </p>
            <MovedList moved={moved} />
            <details>
              <summary className="inline-flex min-h-touch items-center font-semibold text-link underline">
                {t('mergedFacts', { plate })}
              </summary>
              <Versions versions={facts[n]?.data ?? []} />
            </details>
          </li>
        ))}
      </ul>
    </Part>
  )
}
