import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import { MapView } from '@salama/ui/map/map-view.tsx'
import { cameraOf, type ReadyMap } from '@salama/ui/map/use-map.ts'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { MapUnavailable } from './map-controls.tsx'
import { type NearbyQuery, roundRadius } from './query.ts'
import type { PlaceChoice } from './use-place-choice.tsx'

export type MapPanelProps = {
  query: NearbyQuery
  incidents: readonly NearbyIncident[]
  nowMs: number
  choice: PlaceChoice
  /** Replaces the URL's query, as the map moves. */
  onAdjust: (query: NearbyQuery) => void
  /** Searches somewhere else, or selects an incident: the Back button returns from it. */
  onChange: (query: NearbyQuery) => void
  /** This device cannot draw the map, or it could not be loaded. */
  onUnavailable: () => void
}

/** The map of the list. It can also search where it was moved to. */
export function MapPanel({ query, incidents, nowMs, choice, onAdjust, onChange, onUnavailable }: MapPanelProps) {
  const t = useTranslations('incidents')
  const category = useTranslations('categories')
  const labelled = useMemo(() => withLabels(incidents, nowMs, t, category), [incidents, nowMs, t, category])
  return (
    <MapView
      place={query}
      pin={query.name !== null || choice.isMine}
      radiusM={query.radiusM}
      camera={query.camera}
      onMove={(camera) => onAdjust({ ...query, camera })}
      incidents={labelled}
      chosen={query.chosen ?? undefined}
      onChoose={(chosen) => onChange({ ...query, chosen })}
      hasStages
      isFramed={false}
      className="h-full"
      fallback={<MapUnavailable onUnavailable={onUnavailable} />}
      overlay={(on) => <SearchArea on={on} query={query} onSearch={onChange} />}
    />
  )
}

function SearchArea({
  on: { map },
  query,
  onSearch,
}: {
  on: ReadyMap
  query: NearbyQuery
  onSearch: (query: NearbyQuery) => void
}) {
  const t = useTranslations('nearby')
  const { camera } = query
  if (!camera || isSearched(camera, shownRadiusM(map), query)) return null
  const search = () => {
    map.stop() // what is on the screen is searched, also while it glides
    const shown = cameraOf(map)
    onSearch({ ...query, camera: shown, ...middleOf(shown), name: null, radiusM: shownRadiusM(map), chosen: null })
  }
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-9 flex justify-center">
      <Button variant="main" className="pointer-events-auto" onClick={search}>
        {t('searchArea')}
      </Button>
    </div>
  )
}

/** Four decimals, about 11 m. */
const middleOf = ({ lat, lng }: { lat: number; lng: number }) => ({
  lat: Number(lat.toFixed(4)),
  lng: Number(lng.toFixed(4)),
})

/** From the middle of the map to its farther edge. */
function shownRadiusM(map: ReadyMap['map']): number {
  const bounds = map.getBounds()
  const degrees = Math.max(bounds.getNorth() - bounds.getSouth(), bounds.getEast() - bounds.getWest()) / 2
  return roundRadius(degrees * METRES_PER_DEGREE)
}

/** A map of any shape shows more than the circle that it was opened for. */
const ENOUGH = 2

/** Whether the list is around the middle of the map, and covers most of it. */
const isSearched = (camera: { lat: number; lng: number }, radiusM: number, query: NearbyQuery) => {
  const [middle, searched] = [middleOf(camera), middleOf(query)]
  return middle.lat === searched.lat && middle.lng === searched.lng && radiusM < query.radiusM * ENOUGH
}
