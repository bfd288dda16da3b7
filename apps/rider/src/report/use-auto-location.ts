import { type Fix, isLocationGranted, watchLocation } from '@salama/ui/gps.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { isVague } from './draft.ts'

/** A phone that knows its place vaguely may soon know it better; or it never tells more, because its person wants that. */
const VAGUE_MS = 4_000

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
    let vague: ReturnType<typeof setTimeout> | undefined
    isLocationGranted().then((isGranted) => {
      if (left) return
      if (!isGranted) return setEnded(round)
      stop = watchLocation(
        (fix) => {
          setFound({ round, fix })
          if (!isVague(fix)) return report(fix)
          vague ??= setTimeout(() => {
            stop?.()
            setEnded(round)
          }, VAGUE_MS)
        },
        () => setEnded(round),
      )
    })
    return () => {
      left = true
      clearTimeout(vague)
      stop?.()
    }
  }, [isWanted, round])
  const near = found?.round === round ? found.fix : null
  const fix = near && !isVague(near) ? near : null
  return { fix, near, isLocating: isWanted && fix === null && ended !== round }
}
