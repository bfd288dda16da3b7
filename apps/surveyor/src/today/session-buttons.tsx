'use client'

import { StorageProblem } from '@salama/outbox/store.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { locate } from '@salama/ui/gps.ts'
import { CirclePlay, CircleStop } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { StageSearch } from '@/collect/stage-search.tsx'
import type { OpenSession } from '@/desk/session.ts'
import type { Desk } from '@/desk/use-desk.ts'
import { FIELD_GPS } from '@/gps.ts'
import type { FieldContent, Stage } from '@/outbox/content.ts'

/** Puts something into the outbox, once however often it is pressed. */
function usePut(desk: Desk) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<'full' | 'unavailable' | null>(null)
  const running = useRef(false)
  const put = async (make: () => Promise<FieldContent> | FieldContent) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    try {
      await desk.outbox.put(crypto.randomUUID(), await make())
      desk.outbox.flush({ eager: true }).catch(() => null) // what became of it stands in the outbox
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      setTrouble(cause.reason)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, trouble, put }
}

/** Where the phone may already say where it is, the start says so too; it is not asked for the right here. */
async function placeIfAllowed() {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state !== 'granted') return null
  const found = await locate({ ...FIELD_GPS, timeoutMs: 4_000 })
  return typeof found === 'string' ? null : found
}

export function StartButton({ desk }: { desk: Desk }) {
  const t = useTranslations('session')
  const { busy, trouble, put } = usePut(desk)
  const [stage, setStage] = useState<Stage | null>(null)
  const start = () =>
    put(async () => {
      const startedAt = new Date().toISOString()
      return { kind: 'start', sessionId: crypto.randomUUID(), startedAt, place: stage ?? (await placeIfAllowed()) }
    })
  return (
    <>
      <Button look="main" size="large" busy={busy} onClick={start}>
        {!busy && <Icon as={CirclePlay} />}
        {t('start')}
      </Button>
      <details>
        <summary className="flex min-h-touch items-center font-semibold text-link underline">
          {stage ? t('startsAt', { name: stage.name ?? '' }) : t('sayStage')}
        </summary>
        <StageSearch key={stage?.stopId} desk={desk} onChoose={setStage} />
      </details>
      {trouble && <NotSaved reason={trouble} />}
    </>
  )
}

/** Asks once more: an end cannot be taken back. */
export function EndButton({ desk, session }: { desk: Desk; session: OpenSession }) {
  const t = useTranslations('session')
  const [asked, setAsked] = useState(false)
  const { busy, trouble, put } = usePut(desk)
  const end = () => put(() => ({ kind: 'end', sessionId: session.id, endedAt: new Date().toISOString() }))
  if (!asked)
    return (
      <Button onClick={() => setAsked(true)}>
        <Icon as={CircleStop} />
        {t('end')}
      </Button>
    )
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="font-bold">{t('endSure')}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="danger" busy={busy} onClick={end}>
          {t('endYes')}
        </Button>
        <Button onClick={() => setAsked(false)}>{t('endNo')}</Button>
      </div>
      {trouble && <NotSaved reason={trouble} />}
    </div>
  )
}

/** Says to the server that work goes on; the slot in hand is renewed with it. */
export function TouchButton({ desk, session }: { desk: Desk; session: OpenSession }) {
  const t = useTranslations('session')
  const { busy, put } = usePut(desk)
  const isWaiting = desk.entries.some(({ item }) => item.content.kind === 'touch' && item.state !== 'received')
  return (
    <Button busy={busy || isWaiting} onClick={() => put(() => ({ kind: 'touch', sessionId: session.id }))}>
      {t('touch')}
    </Button>
  )
}

function NotSaved({ reason }: { reason: 'full' | 'unavailable' }) {
  const t = useTranslations('session')
  return (
    <Notice tone="danger" says="now">
      {t(`notSaved.${reason}`)}
    </Notice>
  )
}
