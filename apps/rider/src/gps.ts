'use client'

import { useState } from 'react'

// Where the phone is, only ever asked for after a press on a button that says so.

export type Fix = { lat: number; lng: number; accuracyM: number }

/** Why there is no place: the person or their settings refused; the phone could not find out; it took too long; it has none. */
export type GpsTrouble = 'refused' | 'unfound' | 'slow' | 'missing'

const TROUBLES: Record<number, GpsTrouble> = { 1: 'refused', 2: 'unfound', 3: 'slow' }

function locate(exact: boolean): Promise<Fix | GpsTrouble> {
  if (!('geolocation' in navigator)) return Promise.resolve('missing')
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude, accuracyM: Math.round(coords.accuracy) }),
      (error) => resolve(TROUBLES[error.code] ?? 'unfound'),
      { enableHighAccuracy: exact, timeout: exact ? 15_000 : 10_000, maximumAge: exact ? 0 : 300_000 },
    )
  })
}

/** `ask` resolves with the place, or null; the trouble is then in `trouble`, until `forgive`. `exact` waits for the satellites. */
export function useGps({ exact }: { exact: boolean }) {
  const [asking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<GpsTrouble | null>(null)
  const ask = async (): Promise<Fix | null> => {
    setAsking(true)
    setTrouble(null)
    const answer = await locate(exact)
    setAsking(false)
    if (typeof answer !== 'string') return answer
    setTrouble(answer)
    return null
  }
  return { asking, trouble, ask, forgive: () => setTrouble(null) }
}
