'use client'

import { useEffect, useEffectEvent } from 'react'
import type { Loaded } from '@/nearby/fetch-nearby.ts'
import type { NearbyQuery } from '@/nearby/query.ts'

/** Saves the shown list for offline use. The database module loads when the page is idle. */
export function useSavedList(query: NearbyQuery, loaded: Loaded, fresh: boolean): void {
  const keep = useEffectEvent(() => {
    import('./saved.ts').then(({ saveList }) => saveList({ query, loaded })).catch(() => null)
  })
  const { reply } = loaded
  useEffect(() => {
    if (!fresh || reply === undefined) return
    const timer = setTimeout(keep, 1_000)
    return () => clearTimeout(timer)
  }, [reply, fresh])
}
