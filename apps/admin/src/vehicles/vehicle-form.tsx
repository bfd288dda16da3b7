'use client'

import type { editVehicle } from '@salama/domain/vehicle-records/contract'
import type { Vehicle } from '@salama/domain/vehicles/contract'
import { CallError, call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { canBePlate } from '@salama/ui/incidents/plate.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { findGroups, findRoutes, routeNamed } from '@/lists/find.ts'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { type Named, PickSome } from '@/parts/pick-some.tsx'
import { useFirstWrong } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'

/** A comparable key of a set, in any order. */
const idsOf = (things: readonly { id: string }[]) =>
  things
    .map(({ id }) => id)
    .toSorted()
    .join()

/** Edits all facts of a vehicle, with a reason. The input stays until the response. */
export function VehicleForm({ vehicle, version }: { vehicle: z.infer<typeof Vehicle>; version: number }) {
  const t = useTranslations('vehicles')
  const common = useTranslations('common')
  const showToast = useToast()
  const router = useRouter()
  const [plate, setPlate] = useState(vehicle.plate)
  const [fleetName, setFleetName] = useState(vehicle.fleetName ?? '')
  const [capacity, setCapacity] = useState(vehicle.capacity === null ? '' : String(vehicle.capacity))
  const [groups, setGroups] = useState<readonly Named[]>(vehicle.sacco ? [vehicle.sacco] : [])
  const [routes, setRoutes] = useState<readonly Named[]>(vehicle.routes.map(routeNamed))
  const [tried, setTried] = useState(false)
  const [open, setOpen] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const seats = capacity.trim() === '' ? null : Number(capacity)
  const wrongSeats = seats !== null && !(Number.isInteger(seats) && seats >= 1 && seats <= 200)

  const wrongPlate = !canBePlate(plate)
  const isSame =
    plate.trim() === vehicle.plate &&
    (fleetName.trim() || null) === vehicle.fleetName &&
    seats === vehicle.capacity &&
    idsOf(groups) === idsOf(vehicle.sacco ? [vehicle.sacco] : []) &&
    idsOf(routes) === idsOf(vehicle.routes)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrongSeats || wrongPlate) goToWrong()
    else if (isSame) showToast('news', t('same'))
    else setOpen(true)
  }
  async function save(reason: string) {
    try {
      // The API ignores spelling variants of current values and creates no version for them.
      const kept = await call<typeof editVehicle>('PUT /api/vehicles/{id}', {
        params: { id: vehicle.id },
        body: {
          plate: plate.trim(),
          fleetName: fleetName.trim() || null,
          saccoId: groups[0]?.id ?? null,
          routeIds: routes.map(({ id }) => id),
          capacity: seats,
          reason,
          version,
        },
      })
      if (kept.version === version) showToast('news', t('same'))
      else showToast('done', t('saved'))
    } catch (error) {
      if (error instanceof CallError && error.problem.code === 'version_conflict') showToast('warn', t('conflict'))
      throw error
    }
    router.refresh()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label={t('plate')}
          value={plate}
          maxLength={20}
          error={plate.trim() === '' ? common('required') : tried && wrongPlate ? t('wrongPlate') : undefined}
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
      <Button type="submit" variant="main" className="self-start">
        {t('save')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('saveTitle', { plate: vehicle.plate })}
        confirm={t('save')}
        asksReason
        onConfirm={save}
      >
        <p>{t('saveWords')}</p>
      </ConfirmDialog>
    </form>
  )
}
