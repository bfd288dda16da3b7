import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CirclePlay, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { placeIfAllowed } from '@/gps.ts'
import type { Stage } from '@/outbox/content.ts'
import { CachedStageSearch } from './cached-stage-search.tsx'
import { stamp } from './clock.ts'
import type { OpenSession } from './session.ts'
import type { FieldState } from './use-field-state.ts'
import { useSave } from './use-put.ts'

export function StartButton({ fieldState }: { fieldState: FieldState }) {
  const t = useTranslations('session')
  const { busy, put } = useSave(fieldState)
  const [stage, setStage] = useState<Stage | null>(null)
  const start = () =>
    put(async () => {
      const startedAt = stamp(fieldState.server)
      return { kind: 'start', sessionId: crypto.randomUUID(), startedAt, place: stage ?? (await placeIfAllowed()) }
    })
  return (
    <>
      <Button variant="main" size="large" busy={busy} onClick={start}>
        {!busy && <Icon as={CirclePlay} />}
        {t('start')}
      </Button>
      <details>
        <summary className="flex min-h-touch items-center font-semibold text-link underline">
          {stage ? t('startsAt', { name: stage.name ?? '' }) : t('sayStage')}
        </summary>
        {stage && (
          <Button className="mb-3" onClick={() => setStage(null)}>
            <Icon as={X} />
            {t('noStage')}
          </Button>
        )}
        <CachedStageSearch key={stage?.stopId} fieldState={fieldState} onChoose={setStage} />
      </details>
    </>
  )
}

/** Sends a heartbeat for the session, which also renews the held slot. */
export function TouchButton({ fieldState, session }: { fieldState: FieldState; session: OpenSession }) {
  const t = useTranslations('session')
  const { busy, put } = useSave(fieldState)
  const isWaiting = fieldState.entries.some(({ item }) => item.content.kind === 'touch' && item.state !== 'received')
  return (
    <Button busy={busy || isWaiting} onClick={() => put(() => ({ kind: 'touch', sessionId: session.id }))}>
      {t('touch')}
    </Button>
  )
}
