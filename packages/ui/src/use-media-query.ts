'use client'

import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; `atServer` is assumed where there is no window. */
export function useMediaQuery(query: string, atServer = false): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => atServer,
  )
}
