'use client'

import type { AdminVehicle } from '@salama/domain/vehicle-records/contract'
import { Tick } from '@salama/ui/components/controls.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { Moment } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'
import { Checkbox } from '@/parts/options.tsx'
import { PrintButtons } from './print-buttons.tsx'

type Vehicle = z.infer<typeof AdminVehicle>

/** Vehicles, to open or to select for printing. */
export function VehicleTable({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const t = useTranslations('vehicles')
  const [picked, setPicked] = useState<readonly string[]>([])
  // A selected vehicle that another search removed from the list is not printed.
  const chosen = vehicles.filter(({ id }) => picked.includes(id)).map(({ id }) => id)
  const isAll = chosen.length === vehicles.length
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Checkbox checked={isAll} onChange={() => setPicked(isAll ? [] : vehicles.map(({ id }) => id))}>
          {t('pickAll')}
        </Checkbox>
        <span role="status">{t('picked', { count: chosen.length })}</span>
        <PrintButtons ids={chosen} />
      </div>
      <DataTable<Vehicle>
        caption={t('title')}
        rows={vehicles}
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          {
            label: t('pick'),
            cell: ({ id, plate }) => (
              <label className="grid size-11 place-items-center">
                <span className="sr-only">{t('pickOne', { plate })}</span>
                <Tick
                  type="checkbox"
                  className="size-5 accent-body"
                  checked={picked.includes(id)}
                  onChange={() => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])}
                />
              </label>
            ),
          },
          {
            label: t('plate'),
            isName: true,
            cell: ({ id, plate, retiredAt, state }) => (
              <>
                <Link href={`/vehicles/${id}`} className="inline-flex min-h-touch items-center whitespace-nowrap">
                  <Plate value={plate} />
                </Link>{' '}
                {retiredAt && <span className="font-semibold">{t('retired')}</span>}
                {state === 'mentioned' && <span className="font-semibold">{t('mentioned')}</span>}
              </>
            ),
          },
          { label: t('fleetName'), cell: ({ fleetName }) => fleetName },
          { label: t('sacco'), cell: ({ sacco }) => sacco?.name },
          { label: t('code'), cell: ({ publicCode }) => <code>{publicCode}</code> },
          { label: t('version'), end: true, cell: ({ version }) => version },
          { label: t('checkedAt'), cell: ({ checkedAt }) => (checkedAt ? <Moment at={checkedAt} /> : t('never')) },
        ]}
      />
    </div>
  )
}
