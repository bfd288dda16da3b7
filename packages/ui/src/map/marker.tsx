'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Place, ReadyMap } from './use-map.ts'

const NO_OFFSET = [0, 0] as const

/** A React component at a location on the map. Of two that overlap, the one with the higher `above` is on top. */
export function Marker({
  on,
  place,
  above = 0,
  offset: [right, down] = NO_OFFSET,
  children,
}: {
  on: ReadyMap
  place: Place
  above?: number
  /** In pixels, to the right and down. */
  offset?: readonly [number, number] | undefined
  children: ReactNode
}) {
  const { map, Marker: MapMarker } = on
  const [element] = useState(() => document.createElement('div'))
  const { lat, lng } = place
  useEffect(() => {
    const marker = new MapMarker({ element, offset: [right, down] }).setLngLat([lng, lat]).addTo(map)
    return () => {
      marker.remove()
    }
  }, [map, MapMarker, element, lat, lng, right, down])
  useEffect(() => {
    element.style.zIndex = String(above)
  }, [element, above])
  return createPortal(children, element)
}
