'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { HeldSlot } from '@/field-state/session.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { useSave } from '@/field-state/use-put.ts'

/** Submits the assignment, also offline. Asks for confirmation, because nothing can be added afterwards. */
export function Finish({ fieldState, held, count }: { fieldState: FieldState; held: HeldSlot; count: number }) {
  const t = useTranslations('work')
  const [asked, setAsked] = useState(false)
  const { busy, failure, put } = useSave(fieldState)
  if (!asked)
    return (
      <>
        <p>{t('finishHint')}</p>
        <Button variant="main" onClick={() => setAsked(true)}>
          <Icon as={CircleCheck} />
          {t('finish')}
        </Button>
      </>
    )
  return (
    <div className="flex flex-col gap-2">
      <div role="alert" tabIndex={-1} ref={focusOnMount} className="outline-none flex flex-col gap-1">
        <p className="font-bold">{t('finishSure')}</p>
        <p>{t('finishWords', { count })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="main"
          busy={busy}
          onClick={() => put(() => ({ kind: 'submit', assignmentId: held.assignment.id, token: held.token }))}
        >
          {t('finishYes')}
        </Button>
        <Button onClick={() => setAsked(false)}>{t('finishNo')}</Button>
      </div>
      {failure && (
        <Notice tone="danger" says="now">
          {t('notSaved')}
        </Notice>
      )}
    </div>
  )
}
