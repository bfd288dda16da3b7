'use client'

import type { mergeVehicles, previewVehicleMerge } from '@salama/domain/vehicle-records/manage-contract'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'
import { MovedList } from './moved-list.tsx'

type Preview = z.infer<typeof previewVehicleMerge.reply>

/** Merges `from` into `into`, after a preview with the numbers of what moves. Then it opens the one that stays. */
export function MergeVehicle({
  from,
  into,
}: {
  from: { id: string; plate: string }
  into: { id: string; plate: string }
}) {
  const t = useTranslations('vehicles')
  const showToast = useToast()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const plates = { from: from.plate, into: into.plate }

  async function show() {
    setOpen(true)
    setProblem(null)
    try {
      setPreview(
        await call<typeof previewVehicleMerge>('GET /api/vehicles/{id}/merge', {
          params: { id: from.id },
          query: { into: into.id },
        }),
      )
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  async function merge(reason: string) {
    await call<typeof mergeVehicles>('POST /api/vehicles/{id}/merge', {
      params: { id: from.id },
      body: { into: into.id, reason },
    })
    showToast('done', t('merged', plates))
    router.push(`/vehicles/${into.id}`)
  }
  return (
    <>
      <Button onClick={show}>{t('mergeInto', plates)}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('mergeTitle', plates)}
        confirm={t('mergeYes')}
        danger
        asksReason
        canConfirm={preview !== null}
        onConfirm={merge}
      >
        <p>{t('mergeWords', plates)}</p>
        {preview && (
          <>
            <p className="font-semibold">{t('mergeMoves', plates)}</p>
            <MovedList moved={preview.moved} />
            {preview.filled.length > 0 && (
              <p>
                {t('mergeFills', {
                  ...plates,
                  facts: preview.filled.map((fact) => t(`factNames.${fact}`)).join(', '),
                })}
              </p>
            )}
          </>
        )}
        {!preview && !problem && <p role="status">{t('mergeCounting')}</p>}
        <ProblemNotice problem={problem} />
      </ConfirmDialog>
    </>
  )
}
