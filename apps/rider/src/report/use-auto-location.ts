import { type Fix, isLocationGranted, watchLocation } from '@salama/ui/gps.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes the phone's location while `isWanted`, if it was allowed before. `isLocating`: until a fix, or none will be.
 */
export function useAutoLocation(isWanted: boolean, round: number, onFix: (fix: Fix) => void) {
  const [found, setFound] = useState<{ round: number; fix: Fix } | null>(null)
  const [ended, setEnded] = useState<number | null>(null)
  const report = useEffectEvent(onFix)
  useEffect(() => {
    if (!isWanted) return
    let stop: (() => void) | undefined
    let left = false
    isLocationGranted().then((isGranted) => {
      if (left) return
      if (!isGranted) return setEnded(round)
      stop = watchLocation(
        (fix) => {
          setFound({ round, fix })
          report(fix)
        },
        () => setEnded(round),
      )
    })
    return () => {
      left = true
      stop?.()
    }
  }, [isWanted, round])
  const fix = found?.round === round ? found.fix : null
  return { fix, isLocating: isWanted && fix === null && ended !== round }
}
