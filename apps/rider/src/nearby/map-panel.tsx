import { withLabels } from '@salama/ui/incidents/words.ts'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import { MapView } from '@salama/ui/map/map-view.tsx'
import type { ReadyMap } from '@salama/ui/map/use-map.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { followDrags } from './early-drag.ts'
import type { Listed } from './listed.ts'
import { MapUnavailable } from './map-controls.tsx'
import { type NearbyQuery, roundRadius } from './query.ts'
import { isElsewhere } from './shown-area.ts'
import type { PlaceChoice } from './use-place-choice.tsx'

export type MapPanelProps = {
  query: NearbyQuery
  incidents: readonly Listed[]
  nowMs: number
  choice: PlaceChoice
  /** Replaces the URL's query, as the map moves. */
  onAdjust: (query: NearbyQuery) => void
  /** Selects an incident: the Back button returns from it. */
  onChange: (query: NearbyQuery) => void
  /** This device cannot draw the map, or it could not be loaded. */
  onUnavailable: () => void
}

/** The map of the list, which follows it. */
export function MapPanel({ query, incidents, nowMs, choice, onAdjust, onChange, onUnavailable }: MapPanelProps) {
  const t = useTranslations('incidents')
  const category = useTranslations('categories')
  const labelled = useMemo(() => withLabels(incidents, nowMs, t, category), [incidents, nowMs, t, category])
  return (
    <MapView
      place={query}
      pin={query.name !== null}
      pinLabel={query.name ?? undefined}
      you={choice.mine}
      covered={coveredPx}
      radiusM={query.radiusM}
      camera={query.camera}
      onMove={(camera) => onAdjust({ ...query, camera })}
      incidents={labelled}
      chosen={query.chosen ?? undefined}
      onChoose={(chosen) => {
        window.scrollTo({ top: 0 }) // the sheet as it rests: it covers least
        onChange({ ...query, chosen })
      }}
      hasStages
      isFramed={false}
      className="h-full"
      fallback={<MapUnavailable onUnavailable={onUnavailable} />}
      overlay={(on) => <ListFollows on={on} query={query} onAdjust={onAdjust} />}
    />
  )
}

/** What the resting sheet covers of a phone's map. On a wide screen it is beside it. */
function coveredPx(): number {
  const [sheet, map] = ['sheet', 'map'].map((name) => document.querySelector<HTMLElement>(`[data-${name}]`))
  return sheet && map && sheet.offsetLeft === map.offsetLeft ? Math.max(0, map.offsetHeight - sheet.offsetTop) : 0
}

/** A finger that lets go to pull again has not arrived. */
const RESTED_MS = 400

/** Lists what the map shows, once it rests somewhere else. */
function ListFollows({
  on: { map },
  query,
  onAdjust,
}: {
  on: ReadyMap
  query: NearbyQuery
  onAdjust: (query: NearbyQuery) => void
}) {
  useEffect(
    () =>
      followDrags((x, y, isOver) => {
        // As a move of the reader's, which the address follows, only once it is over.
        map.panBy([-x, -y], { animate: false }, isOver ? { originalEvent: new Event('pointerup') } : undefined)
      }),
    [map],
  )
  const { camera } = query
  const follow = useEffectEvent(() => {
    if (!camera) return
    const shown = { lat: round(camera.lat), lng: round(camera.lng), radiusM: shownRadiusM(map) }
    if (isElsewhere(shown, query)) onAdjust({ ...query, ...shown, name: null })
  })
  const at = camera && `${camera.zoom}/${camera.lat}/${camera.lng}`
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => follow(), RESTED_MS)
    return () => clearTimeout(timer)
  }, [at])
  return null
}

/** Three decimals, about 110 m: a list is the same for a little move. */
const round = (degrees: number) => Number(degrees.toFixed(3))

/** From the middle of the map to its farther edge. */
function shownRadiusM(map: ReadyMap['map']): number {
  const bounds = map.getBounds()
  const degrees = Math.max(bounds.getNorth() - bounds.getSouth(), bounds.getEast() - bounds.getWest()) / 2
  return roundRadius(degrees * METRES_PER_DEGREE)
}
