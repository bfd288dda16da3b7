'use client'

import type { listNearbyIncidents } from '@salama/domain/incidents/contract'
import type { Location } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { useEffect, useState } from 'react'
import type { z } from 'zod'

/** The coverage of a place before sending. `unknown`: the request failed; the server will check. */
export type Coverage = { state: 'asking' | 'unknown' } | { state: 'known'; location: z.infer<typeof Location> }

type At = { lat: number; lng: number }
const isAt = (a: At | undefined, b: At | undefined) => a?.lat === b?.lat && a?.lng === b?.lng

/** Fetches the coverage and corridor of a place. A response for another place is ignored. */
export function useCoverage(place: At | undefined): Coverage {
  const [answer, setAnswer] = useState<{ at: At; coverage: Coverage }>()
  const { lat, lng } = place ?? {}
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    const left = new AbortController()
    const at = { lat, lng }
    askAbout(at, left.signal).then(
      (location) => setAnswer({ at, coverage: { state: 'known', location } }),
      () => left.signal.aborted || setAnswer({ at, coverage: { state: 'unknown' } }),
    )
    return () => left.abort()
  }, [lat, lng])
  return answer && isAt(answer.at, place) ? answer.coverage : { state: 'asking' }
}

async function askAbout({ lat, lng }: At, signal: AbortSignal) {
  const query = { lat, lng, radiusM: 50, limit: 1 }
  return (await call<typeof listNearbyIncidents>('GET /api/incidents/nearby', { query, signal })).location
}
