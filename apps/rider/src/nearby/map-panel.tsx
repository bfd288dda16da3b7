'use client'

import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { sortByScore } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import { MapButton, MapView } from '@salama/ui/map/map-view.tsx'
import type { ReadyMap } from '@salama/ui/map/use-map.ts'
import { LocateFixed, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { MapUnavailable } from './map-unavailable.tsx'
import { type NearbyQuery, roundRadius } from './query.ts'
import type { PlaceChoice } from './use-place-choice.tsx'

type Props = {
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

/** The map of the list, with the ways to change its place. */
export function MapPanel({ query, incidents, nowMs, choice, onAdjust, onChange, onUnavailable }: Props) {
  const say = useTranslations('incidents')
  const category = useTranslations('categories')
  return (
    <MapView
      place={query}
      pin={query.name !== null || choice.isMine}
      radiusM={query.radiusM}
      camera={query.camera}
      onMove={(camera) => onAdjust({ ...query, camera })}
      incidents={withLabels(sortByScore(incidents, nowMs), nowMs, say, category)}
      chosen={query.chosen ?? undefined}
      onChoose={(chosen) => onChange({ ...query, chosen })}
      hasStages
      isFramed={false}
      className="h-full"
      fallback={<MapUnavailable onUnavailable={onUnavailable} />}
      overlay={(on) => <Controls on={on} query={query} choice={choice} onSearch={onChange} />}
    />
  )
}

function Controls({
  on: { map },
  query,
  choice,
  onSearch,
}: {
  on: ReadyMap
  query: NearbyQuery
  choice: PlaceChoice
  onSearch: (query: NearbyQuery) => void
}) {
  const t = useTranslations('nearby')
  const { camera } = query
  const search = () => {
    if (!camera) return
    const radiusM = shownRadiusM(map)
    onSearch({ ...query, ...middleOf(camera), name: null, radiusM, chosen: null })
  }
  return (
    <>
      <div className="absolute top-2 right-[60px] left-2">
        <Button onClick={choice.pickStage}>
          <Icon as={Search} />
          {t('chooseStage')}
        </Button>
      </div>
      <div className="absolute top-[112px] right-2">
        <MapButton
          label={choice.isLocating ? t('finding') : t('useMyPlace')}
          icon={<Icon as={LocateFixed} className={choice.isLocating ? 'animate-turn' : ''} />}
          isBusy={choice.isLocating}
          onClick={choice.locate}
        />
      </div>
      {camera && !isSearched(camera, shownRadiusM(map), query) && (
        <div className="pointer-events-none absolute inset-x-0 bottom-9 flex justify-center">
          <Button variant="main" className="pointer-events-auto" onClick={search}>
            {t('searchArea')}
          </Button>
        </div>
      )}
    </>
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
