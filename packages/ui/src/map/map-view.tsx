'use client'

import 'maplibre-gl/dist/maplibre-gl.css'
import { MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useMemo, useRef } from 'react'
import { cx } from '../components/cx.ts'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { MapAttribution } from './attribution.tsx'
import type { MapIncident } from './incident-marker.tsx'
import { IncidentMarkers } from './incident-markers.tsx'
import { ZoomButtons } from './map-buttons.tsx'
import { MapLoading } from './map-loading.tsx'
import { Marker } from './marker.tsx'
import { type Camera, type Place, type ReadyMap, useMap } from './use-map.ts'

export type { MapIncident } from './incident-marker.tsx'

/**
 * Incidents on a map of streets and lines. Its page shows them as a list as well, and there is a message where it
 * cannot be drawn. Markers are buttons in the list's order. `hint`: above; `children`: about the chosen one.
 */
export function MapView({
  place,
  pin = true,
  pinLabel,
  radiusM,
  camera,
  onMove,
  focus,
  hasStages = false,
  incidents = [],
  overlay,
  chosen,
  onChoose,
  className = 'h-[60dvh] min-h-80',
  isFramed = true,
  fallback,
  hint,
  children,
}: {
  place: Place
  /** Whether the location itself has a marker. */
  pin?: boolean
  /** The label of the location, unless the reader chose it. */
  pinLabel?: string | undefined
  radiusM: number
  /** Shows this instead of the circle around the location. */
  camera?: Camera | null
  onMove?: (camera: Camera) => void
  /** The id of the corridor or route that the map highlights. */
  focus?: string
  /** Whether stages are on it; the app then serves `/api/main-stages`. */
  hasStages?: boolean
  incidents?: readonly MapIncident[]
  /** Further markers, as `Marker`s on the map, and controls over it. */
  overlay?: (on: ReadyMap) => ReactNode
  chosen?: string | undefined
  onChoose?: (id: string) => void
  className?: string
  isFramed?: boolean
  /** Shown when the map is unavailable. */
  fallback?: ReactNode
  hint?: string
  children?: ReactNode
}) {
  const t = useTranslations('map')
  const box = useRef<HTMLDivElement>(null)
  const { lat, lng } = place
  const centre = useMemo(() => ({ lat, lng }), [lat, lng])
  const cells = useMemo(() => incidents.filter((i) => i.precision === 'coarse').map((i) => i.place), [incidents])
  const map = useMap(box, { place: centre, radiusM, camera, onMove, cells, focus, hasStages })
  if (map.state === 'missing' || map.state === 'failed')
    return (
      <>
        <Notice announce="polite">{t(map.state)}</Notice>
        {fallback}
      </>
    )
  return (
    <div className="contents">
      {hint && <p className="text-soft">{hint}</p>}
      <div className={cx('relative isolate overflow-hidden bg-sunken', isFramed && 'rounded-control', className)}>
        {/* Markers stay below the controls. */}
        <div ref={box} className="isolate size-full" />
        {map.state === 'loading' && <MapLoading />}
        {map.state === 'ready' && (
          <>
            {pin && (
              <Marker on={map} place={centre}>
                <span role="img" aria-label={pinLabel ?? t('you')} className="block text-3xl text-link">
                  <Icon as={MapPin} className="fill-raised" />
                </span>
              </Marker>
            )}
            <IncidentMarkers on={map} incidents={incidents} chosen={chosen} onChoose={onChoose} />
            {overlay?.(map)}
            <ZoomButtons
              onZoom={(by, originalEvent) => map.map.zoomTo(map.map.getZoom() + by, {}, { originalEvent })}
            />
          </>
        )}
        <MapAttribution isReady={map.state === 'ready'} />
      </div>
      {children}
    </div>
  )
}
