'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { takeFocus } from '@salama/ui/components/take-focus.ts'
import { CircleStop } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { nowAtServer } from '@/desk/clock.ts'
import { NotSaved } from '@/desk/not-saved.tsx'
import type { OpenSession } from '@/desk/session.ts'
import type { Desk } from '@/desk/use-desk.ts'
import { usePut } from '@/desk/use-put.ts'
import { forTimeField, lastSign, stoppedAt } from './stopped-at.ts'

type Props = { desk: Desk; session: OpenSession }

/** Asks once more: an end cannot be taken back. */
export function EndButton({ desk, session }: Props) {
  const t = useTranslations('session')
  const [asked, setAsked] = useState(false)
  if (asked) return <Sure desk={desk} session={session} onKeep={() => setAsked(false)} />
  return (
    <Button onClick={() => setAsked(true)}>
      <Icon as={CircleStop} />
      {t('end')}
    </Button>
  )
}

/** It may have been over for long: who forgot to end it says when they stopped. */
function Sure({ desk, session, onKeep }: Props & { onKeep: () => void }) {
  const t = useTranslations('session')
  const isClosed = session.state === 'closed'
  const [stopped, setStopped] = useState(() => (isClosed ? forTimeField(lastSign(session, desk.entries)) : ''))
  const [isWrong, setWrong] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const { busy, trouble, put } = usePut(desk)
  const nowMs = nowAtServer(desk.server)
  const end = () => {
    // A date without its time has no value, and no value is now.
    const isHalf = box.current?.validity.badInput === true
    const endedAt = isHalf ? null : stoppedAt(stopped, session, nowAtServer(desk.server))
    setWrong(endedAt === null)
    if (endedAt !== null) put(() => ({ kind: 'end', sessionId: session.id, endedAt }))
  }
  return (
    <div className="flex w-full flex-col gap-3">
      <p role="alert" tabIndex={-1} ref={takeFocus} className="outline-none font-bold">
        {t('endSure')}
      </p>
      <Field
        ref={box}
        type="datetime-local"
        label={t('stopped')}
        hint={t(isClosed ? 'stoppedClosed' : 'stoppedHint')}
        error={isWrong ? t('stoppedWrong') : undefined}
        min={forTimeField(Date.parse(session.startedAt))}
        max={forTimeField(nowMs)}
        value={stopped}
        onChange={(event) => {
          setWrong(false)
          setStopped(event.target.value)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="danger" busy={busy} onClick={end}>
          {t('endYes')}
        </Button>
        <Button onClick={onKeep}>{t('endNo')}</Button>
      </div>
      {trouble && <NotSaved reason={trouble} />}
    </div>
  )
}
