import type { Direction, getLinePage } from '@salama/domain/network/contract'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { FailedState, LoadingState } from '@salama/ui/components/list-state.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Certainty } from '@salama/ui/incidents/certainty.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { incidentWords, withLabels } from '@salama/ui/incidents/words.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { StageLine } from '@/network/stage-line.tsx'
import { type Ahead, aheadOf, directionOf, measure, OFF_ROUTE_M } from './ahead.ts'
import type { Ride } from './ride.ts'
import type { OwnFix } from './use-ride.ts'

const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), { ssr: false })

const REFRESH_MS = 60_000
/** Off the route for this long, the ride is probably over. */
const OFF_MS = 10 * 60_000
const RADIUS_M = 2_000

type Change = (changing: (ride: Ride) => Ride) => void
type Line = ReturnType<typeof useLine>

/** The route of a ride, in the direction that the rider says or moves in. */
export function useLine(ride: Ride, change: Change, fix: OwnFix | null) {
  const id = ride.route?.id
  const [directions, setDirections] = useState<readonly Direction[] | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useEffectEvent(async () => {
    if (id === undefined) return
    const result = await tryCall<typeof getLinePage>('GET /api/line-page', { query: { kind: 'route', id } })
    if (result.ok) setDirections(result.reply.directions)
    setFailed(!result.ok)
  })
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  const choose = (direction: number, of = directions ?? []) =>
    change((now) => ({ ...now, direction, towards: of[direction]?.stages.at(-1)?.name ?? null }))
  const stillOn = useRideFollowed(ride, directions, fix, choose)
  const isKnown = ride.direction !== null || directions?.length === 1
  const direction = directions?.[ride.direction ?? 0]
  const ahead = direction && aheadOf(direction, isKnown ? fix : null)
  return { directions, failed, load, choose, stillOn, isKnown, ahead, chosen: ride.direction }
}

/** The streets around the rider, the route, and what is live on it. */
export function RideMap({ ahead, fix, routeId }: { ahead: Ahead | undefined; fix: OwnFix | null; routeId: string }) {
  const [t, category] = [useTranslations('incidents'), useTranslations('categories')]
  const place = fix ?? ahead?.stages[0]?.place
  return (
    <div className="absolute inset-0 bg-sunken [--map-inset:20px] split:[--map-inset:0px]">
      {place && (
        <MapView
          place={place}
          pin={false}
          you={fix}
          radiusM={RADIUS_M}
          focus={routeId}
          hasStages
          incidents={withLabels(ahead?.live.map(({ incident }) => incident) ?? [], Date.now(), t, category)}
          isFramed={false}
          className="size-full"
        />
      )}
    </div>
  )
}

/** What comes next, which way the ride goes, and everything that lies ahead, in order. */
export function RouteAhead({ line, onEnd }: { line: Line; onEnd: () => void }) {
  const t = useTranslations('ride')
  const { directions, failed, load, choose, stillOn, isKnown, ahead, chosen } = line
  if (!directions) return failed ? <FailedState title={t('aheadFailed')} onRetry={load} /> : <LoadingState />
  if (!ahead) return <p className="text-soft">{t('noStages')}</p>
  const nowMs = Date.now()
  return (
    <>
      {stillOn && (
        <Notice tone="warn" announce="polite" title={t('stillOn')}>
          <div className="flex flex-wrap gap-3">
            <Button onClick={stillOn}>{t('stillOnYes')}</Button>
            <Button onClick={onEnd}>{t('end')}</Button>
          </div>
        </Notice>
      )}
      {isKnown ? <Next ahead={ahead} nowMs={nowMs} /> : <h1 className="text-xl font-bold">{t('whichWay')}</h1>}
      {directions.length > 1 && (
        <fieldset aria-label={t('whichWay')} className="pairs rounded-control bg-fill p-1">
          {directions.map(({ stages }, n) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a direction is its index
              key={n}
              type="button"
              aria-pressed={chosen === n}
              className={cx('min-h-11 rounded-lg px-2 py-1 leading-tight', chosen === n && 'bg-raised font-semibold')}
              onClick={() => choose(n)}
            >
              {t('towards', { stage: stages.at(-1)?.name ?? '' })}
            </button>
          ))}
        </fieldset>
      )}
      {failed && <p className="text-soft">{t('aheadOld')}</p>}
      <section aria-labelledby="ahead" className="flex flex-col gap-2">
        <h2 id="ahead" className="font-semibold">
          {t(isKnown ? 'ahead' : 'onRoute')}
        </h2>
        {isKnown ? (
          <StageLine direction={ahead} nowMs={nowMs} />
        ) : (
          <ul className="rows">
            {ahead.live.map(({ incident }) => (
              <li key={incident.id}>
                <IncidentCard incident={incident} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        )}
        {ahead.live.length === 0 && <p className="text-soft">{t('nothingAhead')}</p>}
      </section>
    </>
  )
}

/** What the ride comes to first: what, how far, where and how sure. No minutes: nobody knows how the traffic is. */
function Next({ ahead: { live, isPlaced }, nowMs }: { ahead: Ahead; nowMs: number }) {
  const [t, category] = [useTranslations('incidents'), useTranslations('categories')]
  const tRide = useTranslations('ride')
  const [next] = live
  if (!next) return <h1 className="text-xl font-bold">{tRide('quiet')}</h1>
  const { what, where, away, seen } = incidentWords(next.incident, nowMs, t, category)
  return (
    <header className="flex flex-col gap-1">
      <h1 className="text-xl font-bold">{what}</h1>
      {isPlaced && (
        <p className="font-semibold">
          <span>{tRide('stagesAhead', { stages: next.after })}</span>
          {away && ` · ${away}`}
        </p>
      )}
      <p>{where}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        {seen} <Certainty of={next.incident.corroboration} />
      </p>
    </header>
  )
}

/** Takes the direction from the movement, unless somebody chose one. Off the route for long: what says "still on it". */
function useRideFollowed(
  { direction }: Ride,
  directions: readonly Direction[] | null,
  fix: OwnFix | null,
  choose: (direction: number) => void,
): (() => void) | null {
  const first = useRef<OwnFix>(undefined)
  const [offSince, setOffSince] = useState<number | null>(null)
  const follow = useEffectEvent((now: OwnFix, all: readonly Direction[]) => {
    first.current ??= now
    const moved = direction === null ? directionOf(all, first.current, now) : null
    if (moved !== null) choose(moved)
    const isOff = all.every(({ stages }) => measure(stages, now).offM > OFF_ROUTE_M)
    setOffSince((since) => (isOff ? (since ?? now.atMs) : null))
  })
  useEffect(() => {
    if (fix && directions) follow(fix, directions)
  }, [fix, directions])
  const isLong = offSince !== null && fix !== null && fix.atMs - offSince > OFF_MS
  return isLong ? () => setOffSince(fix.atMs) : null
}
