import type { Direction, getLinePage } from '@salama/domain/network/contract'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { FailedState, LoadingState } from '@salama/ui/components/list-state.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { withLabels } from '@salama/ui/incidents/words.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { aheadOf, directionOf, measure, OFF_ROUTE_M } from './ahead.ts'
import type { Ride } from './ride.ts'
import type { OwnFix } from './use-ride.ts'

const HEIGHT = 'h-52'
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control bg-sunken`} />,
})

const REFRESH_MS = 60_000
/** Off the route for this long, the ride is probably over. */
const OFF_MS = 10 * 60_000
const RADIUS_M = 2_000

type Props = { route: NonNullable<Ride['route']>; ride: Ride; change: Change; fix: OwnFix | null; onEnd: () => void }
type Change = (changing: (ride: Ride) => Ride) => void

/** What lies ahead on the route, in the direction that the rider says or moves in. */
export function RouteAhead({ route, ride, change, fix, onEnd }: Props) {
  const t = useTranslations('ride')
  const [tIncidents, category] = [useTranslations('incidents'), useTranslations('categories')]
  const [directions, setDirections] = useState<readonly Direction[] | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useEffectEvent(async () => {
    const query = { kind: 'route' as const, id: route.id }
    const result = await tryCall<typeof getLinePage>('GET /api/line-page', { query })
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
  const isOff = useRideFollowed(ride, directions, fix, choose)

  if (!directions) return failed ? <FailedState title={t('aheadFailed')} onRetry={load} /> : <LoadingState />
  const direction = directions[ride.direction ?? 0]
  if (!direction) return <p className="text-soft">{t('noStages')}</p>
  const nowMs = Date.now()
  const isKnown = ride.direction !== null || directions.length === 1
  const ahead = aheadOf(direction, isKnown ? fix : null)
  const place = fix ?? direction.stages[0]?.place
  return (
    <>
      {isOff !== null && (
        <Notice tone="warn" announce="polite" title={t('stillOn')}>
          <div className="flex flex-wrap gap-3">
            <Button onClick={isOff}>{t('stillOnYes')}</Button>
            <Button onClick={onEnd}>{t('end')}</Button>
          </div>
        </Notice>
      )}
      {directions.length > 1 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-2 font-semibold">{t('whichWay')}</legend>
          <div className="pairs">
            {directions.map(({ stages }, n) => (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: a direction is its index
                key={n}
                aria-pressed={ride.direction === n}
                className={ride.direction === n ? 'ring-2 ring-ok' : ''}
                onClick={() => choose(n)}
              >
                {t('towards', { stage: stages.at(-1)?.name ?? '' })}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {place && (
        <MapView
          place={place}
          pin={false}
          you={fix}
          radiusM={RADIUS_M}
          focus={route.id}
          hasStages
          incidents={withLabels(
            ahead.map(({ incident }) => incident),
            nowMs,
            tIncidents,
            category,
          )}
          className={HEIGHT}
        />
      )}
      <section aria-labelledby="ahead">
        <h2 id="ahead" className="font-semibold">
          {t(isKnown ? 'ahead' : 'onRoute')}
        </h2>
        {failed && <p className="text-soft">{t('aheadOld')}</p>}
        {ahead.length === 0 && <p>{t('nothingAhead')}</p>}
        <ul className="rows">
          {ahead.map(({ incident, stages }) => (
            <li key={incident.id} className="py-1">
              {stages !== null && <p className="pt-1 text-sm font-semibold">{t('stagesAhead', { stages })}</p>}
              <IncidentCard incident={incident} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      </section>
    </>
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
