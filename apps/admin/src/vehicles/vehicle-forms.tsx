'use client'

import { VEHICLE_FACTS } from '@salama/domain/shared'
import type { AdminVehicle, editVehicle } from '@salama/domain/vehicle-records/contract'
import type { createVehicle } from '@salama/domain/vehicle-records/manage-contract'
import type { Vehicle } from '@salama/domain/vehicles/contract'
import { CallError, call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { canBePlate, looksLikePlate } from '@salama/ui/incidents/plate.ts'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { findGroups, findRoutes, routeNamed } from '@/lists/find.ts'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { Checkbox } from '@/parts/options.tsx'
import { type Named, PickSome } from '@/parts/pick-some.tsx'
import { ProblemNotice, useFirstWrong, useRequest } from '@/parts/problem-notice.tsx'
import { useDone, useToast } from '@/parts/toasts.tsx'
import { useTextFields } from '@/parts/use-text-fields.ts'

const { seats: SEATS } = VEHICLE_FACTS

/** Creates a vehicle and opens its page. A retry after a lost response creates no second one. */
export function CreateVehicle() {
  const t = useTranslations('vehicles')
  const done = useDone()
  const { busy, problem, run } = useRequest()
  const { facts, isWrong, showWrong, fields } = useVehicleFields(null)
  const [compared, setCompared] = useState('')
  const [form, goToWrong] = useFirstWrong()
  const attempt = useAttemptId()
  const isUnusual = !isWrong && !looksLikePlate(facts.plate)
  const isCompared = compared === facts.plate

  const submit = (event: FormEvent) => {
    event.preventDefault()
    showWrong()
    if (isWrong) return goToWrong()
    if (isUnusual && !isCompared) return
    const body = { ...facts, unusualPlate: isUnusual }
    run(async () => {
      const made = await call<typeof createVehicle>('POST /api/vehicles', { body, idempotencyKey: attempt.idOf(body) })
      done(t('created', { plate: made.plate }), `/vehicles/${made.id}`)
    })
  }
  return (
    <details>
      <summary className="touch-link font-semibold">{t('create')}</summary>
      <ScriptForm ref={form} onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-4 pb-2">
        {fields}
        {isUnusual && (
          <Notice tone="warn" announce="polite">
            <p>{t('unusual')}</p>
            <Checkbox checked={isCompared} onChange={() => setCompared(isCompared ? '' : facts.plate)}>
              {t('unusualYes')}
            </Checkbox>
          </Notice>
        )}
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" busy={busy} disabled={isUnusual && !isCompared} className="self-start">
          {t('createYes')}
        </Button>
      </ScriptForm>
    </details>
  )
}

/** A comparable key of a set, in any order. */
const keyOf = (ids: readonly string[]) => ids.toSorted().join()

/** Edits all facts of a vehicle, with a reason; one that was only mentioned is registered, also without a change. The input stays until the response. */
export function VehicleForm({ vehicle, version }: { vehicle: z.infer<typeof AdminVehicle>; version: number }) {
  const t = useTranslations('vehicles')
  const showToast = useToast()
  const router = useRouter()
  const { facts, isWrong, showWrong, fields } = useVehicleFields(vehicle)
  const [open, setOpen] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const isSame =
    vehicle.state === 'known' &&
    facts.plate === vehicle.plate &&
    facts.fleetName === vehicle.fleetName &&
    facts.capacity === vehicle.capacity &&
    facts.saccoId === (vehicle.sacco?.id ?? null) &&
    keyOf(facts.routeIds) === keyOf(vehicle.routes.map(({ id }) => id))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    showWrong()
    if (isWrong) goToWrong()
    else if (isSame) showToast('news', t('same'))
    else setOpen(true)
  }
  async function save(reason: string) {
    try {
      // The API ignores spelling variants of current values and creates no version for them.
      const kept = await call<typeof editVehicle>('PUT /api/vehicles/{id}', {
        params: { id: vehicle.id },
        body: { ...facts, reason, version },
      })
      if (vehicle.state === 'known' && kept.version === version) showToast('news', t('same'))
      else showToast('done', t('saved'))
    } catch (error) {
      if (error instanceof CallError && error.problem.code === 'version_conflict') showToast('warn', t('conflict'))
      throw error
    }
    router.refresh()
  }
  return (
    <ScriptForm ref={form} onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-4">
      {fields}
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
    </ScriptForm>
  )
}

/** The form state of a vehicle's facts, and their fields; of a new vehicle where there is none. */
function useVehicleFields(vehicle: z.infer<typeof Vehicle> | null) {
  const t = useTranslations('vehicles')
  const common = useTranslations('common')
  const [{ plate, fleetName, capacity }, field] = useTextFields({
    plate: vehicle?.plate ?? '',
    fleetName: vehicle?.fleetName ?? '',
    capacity: String(vehicle?.capacity ?? ''),
  })
  const [groups, setGroups] = useState<readonly Named[]>(vehicle?.sacco ? [vehicle.sacco] : [])
  const [routes, setRoutes] = useState<readonly Named[]>(vehicle?.routes.map(routeNamed) ?? [])
  const [tried, setTried] = useState(false)
  const seats = capacity.trim() === '' ? null : Number(capacity)
  const wrongSeats = seats !== null && !(Number.isInteger(seats) && seats >= SEATS.least && seats <= SEATS.most)
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
            maxLength={VEHICLE_FACTS.plate}
            error={tried && wrongPlate ? plateError : undefined}
            {...field('plate')}
          />
          <Field label={t('fleetName')} maxLength={VEHICLE_FACTS.fleetName} {...field('fleetName')} />
          <Field
            label={t('capacity')}
            inputMode="numeric"
            error={wrongSeats ? t('wrongSeats') : undefined}
            {...field('capacity')}
          />
        </div>
        <PickSome label={t('sacco')} find={findGroups} max={1} picked={groups} onChange={setGroups} />
        <PickSome
          label={t('routes')}
          find={findRoutes}
          max={VEHICLE_FACTS.routes}
          picked={routes}
          onChange={setRoutes}
        />
      </>
    ),
  }
}
