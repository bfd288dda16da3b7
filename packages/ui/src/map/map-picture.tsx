'use client'

import { MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useMemo, useRef } from 'react'
import { Icon } from '../components/icon.tsx'
import { MapAttribution } from './attribution.tsx'
import { HALF_CELL } from './degrees.ts'
import { groupMarkers, pixelAt, zoomOfCircle } from './groups.ts'
import { type Choice, GroupButton, IncidentMarker, type MapIncident } from './incident-marker.tsx'
import { ZoomButtons } from './map-buttons.tsx'
import type { Camera, Place } from './use-map.ts'

/** Of the drawing: its radius in units (see packages/session/src/basemap-picture.ts). */
const UNITS = 400
/** Half of a phone's map, for which clusters are made: the server does not know the size. */
const HALF_PX = 160

/**
 * A drawing of the map with its incidents, shown until the live map is there: it needs no script, and the same circle
 * fits into the box in the same way, so nothing moves when the live map replaces it. `onCamera`: the user zooms.
 */
export function MapPicture({
  place,
  pin,
  radiusM,
  incidents,
  onCamera,
  onPress,
  isLoading,
  overlay,
  ...choice
}: {
  place: Place
  pin: boolean
  radiusM: number
  incidents: readonly MapIncident[]
  onCamera: (camera: Camera) => void
  /** Something on it was pressed, which also has its own effect. */
  onPress: () => void
  /** Whether the user waits for the live map. */
  isLoading: boolean
  overlay?: ReactNode
} & Choice) {
  const t = useTranslations('map')
  const box = useRef<HTMLDivElement>(null)
  const { lat, lng } = place
  const { markers, cells } = useMemo(() => {
    const zoom = zoomOfCircle({ lat, radiusM }, HALF_PX)
    const centre = pixelAt({ lat, lng }, zoom)
    /** In radii from the centre. */
    const offsetOf = (at: Place) => {
      const { x, y } = pixelAt(at, zoom)
      return { x: (x - centre.x) / HALF_PX, y: (y - centre.y) / HALF_PX }
    }
    return {
      markers: groupMarkers(incidents, ({ place: at }) => pixelAt(at, zoom)).map((group) => ({
        group,
        ...offsetOf(group[0].place),
      })),
      cells: incidents.flatMap(({ id, precision, place: { lat: north, lng: east } }) => {
        if (precision !== 'coarse') return []
        const [from, to] = [
          offsetOf({ lat: north + HALF_CELL, lng: east - HALF_CELL }),
          offsetOf({ lat: north - HALF_CELL, lng: east + HALF_CELL }),
        ]
        return [{ id, x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }]
      }),
    }
  }, [incidents, lat, lng, radiusM])
  const zoom = (by: number, to: Place = place) => {
    const { width = 0, height = 0 } = box.current?.getBoundingClientRect() ?? {}
    const zoomed = zoomOfCircle({ lat, radiusM }, Math.min(width, height) / 2) + by
    onCamera({ lat: to.lat, lng: to.lng, zoom: Number(zoomed.toFixed(2)) })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the buttons on it are pressed by keyboard
    <div
      ref={box}
      onClick={onPress}
      className="relative isolate size-full touch-none overflow-hidden bg-paper [container-type:size]"
    >
      <svg
        viewBox={`${-UNITS} ${-UNITS} ${2 * UNITS} ${2 * UNITS}`}
        aria-hidden="true"
        className="absolute size-full overflow-visible text-[28px] split:text-[14px]"
      >
        <use href={`/basemap/picture.svg?lat=${lat}&lng=${lng}&radiusM=${radiusM}#picture`} />
        {cells.map(({ id, x, y, width, height }) => (
          <rect
            key={id}
            x={(x * UNITS).toFixed(1)}
            y={(y * UNITS).toFixed(1)}
            width={(width * UNITS).toFixed(1)}
            height={(height * UNITS).toFixed(1)}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
            className="fill-danger/15 stroke-danger stroke-2"
          />
        ))}
      </svg>
      <div className="absolute inset-0 isolate">
        {pin && (
          <span
            role="img"
            aria-label={t('you')}
            className="absolute top-1/2 left-1/2 -translate-1/2 text-3xl text-link"
          >
            <Icon as={MapPin} className="fill-raised" />
          </span>
        )}
        {markers.map(({ group, x, y }, index) => (
          <div
            key={group[0].id}
            className="absolute -translate-1/2"
            style={{
              left: `calc(50% + ${(x * 50).toFixed(2)}cqmin)`,
              top: `calc(50% + ${(y * 50).toFixed(2)}cqmin)`,
              zIndex: markers.length - index,
            }}
          >
            {group.length === 1 ? (
              <IncidentMarker incident={group[0]} {...choice} />
            ) : (
              <GroupButton group={group} onPart={() => zoom(2, group[0].place)} {...choice} />
            )}
          </div>
        ))}
      </div>
      {overlay}
      <ZoomButtons onZoom={(by) => zoom(by)} />
      {isLoading && (
        <p
          role="status"
          className="absolute bottom-10 left-1/2 -translate-x-1/2 rounded-control border-2 border-edge bg-raised px-3 py-1"
        >
          {t('loading')}
        </p>
      )}
      <MapAttribution />
    </div>
  )
}
