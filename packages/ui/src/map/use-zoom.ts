'use client'

import { useEffect, useState } from 'react'
import type { MapState } from './use-map.ts'

/** The map's zoom, as it was when it last came to rest: what lies on top of each other changes with it alone. */
export function useZoom(on: MapState): number {
  const map = on.state === 'ready' ? on.map : undefined
  const [zoom, setZoom] = useState(0)
  useEffect(() => {
    if (!map) return
    const rest = () => setZoom(map.getZoom())
    rest()
    map.on('zoomend', rest)
    return () => {
      map.off('zoomend', rest)
    }
  }, [map])
  return zoom
}
