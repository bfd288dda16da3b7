'use client'

import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { cx } from '@salama/ui/components/cx.ts'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { MapPicture } from '@salama/ui/map/map-picture.tsx'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { MapControls } from './map-controls.tsx'
import { MapUnavailable } from './map-unavailable.tsx'
import type { NearbyQuery } from './query.ts'
import { useLiveMap } from './use-live-map.ts'
import type { PlaceChoice } from './use-place-choice.tsx'

const MapPanel = dynamic(() => import('./map-panel.tsx').then(({ MapPanel }) => MapPanel).catch(() => MapUnavailable), {
  ssr: false,
})

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

/** The map of the list: a drawing of it until the live map is wanted and there. */
export function NearbyMap({ query, incidents, nowMs, choice, onAdjust, onChange, onUnavailable }: Props) {
  const say = useTranslations('incidents')
  const category = useTranslations('categories')
  const labelled = useMemo(() => withLabels(incidents, nowMs, say, category), [incidents, nowMs, say, category])
  const { isLive, isAsked, ask } = useLiveMap(query.camera !== null)
  const [isDrawn, setIsDrawn] = useState(false)
  return (
    <div className="relative h-full">
      {isLive && (
        <div className={cx('h-full', !isDrawn && 'invisible')}>
          <MapPanel
            query={query}
            incidents={labelled}
            choice={choice}
            onDrawn={() => setIsDrawn(true)}
            onAdjust={onAdjust}
            onChange={onChange}
            onUnavailable={onUnavailable}
          />
        </div>
      )}
      {!isDrawn && (
        <div className="absolute inset-0">
          <MapPicture
            place={query}
            pin={query.name !== null || choice.isMine}
            radiusM={query.radiusM}
            incidents={labelled}
            chosen={query.chosen ?? undefined}
            onChoose={(chosen) => onChange({ ...query, chosen })}
            onCamera={(camera) => onAdjust({ ...query, camera })}
            onPress={ask}
            isLoading={isAsked}
            overlay={<MapControls choice={choice} />}
          />
        </div>
      )}
    </div>
  )
}
