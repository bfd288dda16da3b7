'use client'

import type { mergeVehicles, previewVehicleMerge } from '@salama/domain/vehicle-records/manage-contract'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { ProblemNotice, useRequest } from '@/parts/problem-notice.tsx'
import { useDone } from '@/parts/toasts.tsx'
import { MovedList } from './moved-list.tsx'

type Preview = z.infer<typeof previewVehicleMerge.reply>

/** Merges `from` into `into`, after a preview with the numbers of what moves. Then it opens the one that stays. */
export function MergeVehicle({ from, into }: Record<'from' | 'into', { id: string; plate: string }>) {
  const t = useTranslations('vehicles')
  const done = useDone()
  const { problem, run } = useRequest()
  const [open, setOpen] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  const plates = { from: from.plate, into: into.plate }

  const params = { id: from.id }

  const show = () => {
    setOpen(true)
    const query = { into: into.id }
    run(async () =>
      setPreview(await call<typeof previewVehicleMerge>('GET /api/vehicles/{id}/merge', { params, query })),
    )
  }
  async function merge(reason: string) {
    await call<typeof mergeVehicles>('POST /api/vehicles/{id}/merge', {
      params,
      body: { into: into.id, reason },
      names: into.id,
    })
    done(t('merged', plates), `/vehicles/${into.id}`)
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
