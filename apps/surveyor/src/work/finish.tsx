'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { takeFocus } from '@salama/ui/components/take-focus.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { HeldSlot } from '@/desk/session.ts'
import type { Desk } from '@/desk/use-desk.ts'
import { usePut } from '@/desk/use-put.ts'

/** Hands the assignment in, also offline. Asks once more: nothing can be added to it afterwards. */
export function Finish({ desk, held, count }: { desk: Desk; held: HeldSlot; count: number }) {
  const t = useTranslations('work')
  const [asked, setAsked] = useState(false)
  const { busy, trouble, put } = usePut(desk)
  if (!asked)
    return (
      <>
        <p>{t('finishHint')}</p>
        <Button look="main" onClick={() => setAsked(true)}>
          <Icon as={CircleCheck} />
          {t('finish')}
        </Button>
      </>
    )
  return (
    <div className="flex flex-col gap-2">
      <div role="alert" tabIndex={-1} ref={takeFocus} className="outline-none flex flex-col gap-1">
        <p className="font-bold">{t('finishSure')}</p>
        <p>{t('finishWords', { count })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="main"
          busy={busy}
          onClick={() => put(() => ({ kind: 'submit', assignmentId: held.assignment.id, token: held.token }))}
        >
          {t('finishYes')}
        </Button>
        <Button onClick={() => setAsked(false)}>{t('finishNo')}</Button>
      </div>
      {trouble && (
        <Notice tone="danger" says="now">
          {t('notSaved')}
        </Notice>
      )}
    </div>
  )
}
