'use client'

import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { MapLoading } from '@salama/ui/map/map-loading.tsx'
import { preloadMap } from '@salama/ui/map/preload-map.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { MapControls, MapUnavailable } from './map-controls.tsx'
import type { MapPanelProps } from './map-panel.tsx'

// The map starts with the page that has room for it, not once React has taken the page over.
if (typeof document !== 'undefined' && document.querySelector('[data-map]')) preloadMap()

const MapPanel = dynamic(() => import('./map-panel.tsx').then(({ MapPanel }) => MapPanel).catch(() => MapUnavailable), {
  ssr: false,
  loading: MapLoading,
})

type Props = Omit<MapPanelProps, 'incidents'> & { incidents: readonly NearbyIncident[]; nowMs: number }

/** The map of the list. Its room and the ways to change the place are there before it is. */
export function NearbyMap({ incidents, nowMs, ...rest }: Props) {
  const tIncidents = useTranslations('incidents')
  const category = useTranslations('categories')
  const labelled = useMemo(
    () => withLabels(incidents, nowMs, tIncidents, category),
    [incidents, nowMs, tIncidents, category],
  )
  return (
    <div className="relative isolate h-full">
      <MapPanel {...rest} incidents={labelled} />
      <MapControls choice={rest.choice} />
    </div>
  )
}
