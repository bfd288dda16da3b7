'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Place, ReadyMap } from './use-map.ts'

/** A React component at a location on the map. */
export function Mark({ on, place, children }: { on: ReadyMap; place: Place; children: ReactNode }) {
  const { map, Marker } = on
  const [element] = useState(() => document.createElement('div'))
  const { lat, lng } = place
  useEffect(() => {
    const marker = new Marker({ element }).setLngLat([lng, lat]).addTo(map)
    return () => {
      marker.remove()
    }
  }, [map, Marker, element, lat, lng])
  return createPortal(children, element)
}
