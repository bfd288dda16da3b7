import { type Fix, isLocationGranted, watchLocation } from '@salama/ui/gps.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { isVague } from './draft.ts'

/**
 * Takes the phone's location while `isWanted`, if it was allowed before. `isLocating`: until a fix, or none will be. A
 * vague one is no fix, only `near`.
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
          if (!isVague(fix)) report(fix)
        },
        () => setEnded(round),
      )
    })
    return () => {
      left = true
      stop?.()
    }
  }, [isWanted, round])
  const near = found?.round === round ? found.fix : null
  const fix = near && !isVague(near) ? near : null
  return { fix, near, isLocating: isWanted && fix === null && ended !== round }
}
