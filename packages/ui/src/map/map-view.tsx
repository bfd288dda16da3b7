'use client'

import 'maplibre-gl/dist/maplibre-gl.css'
import { MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { cx } from '../components/cx.ts'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { MapAttribution } from './attribution.tsx'
import { AREA_RADIUS_M, hazeOpacity, type Round } from './haze.ts'
import type { MapIncident } from './incident-marker.tsx'
import { IncidentMarkers } from './incident-markers.tsx'
import { ZoomButtons } from './map-buttons.tsx'
import { MapLoading } from './map-loading.tsx'
import { Marker } from './marker.tsx'
import { type Camera, type MapState, type Place, type ReadyMap, type Stages, useMap } from './use-map.ts'
import { YouDot } from './you-dot.tsx'

export type { MapIncident } from './incident-marker.tsx'

/** The same in each rendering: the map is drawn again for others. */
const NONE: readonly MapIncident[] = []

/**
 * Incidents on a map of streets and lines. Its page shows them as a list as well, and there is a message where it
 * cannot be drawn. Markers are buttons in the list's order. `hint`: above; `children`: about the chosen one.
 */
export function MapView({
  place,
  pin = true,
  pinLabel,
  you,
  covered,
  radiusM,
  camera,
  onMove,
  focus,
  hasStages = false,
  stages,
  incidents = NONE,
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
  /** Where the reader is, and how exactly the phone knows it. */
  you?: (Place & { accuracyM: number }) | null
  /** How many pixels of the map's lower end a sheet covers: what is chosen is moved out of them. */
  covered?: () => number
  radiusM: number
  /** Shows this instead of the circle around the location. */
  camera?: Camera | null
  onMove?: (camera: Camera) => void
  /** The id of the corridor or route that the map highlights. */
  focus?: string
  /** Whether stages are on it; the app then serves `/api/main-stages`. */
  hasStages?: boolean
  /** Those of a line, in place of the ones where most routes stop. */
  stages?: Stages
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
  const rounds = useMemo(() => {
    const areas = incidents.filter(({ precision }) => precision === 'coarse')
    const hazes = areas.map((each): Round => {
      return { kind: 'area', place: each.place, radiusM: AREA_RADIUS_M, opacity: hazeOpacity(each) }
    })
    return you ? [...hazes, { kind: 'you' as const, place: you, radiusM: you.accuracyM, opacity: 0.18 }] : hazes
  }, [incidents, you])
  const avoid = useMemo(() => [...(pin ? [centre] : []), ...(you ? [you] : [])], [pin, centre, you])
  const map = useMap(box, { place: centre, radiusM, camera, onMove, rounds, focus, hasStages, stages, covered })
  useChosenInView(map, incidents.find(({ id }) => id === chosen)?.place, covered)
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
                <span role="img" aria-label={pinLabel ?? t('you')} className="relative block text-3xl text-link">
                  <Icon as={MapPin} className="fill-raised" />
                  {pinLabel && (
                    <span className="area-name absolute left-1/2 top-full w-32 -translate-x-1/2 text-center font-sans text-[min(var(--text-xs),20px)] font-semibold">
                      {pinLabel}
                    </span>
                  )}
                </span>
              </Marker>
            )}
            {you && (
              <Marker on={map} place={you} above={incidents.length + 1}>
                <YouDot />
              </Marker>
            )}
            <IncidentMarkers on={map} incidents={incidents} avoid={avoid} chosen={chosen} onChoose={onChoose} />
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

/** Room around what is chosen: half of its sign, and what floats over the map's upper end. */
const MARGIN_PX = { side: 40, top: 88 }

/** Slides the map until what is chosen is beside whatever covers a part of it. */
function useChosenInView(on: MapState, chosen: Place | undefined, covered: (() => number) | undefined) {
  const slide = useEffectEvent((map: ReadyMap['map'], place: Place) => {
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const { x, y } = map.project([place.lng, place.lat])
    const bottom = covered?.() ?? 0
    const isClear =
      x > MARGIN_PX.side && x < width - MARGIN_PX.side && y > MARGIN_PX.top && y < height - bottom - MARGIN_PX.side
    if (isClear) return
    // To the middle of what is free; the padding of the map itself stays as it is.
    const padding = map.getPadding()
    const offset: [number, number] = [0, (MARGIN_PX.top - (padding.top ?? 0) + (padding.bottom ?? 0) - bottom) / 2]
    const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches
    map.easeTo({ center: place, offset, duration: 240, animate })
  })
  const { lat, lng } = chosen ?? {}
  useEffect(() => {
    if (on.state === 'ready' && lat !== undefined && lng !== undefined) slide(on.map, { lat, lng })
  }, [on, lat, lng])
}
