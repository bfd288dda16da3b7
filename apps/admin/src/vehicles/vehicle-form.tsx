'use client'

import type { editVehicle } from '@salama/domain/vehicle-records/contract'
import type { Vehicle } from '@salama/domain/vehicles/contract'
import { CallError, call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { useFirstWrong } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'
import { useVehicleFields } from './vehicle-fields.tsx'

/** A comparable key of a set, in any order. */
const keyOf = (ids: readonly string[]) => ids.toSorted().join()

/** Edits all facts of a vehicle, with a reason. The input stays until the response. */
export function VehicleForm({ vehicle, version }: { vehicle: z.infer<typeof Vehicle>; version: number }) {
  const t = useTranslations('vehicles')
  const showToast = useToast()
  const router = useRouter()
  const { facts, isWrong, showWrong, fields } = useVehicleFields(vehicle)
  const [open, setOpen] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const isSame =
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
    </form>
  )
}
