import type { Caller } from '@salama/domain/shared'
import { listVehicleFacts } from '@salama/domain/vehicle-records'
import type { AdminVehicle } from '@salama/domain/vehicle-records/contract'
import type { VehicleRecord } from '@salama/domain/vehicle-records/manage-contract'
import { Plate } from '@salama/ui/components/plate.tsx'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Part } from '@/lists/facts.tsx'
import type { ReadList } from '@/lists/read-list.ts'
import { FilterBar, FilterText } from '@/parts/filter-bar.tsx'
import { MergeVehicle } from './merge-vehicle.tsx'
import { MovedList } from './moved-list.tsx'
import { Versions } from './versions.tsx'

type Vehicle = z.infer<typeof AdminVehicle>
type Merge = z.infer<typeof VehicleRecord>['merges'][number]

/** Finds the vehicle that this one is merged into. */
export async function MergePart({
  vehicle,
  found: { typed, wrong, list },
}: {
  vehicle: Vehicle
  found: ReadList<{ data: readonly Vehicle[] } | null>
}) {
  const t = await getTranslations('vehicles')
  const others = list?.data.filter(({ id }) => id !== vehicle.id)
  return (
    <Part title={t('merge')} lead={t('mergeLead')}>
      <FilterBar label={t('merge')} typed={typed} wrong={wrong} canReset={false}>
        <FilterText name="q" label={t('search')} />
      </FilterBar>
      {others?.length === 0 && <p>{t('none')}</p>}
      <ul className="max-w-3xl">
        {others?.map((other) => (
          <li
            key={other.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-1"
          >
            <span>
              <Plate value={other.plate} />{' '}
              <span className="text-soft">
                {[other.fleetName, other.sacco?.name, other.retiredAt && t('retired')].filter(Boolean).join(' · ')}
              </span>
            </span>
            <MergeVehicle from={vehicle} into={other} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

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
              <summary className="touch-link font-semibold">{t('mergedFacts', { plate })}</summary>
              <Versions versions={facts[n]?.data ?? []} />
            </details>
          </li>
        ))}
      </ul>
    </Part>
  )
}
