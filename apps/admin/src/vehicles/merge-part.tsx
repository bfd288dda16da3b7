import type { AdminVehicle } from '@salama/domain/vehicle-records/contract'
import { Plate } from '@salama/ui/components/plate.tsx'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Part } from '@/lists/facts.tsx'
import type { WrongFilter } from '@/lists/read-list.ts'
import { FilterBar, FilterText } from '@/parts/filter-bar.tsx'
import { MergeVehicle } from './merge-vehicle.tsx'

type Vehicle = z.infer<typeof AdminVehicle>
type Found = {
  typed: Readonly<Record<string, string>>
  wrong: Readonly<Record<string, WrongFilter>>
  list: { data: readonly Vehicle[] } | null
}

/** Finds the vehicle that this one is merged into. */
export async function MergePart({ vehicle, found: { typed, wrong, list } }: { vehicle: Vehicle; found: Found }) {
  const t = await getTranslations('vehicles')
  const others = list?.data.filter(({ id }) => id !== vehicle.id)
  return (
    <Part title={t('merge')} lead={t('mergeLead')}>
      <FilterBar label={t('merge')} isNarrowed={false}>
        <FilterText name="q" label={t('search')} value={typed.q} wrong={wrong.q} />
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
