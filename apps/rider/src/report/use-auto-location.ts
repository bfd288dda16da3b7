'use client'

import { type Fix, isLocationGranted, watchLocation } from '@salama/ui/gps.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes the phone's location as soon as `isWanted`, if the user allowed it before. `isLocating` is true until there is a
 * fix, or it is clear that there will be none. Another `round` begins anew.
 */
export function useAutoLocation(isWanted: boolean, round: number, onFix: (fix: Fix) => void) {
  const [fix, setFix] = useState<Fix | null>(null)
  const [hasEnded, setHasEnded] = useState(false)
  const found = useEffectEvent((found: Fix) => {
    setFix(found)
    onFix(found)
  })
  useEffect(() => {
    if (!isWanted) return
    setFix(null)
    setHasEnded(false)
    let stop: (() => void) | undefined
    let left = false
    isLocationGranted().then((isGranted) => {
      if (left) return
      if (!isGranted) return setHasEnded(true)
      stop = watchLocation(
        (each) => found(each),
        () => setHasEnded(true),
      )
    })
    return () => {
      left = true
      stop?.()
    }
  }, [isWanted, round])
  return { fix, isLocating: isWanted && fix === null && !hasEnded }
}
