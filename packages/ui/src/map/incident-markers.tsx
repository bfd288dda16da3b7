'use client'

import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { groupMarkers, pixelAt } from './groups.ts'
import { type Choice, GroupButton, IncidentMarker, type MapGroup, type MapIncident } from './incident-marker.tsx'
import { Marker } from './marker.tsx'
import type { ReadyMap } from './use-map.ts'

/** The markers; overlapping ones are a cluster with their number, which zooms in. */
export function IncidentMarkers({
  on,
  incidents,
  ...choice
}: { on: ReadyMap; incidents: readonly MapIncident[] } & Choice) {
  const zoom = useZoom(on)
  // Pixel positions at that zoom, with an arbitrary origin: only their distances matter.
  const groups = useMemo(() => groupMarkers(incidents, ({ place }) => pixelAt(place, zoom)), [incidents, zoom])
  return groups.map((group, index) => {
    const [first] = group
    return (
      <Marker key={first.id} on={on} place={first.place} above={groups.length - index}>
        {group.length === 1 ? (
          <IncidentMarker incident={first} {...choice} />
        ) : (
          <GroupMarker on={on} group={group} {...choice} />
        )}
      </Marker>
    )
  })
}

function GroupMarker({ on, group, ...choice }: { on: ReadyMap; group: MapGroup } & Choice) {
  const part = (originalEvent: MouseEvent) => {
    const places = group.map(({ place }) => place)
    const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)]
    const bounds: [number, number, number, number] = [
      Math.min(...lngs),
      Math.min(...lats),
      Math.max(...lngs),
      Math.max(...lats),
    ]
    const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches
    on.map.fitBounds(bounds, { padding: 70, maxZoom: on.map.getMaxZoom(), animate }, { originalEvent })
  }
  return <GroupButton group={group} onPart={part} {...choice} />
}

/** The map's zoom after it last stopped moving: clusters depend on nothing else. */
function useZoom({ map }: ReadyMap): number {
  const [zoom, setZoom] = useState(() => map.getZoom())
  useEffect(() => {
    const rest = () => setZoom(map.getZoom())
    rest()
    map.on('zoomend', rest)
    return () => {
      map.off('zoomend', rest)
    }
  }, [map])
  return zoom
}
