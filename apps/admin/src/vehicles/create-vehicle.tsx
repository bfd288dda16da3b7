'use client'

import type { createVehicle } from '@salama/domain/vehicle-records/manage-contract'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { looksLikePlate } from '@salama/ui/incidents/plate.ts'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ProblemNotice, useFirstWrong } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'
import { useVehicleFields } from './vehicle-fields.tsx'

/** Creates a vehicle and opens its page. A retry after a lost response creates no second one. */
export function CreateVehicle() {
  const t = useTranslations('vehicles')
  const router = useRouter()
  const showToast = useToast()
  const { facts, isWrong, showWrong, fields } = useVehicleFields(null)
  const [compared, setCompared] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [form, goToWrong] = useFirstWrong()
  const attempt = useAttemptId()
  const isUnusual = !isWrong && !looksLikePlate(facts.plate)
  const isCompared = compared === facts.plate

  async function submit(event: FormEvent) {
    event.preventDefault()
    showWrong()
    if (isWrong) return goToWrong()
    if (busy || (isUnusual && !isCompared)) return
    setBusy(true)
    setProblem(null)
    const body = { ...facts, unusualPlate: isUnusual }
    try {
      const made = await call<typeof createVehicle>('POST /api/vehicles', { body, idempotencyKey: attempt.idOf(body) })
      showToast('done', t('created', { plate: made.plate }))
      router.push(`/vehicles/${made.id}`)
    } catch (error) {
      setProblem(problemIn(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <details>
      <summary className="inline-flex min-h-touch items-center font-semibold text-link underline">
        {t('create')}
      </summary>
      <form ref={form} onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-4 pb-2">
        {fields}
        {isUnusual && (
          <Notice tone="warn" says="soon">
            <p>{t('unusual')}</p>
            <label className="inline-flex min-h-touch items-center gap-2">
              <input
                type="checkbox"
                className="size-5 accent-body"
                checked={isCompared}
                onChange={() => setCompared(isCompared ? '' : facts.plate)}
              />
              {t('unusualYes')}
            </label>
          </Notice>
        )}
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" busy={busy} disabled={isUnusual && !isCompared} className="self-start">
          {t('createYes')}
        </Button>
      </form>
    </details>
  )
}
