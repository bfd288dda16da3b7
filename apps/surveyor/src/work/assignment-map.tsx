import { CITY, RADIUS_M } from '@salama/domain/shared'
import { Icon } from '@salama/ui/components/icon.tsx'
import type { Fix } from '@salama/ui/gps.ts'
import { MapButton } from '@salama/ui/map/map-buttons.tsx'
import { MapView } from '@salama/ui/map/map-view.tsx'
import { Marker } from '@salama/ui/map/marker.tsx'
import type { ReadyMap } from '@salama/ui/map/use-map.ts'
import { LoaderCircle, LocateFixed } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { Fragment, useEffect, useMemo, useState } from 'react'
import { distanceM } from '@/gps.ts'
import { distance, middleOf, wordsOf } from './assignment-view-model.ts'
import type { Near } from './assignments.tsx'
import { spread } from './spread.ts'

const MIN_RADIUS_M = 1_500

/** The assignments on a map; details of the selected one are under it, and the list has them all. */
export function AssignmentMap({
  near,
  fix,
  chosen,
  onChoose,
  locating = false,
  onLocate,
  isRoute = false,
}: {
  near: readonly Near[]
  fix: Fix | null
  chosen: string | undefined
  onChoose: (id: string) => void
  locating?: boolean
  onLocate?: () => void
  /** They are visited in this order, which a line shows. */
  isRoute?: boolean
}) {
  const t = useTranslations('work')
  const locale = useLocale()
  const places = near.flatMap(({ assignment, metres }) => {
    const place = middleOf(assignment)
    return place ? [{ id: assignment.id, title: wordsOf(assignment, locale).title, place, metres }] : []
  })
  const centre = fix ?? places[0]?.place ?? CITY.centre
  const radiusM = useMemo(
    () => Math.min(RADIUS_M.most, Math.max(MIN_RADIUS_M, ...places.map(({ place }) => distanceM(centre, place) * 1.2))),
    [places, centre],
  )
  return (
    <MapView
      place={centre}
      pin={fix !== null}
      radiusM={radiusM}
      hasStages
      overlay={(on) => (
        <>
          {isRoute && <Way on={on} points={[...(fix ? [fix] : []), ...places.map(({ place }) => place)]} />}
          <Marks on={on} places={places} chosen={chosen} onChoose={onChoose} />
          {onLocate && (
            <div className="absolute top-2 start-2">
              <MapButton
                label={t('myLocation')}
                icon={<Icon as={locating ? LoaderCircle : LocateFixed} className={locating ? 'animate-turn' : ''} />}
                isBusy={locating}
                onClick={onLocate}
              />
            </div>
          )}
        </>
      )}
    >
      <p className="text-soft">{t('mapHint', { count: places.length })}</p>
    </MapView>
  )
}

/** A dotted line from place to place, straight: the surveyor knows the streets. */
function Way({ on, points }: { on: ReadyMap; points: readonly { lat: number; lng: number }[] }) {
  useMoves(on)
  const [first] = points
  if (!first) return null
  const start = on.map.project([first.lng, first.lat])
  const line = points.map(({ lat, lng }) => {
    const { x, y } = on.map.project([lng, lat])
    return `${x - start.x},${y - start.y}`
  })
  return (
    <Marker on={on} place={first}>
      <svg aria-hidden="true" className="pointer-events-none overflow-visible" width="1" height="1">
        <polyline
          points={line.join(' ')}
          className="fill-none stroke-ok"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray="1 10"
        />
      </svg>
    </Marker>
  )
}

/** Renders again after the map has moved. */
function useMoves({ map }: ReadyMap) {
  const [, setMoved] = useState(0)
  useEffect(() => {
    const moved = () => setMoved((n) => n + 1)
    map.on('moveend', moved)
    return () => void map.off('moveend', moved)
  }, [map])
}

type Placed = { id: string; title: string; place: { lat: number; lng: number }; metres: number | null }

/** Numbered marks, moved apart where they would cover each other; a line leads to the place of a moved one. */
function Marks({
  on,
  places,
  chosen,
  onChoose,
}: {
  on: ReadyMap
  places: readonly Placed[]
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useTranslations('work')
  useMoves(on)
  const { map } = on
  const offsets = spread(places.map(({ place }) => map.project([place.lng, place.lat])))
  return places.map(({ id, title, place, metres }, index) => {
    const { x, y } = offsets[index] ?? { x: 0, y: 0 }
    const isChosen = id === chosen
    return (
      <Fragment key={id}>
        {(x !== 0 || y !== 0) && (
          <Marker on={on} place={place}>
            <svg aria-hidden="true" className="pointer-events-none overflow-visible" width="1" height="1">
              <line x1="0" y1="0" x2={x} y2={y} className="stroke-ink" strokeWidth="3" />
              <circle r="5" className="fill-ink stroke-paper" strokeWidth="2" />
            </svg>
          </Marker>
        )}
        <Marker on={on} place={place} above={isChosen ? 2 : 1}>
          <button
            type="button"
            aria-label={metres === null ? title : t('markAt', { title, distance: distance(metres) })}
            aria-pressed={isChosen}
            onClick={() => onChoose(id)}
            style={{ transform: `translate(${x}px, ${y}px)` }}
            className={`grid size-11 place-items-center rounded-control border-3 border-ink font-semibold shadow-[0_0_0_2px_var(--color-paper)] ${isChosen ? 'bg-ink text-paper outline-5 outline-offset-2 outline-band' : 'bg-raised text-ink'}`}
          >
            {index + 1}
          </button>
        </Marker>
      </Fragment>
    )
  })
}
