import { toCityTime } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleStop } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { nowAtServer, stamp } from '@/field-state/clock.ts'
import type { OpenSession } from '@/field-state/session.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { useSave } from '@/field-state/use-put.ts'
import { lastActivity, parseEndTime } from './parse-end-time.ts'

type Props = { fieldState: FieldState; session: OpenSession }

/** Asks for confirmation: an end cannot be undone. */
export function EndButton({ fieldState, session }: Props) {
  const t = useTranslations('session')
  const [asked, setAsked] = useState(false)
  if (asked) return <Sure fieldState={fieldState} session={session} onStay={() => setAsked(false)} />
  return (
    <Button onClick={() => setAsked(true)}>
      <Icon as={CircleStop} />
      {t('end')}
    </Button>
  )
}

/** The session may have ended long ago: asks for its end time. */
function Sure({ fieldState, session, onStay }: Props & { onStay: () => void }) {
  const t = useTranslations('session')
  const isClosed = session.state === 'closed'
  const [endTime, setEndTime] = useState(() => (isClosed ? toCityTime(lastActivity(session, fieldState.entries)) : ''))
  const [isWrong, setWrong] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const { busy, put } = useSave(fieldState)
  const nowMs = nowAtServer(fieldState.server)
  const end = () => {
    // An incomplete date input has no value, and an empty value means now.
    const isHalf = box.current?.validity.badInput === true
    const endedAt = isHalf ? null : parseEndTime(endTime, session, nowAtServer(fieldState.server))
    setWrong(endedAt === null)
    if (endedAt !== null)
      put(() => ({ kind: 'end', sessionId: session.id, endedAt, stampedAt: stamp(fieldState.server) }))
  }
  return (
    <div className="flex w-full flex-col gap-3">
      <p role="alert" tabIndex={-1} ref={focusOnMount} className="outline-none font-semibold">
        {t('endSure')}
      </p>
      <Field
        ref={box}
        type="datetime-local"
        label={t('stopped')}
        hint={t(isClosed ? 'stoppedClosed' : 'stoppedHint')}
        error={isWrong ? t('stoppedWrong') : undefined}
        min={toCityTime(session.startedAt)}
        max={toCityTime(nowMs)}
        value={endTime}
        onChange={(event) => {
          setWrong(false)
          setEndTime(event.target.value)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={end}>
          {t('endYes')}
        </Button>
        <Button onClick={onStay}>{t('endNo')}</Button>
      </div>
    </div>
  )
}
