'use client'

import { MapLoading } from '@salama/ui/map/map-loading.tsx'
import { preloadMap } from '@salama/ui/map/preload-map.ts'
import dynamic from 'next/dynamic'
import { MapControls, MapUnavailable } from './map-controls.tsx'
import type { MapPanelProps } from './map-panel.tsx'

// The map starts with the page that has room for it, not once React has taken the page over.
if (typeof document !== 'undefined' && document.querySelector('[data-map]')) preloadMap()

const MapPanel = dynamic(() => import('./map-panel.tsx').then(({ MapPanel }) => MapPanel).catch(() => MapUnavailable), {
  ssr: false,
  loading: MapLoading,
})

/** The map of the list. Its room and the ways to change the place are there before it is. */
export const NearbyMap = (props: MapPanelProps) => (
  <div className="relative isolate h-full">
    <MapPanel {...props} />
    <MapControls choice={props.choice} />
  </div>
)
