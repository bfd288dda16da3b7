'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Place, ReadyMap } from './use-map.ts'

/** A React component at a location on the map. Of two that overlap, the one with the higher `above` is on top. */
export function Marker({
  on,
  place,
  above = 0,
  children,
}: {
  on: ReadyMap
  place: Place
  above?: number
  children: ReactNode
}) {
  const { map, Marker: MapMarker } = on
  const [element] = useState(() => document.createElement('div'))
  const { lat, lng } = place
  useEffect(() => {
    const marker = new MapMarker({ element }).setLngLat([lng, lat]).addTo(map)
    return () => {
      marker.remove()
    }
  }, [map, MapMarker, element, lat, lng])
  useEffect(() => {
    element.style.zIndex = String(above)
  }, [element, above])
  return createPortal(children, element)
}
