'use client'

import { useState } from 'react'
import { type Fix, type GpsTrouble, locate, type Wanted } from './gps.ts'

/** `ask` resolves with the place, or null; the trouble is then in `trouble`, until `forgive`. */
export function useGps(wanted: Wanted) {
  const [asking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<GpsTrouble | null>(null)
  const ask = async (): Promise<Fix | null> => {
    setAsking(true)
    setTrouble(null)
    const answer = await locate(wanted)
    setAsking(false)
    if (typeof answer !== 'string') return answer
    setTrouble(answer)
    return null
  }
  return { asking, trouble, ask, forgive: () => setTrouble(null) }
}
