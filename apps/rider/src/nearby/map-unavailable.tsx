'use client'

import { useEffect, useEffectEvent } from 'react'

/** In place of the map where this device cannot draw it or it could not be loaded: then the page is the list alone. */
export function MapUnavailable({ onUnavailable }: { onUnavailable: () => void }) {
  const report = useEffectEvent(onUnavailable)
  useEffect(() => report(), [])
  return null
}
