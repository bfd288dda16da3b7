import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Meter } from '@salama/ui/components/meter.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { CircleCheck, Pause, Play, Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { ChoiceField } from '@/collect/choice-field.tsx'
import { findRoutes } from '@/collect/find.ts'
import { stamp } from '@/field-state/clock.ts'
import type { Choice } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'
import type { Counting } from '@/field-state/saved-count.ts'
import type { HeldSlot } from '@/field-state/session.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { doneUnder } from '@/work/quota.ts'
import { countedS, countOf, isFull, paused, resumed, tapped, undone } from './counting.ts'

type Props = {
  fieldState: FieldState
  counting: Counting
  change: (next: Counting) => void
  names: Names | null
  claim: HeldSlot | null
  sessionId: string
  onDone: (result: { vehicles: number; minutes: number } | null) => Promise<void>
}

/** The counter: a large button for each route, the last tap to undo, the minutes, a pause. */
export function Counter({ fieldState, counting, change, names, claim, sessionId, onDone }: Props) {
  const t = useTranslations('count')
  const [asking, setAsking] = useState(false)
  const saving = useRef(false)
  const { taps, pausedS, routes } = counting
  const isPaused = pausedS !== null
  useWakeLock(!isPaused)
  const seconds = countedS(counting, Date.now())
  const minutes = Math.floor(seconds / 60)
  const asked = claim?.assignment.quota.minutes ?? null
  const before = claim ? doneUnder(claim, fieldState.entries, fieldState.server).minutes : 0
  const last = taps.at(-1)
  const nameOf = (routeId: string | null) => routes.find(({ id }) => id === routeId)?.name ?? t('other')
  const press = (routeId: string | null) => {
    navigator.vibrate?.(15)
    change(tapped(counting, routeId, Date.now()))
  }
  const save = async () => {
    if (saving.current) return
    saving.current = true
    try {
      if (taps.length === 0 && minutes === 0) return await onDone(null)
      await fieldState.outbox.put(counting.id, {
        ...countOf(counting, sessionId, Date.now()),
        stampedAt: stamp(fieldState.server),
      })
      await onDone({ vehicles: taps.length, minutes })
      fieldState.outbox.flush({ eager: true }).catch(() => null) // the outbox shows the result
    } finally {
      saving.current = false
    }
  }
  return (
    <div className="@container/count flex flex-col gap-4 pb-4">
      <div className="flex items-end justify-between gap-3">
        <p className="flex flex-col">
          <strong className="text-3xl tabular-nums" data-testid="total">
            {taps.length}
          </strong>
          {t('total')}
        </p>
        <p className="flex flex-col text-end">
          <strong className="text-xl tabular-nums">{t('time', timeOf(seconds))}</strong>
          {t(isPaused ? 'isPaused' : 'isCounting')}
        </p>
      </div>
      {asked !== null && (
        <Meter label={t('minutesOf', { done: before + minutes, all: asked })} value={before + minutes} max={asked} />
      )}
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4" aria-label={t('routes')}>
        {[...routes, { id: null, name: t('other') }].map(({ id, name }) => {
          const count = taps.filter(({ routeId }) => routeId === id).length
          return (
            <li key={id ?? 'other'}>
              <button
                type="button"
                disabled={isPaused || isFull(counting)}
                onClick={() => press(id)}
                className="flex min-h-20 w-full touch-manipulation flex-col items-center justify-center gap-1 rounded-control bg-raised px-2 text-xl font-bold active:bg-band active:text-on-plate disabled:bg-fill disabled:text-soft"
              >
                {name}
                <span className="font-semibold tabular-nums">
                  {count}
                  <span className="sr-only"> {t('ofRoute')}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <p role="status" className="sr-only">
        {last && t('added', { route: nameOf(last.routeId), total: taps.length })}
      </p>
      {isFull(counting) && <Notice tone="warn">{t('isFull')}</Notice>}
      {asking ? (
        <div className="flex flex-col gap-2 rounded-control bg-warn-wash p-3">
          <div role="alert" tabIndex={-1} ref={focusOnMount} className="outline-none">
            <p className="font-semibold">{t('finishSure', { vehicles: taps.length, minutes })}</p>
            {asked !== null && before + minutes < asked && (
              <p>{t('finishEarly', { left: asked - before - minutes })}</p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button variant="main" onClick={save}>
              {t('finishYes')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('finishNo')}</Button>
          </div>
        </div>
      ) : (
        // The routes scroll below the actions; with very large text there is no room for a bar that stays.
        <div className="@2xs/count:sticky bottom-places z-5 -mx-4 grid grid-cols-2 gap-2 bg-paper px-4 py-2 split:bottom-0 md:grid-cols-3">
          <Button size="large" disabled={!last || isPaused} onClick={() => change(undone(counting))}>
            <Icon as={Undo2} />
            {last ? t('undo', { route: nameOf(last.routeId) }) : t('undoNone')}
          </Button>
          <Button
            size="large"
            onClick={() => change(isPaused ? resumed(counting, Date.now()) : paused(counting, Date.now()))}
          >
            <Icon as={isPaused ? Play : Pause} />
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
          <Button variant="main" size="large" className="col-span-2 md:col-span-1" onClick={() => setAsking(true)}>
            <Icon as={CircleCheck} />
            {t('finish')}
          </Button>
        </div>
      )}
      <details>
        <summary className="flex min-h-touch items-center font-semibold text-link underline">
          {t('changeRoutes')}
        </summary>
        <RoutePicker
          names={names}
          chosen={routes}
          fixed={new Set(taps.flatMap(({ routeId }) => routeId ?? []))}
          onChange={(next) => change({ ...counting, routes: next })}
        />
      </details>
    </div>
  )
}

const timeOf = (seconds: number) => ({
  hours: Math.floor(seconds / 3600),
  minutes: Math.floor(seconds / 60) % 60,
  seconds: String(seconds % 60).padStart(2, '0'),
})

/** The routes that have a button; one that was counted stays. */
export function RoutePicker({
  names,
  chosen,
  fixed,
  onChange,
}: {
  names: Names | null
  chosen: Choice[]
  fixed?: ReadonlySet<string>
  onChange: (routes: Choice[]) => void
}) {
  const t = useTranslations('count')
  const collect = useTranslations('collect')
  const [typed, setTyped] = useState('')
  const short = (id: string | null, name: string) => names?.routes.find((each) => each.id === id)?.shortName ?? name
  return (
    <ChoiceField
      label={t('routes')}
      hint={names ? t('routesHint') : collect('namesMissing')}
      error={undefined}
      carried={false}
      chosen={chosen}
      typed={typed}
      find={(text) => (names && chosen.length < 12 ? findRoutes(names, text) : [])}
      addLabel={collect('addRoute')}
      onType={setTyped}
      onAdd={({ id, name }) => {
        onChange([...chosen, { id, name: short(id, name) }])
        setTyped('')
      }}
      onRemove={({ id }) => !fixed?.has(id ?? '') && onChange(chosen.filter((each) => each.id !== id))}
    />
  )
}

/** Keeps the screen on while somebody counts. */
function useWakeLock(isOn: boolean) {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let left = false
    let lock: WakeLockSentinel | undefined
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const granted = await navigator.wakeLock.request('screen').catch(() => undefined) // a low battery refuses it
      if (left) granted?.release()
      else lock = granted
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', ask)
      lock?.release()
    }
  }, [isOn])
}
