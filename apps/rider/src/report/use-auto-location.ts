import { type Fix, isLocationGranted, watchLocation } from '@salama/ui/gps.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes the phone's location as soon as `isWanted`, if the user allowed it before. `isLocating` is true until there is a
 * fix, or it is clear that there will be none. Another `round` begins anew.
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
