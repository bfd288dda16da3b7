'use client'

import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { CirclePlay } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { stamp } from '@/field-state/clock.ts'
import type { Choice } from '@/field-state/draft.ts'
import { FieldState } from '@/field-state/field-state.tsx'
import { claimsOf, openSession } from '@/field-state/session.ts'
import { StartButton } from '@/field-state/session-buttons.tsx'
import { type FieldState as OpenFieldState, useCached } from '@/field-state/use-field-state.ts'
import { placeIfAllowed } from '@/gps.ts'
import { wordsOf } from '@/work/assignment-view-model.ts'
import { currentClaim } from '@/work/current-claim.ts'
import { Counter, RoutePicker } from './counter.tsx'
import { routesAt } from './counting.ts'
import { useCounting } from './use-counting.ts'

/** Counts vehicles at a stage, by route. */
export const CountPage = () => <FieldState>{(fieldState) => <Count fieldState={fieldState} />}</FieldState>

function Count({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('count')
  const locale = useLocale()
  const { counting, isElsewhere, begin, change, discard } = useCounting(fieldState)
  const names = useCached(fieldState.fieldCache, 'names')
  const stages = useCached(fieldState.fieldCache, 'stages')
  const session = openSession(fieldState.entries, fieldState.server)
  const [chosen, setChosen] = useState<Choice[] | null>(null)
  const [starting, setStarting] = useState(false)
  const [done, setDone] = useState<{ vehicles: number; minutes: number } | null>(null)
  const fix = useCached(fieldState.fieldCache, 'fix') ?? null
  const current = currentClaim(fieldState.entries, fieldState.server, fieldState.nowMs, 'stage_count', fix)
  if (isElsewhere)
    return (
      <EmptyState title={t('elsewhereTitle')}>
        <p>{t('elsewhere')}</p>
      </EmptyState>
    )
  if (counting === undefined || names === undefined || stages === undefined)
    return <p className="min-h-40 text-soft">{t('loading')}</p>
  // A count that began is finished, also when the shift was ended on another device.
  if (!session && !counting)
    return (
      <EmptyState title={t('noSessionTitle')} action={<StartButton fieldState={fieldState} />}>
        <p>{t('noSession')}</p>
      </EmptyState>
    )
  const claim = counting ? claimsOf(fieldState.server).find(({ token }) => token === counting.token) : current
  const title = claim && wordsOf(claim.assignment, locale).title
  if (counting)
    return (
      <>
        {title && <p className="pb-3 font-semibold">{t('countsFor', { title })}</p>}
        <Counter
          fieldState={fieldState}
          counting={counting}
          change={change}
          names={names}
          claim={claim ?? null}
          sessionId={counting.sessionId}
          onDone={async (result) => {
            await discard()
            setDone(result)
          }}
        />
      </>
    )
  const stageCount = current?.assignment.kind === 'stage_count' ? current : null
  const routes = chosen ?? routesAt(stageCount?.assignment ?? null, stages ?? [], names)
  const start = async () => {
    if (starting || !session) return
    setStarting(true)
    setDone(null)
    const stop = stageCount?.assignment.place?.stopId
    const stage = stop ? { stopId: stop, name: stageCount.assignment.placeName } : null
    await begin({
      startedAt: stamp(fieldState.server),
      token: stageCount?.token ?? null,
      sessionId: session.id,
      routes,
      place: (await placeIfAllowed()) ?? stage,
    })
    setStarting(false)
  }
  return (
    <div className="flex flex-col gap-5 pb-8">
      {done && (
        <Notice tone="ok" announce="polite" title={t('saved', { ...done, kept: String(fieldState.isKept) })}>
          <p>{t('savedWords')}</p>
          <LinkButton href="/">{t('toToday')}</LinkButton>
        </Notice>
      )}
      <p className="font-semibold">
        {stageCount ? t('countsFor', { title: wordsOf(stageCount.assignment, locale).title }) : t('countsForNone')}
      </p>
      <RoutePicker names={names} chosen={routes} onChange={setChosen} />
      <Button variant="main" size="large" busy={starting} onClick={start}>
        {!starting && <Icon as={CirclePlay} />}
        {t('start')}
      </Button>
    </div>
  )
}
