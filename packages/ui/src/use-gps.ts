'use client'

import { useState } from 'react'
import { type Fix, type GpsProblem, locate, type Wanted } from './gps.ts'

/** `ask` resolves with the location, or null; the problem is then in `problem`, until `forgive`. */
export function useGps(wanted: Wanted) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<GpsProblem | null>(null)
  const ask = async (): Promise<Fix | null> => {
    setAsking(true)
    setProblem(null)
    const answer = await locate(wanted)
    setAsking(false)
    if (typeof answer !== 'string') return answer
    setProblem(answer)
    return null
  }
  return { asking, problem, ask, forgive: () => setProblem(null) }
}
