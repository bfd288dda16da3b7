'use client'

import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { cx } from '@salama/ui/components/cx.ts'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { MapPicture } from '@salama/ui/map/map-picture.tsx'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { MapControls, MapUnavailable } from './map-controls.tsx'
import type { MapPanelProps } from './map-panel.tsx'
import { useLiveMap } from './use-live-map.ts'

const MapPanel = dynamic(() => import('./map-panel.tsx').then(({ MapPanel }) => MapPanel).catch(() => MapUnavailable), {
  ssr: false,
})

type Props = Omit<MapPanelProps, 'incidents' | 'onDrawn'> & { incidents: readonly NearbyIncident[]; nowMs: number }

/** The map of the list: a drawing of it until the live map is wanted and there. */
export function NearbyMap({ incidents, nowMs, ...rest }: Props) {
  const { query, choice, onAdjust, onChange } = rest
  const tIncidents = useTranslations('incidents')
  const category = useTranslations('categories')
  const labelled = useMemo(
    () => withLabels(incidents, nowMs, tIncidents, category),
    [incidents, nowMs, tIncidents, category],
  )
  const { isLive, isAsked, ask } = useLiveMap(query.camera !== null)
  const [isDrawn, setIsDrawn] = useState(false)
  return (
    <div className="relative h-full">
      {isLive && (
        <div className={cx('h-full', !isDrawn && 'invisible')}>
          <MapPanel {...rest} incidents={labelled} onDrawn={() => setIsDrawn(true)} />
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
