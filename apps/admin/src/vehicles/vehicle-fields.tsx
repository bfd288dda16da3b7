'use client'

import type { Vehicle } from '@salama/domain/vehicles/contract'
import { Field } from '@salama/ui/components/field.tsx'
import { canBePlate } from '@salama/ui/incidents/plate.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { findGroups, findRoutes, routeNamed } from '@/lists/find.ts'
import { type Named, PickSome } from '@/parts/pick-some.tsx'

/** The form state of a vehicle's facts, and their fields; of a new vehicle where there is none. */
export function useVehicleFields(vehicle: z.infer<typeof Vehicle> | null) {
  const t = useTranslations('vehicles')
  const common = useTranslations('common')
  const [plate, setPlate] = useState(vehicle?.plate ?? '')
  const [fleetName, setFleetName] = useState(vehicle?.fleetName ?? '')
  const [capacity, setCapacity] = useState(String(vehicle?.capacity ?? ''))
  const [groups, setGroups] = useState<readonly Named[]>(vehicle?.sacco ? [vehicle.sacco] : [])
  const [routes, setRoutes] = useState<readonly Named[]>(vehicle?.routes.map(routeNamed) ?? [])
  const [tried, setTried] = useState(false)
  const seats = capacity.trim() === '' ? null : Number(capacity)
  const wrongSeats = seats !== null && !(Number.isInteger(seats) && seats >= 1 && seats <= 200)
  const wrongPlate = !canBePlate(plate)
  const plateError = plate.trim() === '' ? common('required') : t('wrongPlate')
  return {
    facts: {
      plate: plate.trim(),
      fleetName: fleetName.trim() || null,
      saccoId: groups[0]?.id ?? null,
      routeIds: routes.map(({ id }) => id),
      capacity: seats,
    },
    isWrong: wrongSeats || wrongPlate,
    /** From now on what is wrong is shown. */
    showWrong: () => setTried(true),
    fields: (
      <>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field
            label={t('plate')}
            value={plate}
            maxLength={20}
            error={tried && wrongPlate ? plateError : undefined}
            onChange={(event) => setPlate(event.currentTarget.value)}
          />
          <Field
            label={t('fleetName')}
            value={fleetName}
            maxLength={80}
            onChange={(event) => setFleetName(event.currentTarget.value)}
          />
          <Field
            label={t('capacity')}
            inputMode="numeric"
            value={capacity}
            error={wrongSeats ? t('wrongSeats') : undefined}
            onChange={(event) => setCapacity(event.currentTarget.value)}
          />
        </div>
        <PickSome label={t('sacco')} find={findGroups} most={1} picked={groups} onChange={setGroups} />
        <PickSome label={t('routes')} find={findRoutes} most={20} picked={routes} onChange={setRoutes} />
      </>
    ),
  }
}
