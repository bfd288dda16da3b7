import { roundLocation } from '@salama/domain/shared'
import type { Fix } from '@salama/ui/gps.ts'
import { useGps } from '@salama/ui/use-gps.ts'
import { useState } from 'react'
import { isSamePlace } from './place-name.ts'
import type { ListLocation } from './query.ts'

export type PlaceChoice = {
  /** Where the phone is, since it was asked. */
  mine: Fix | null
  /** Whether the list is around it. */
  isMine: boolean
  isLocating: boolean
  gpsProblem: ReturnType<typeof useGps>['problem']
  locate: () => Promise<void>
}

/** The way to the phone's own place. */
export function usePlaceChoice(place: ListLocation, onChange: (place: ListLocation) => void): PlaceChoice {
  const gps = useGps({ exact: false })
  const [mine, setMine] = useState<Fix | null>(null)
  const rounded = mine && { lat: roundLocation(mine.lat), lng: roundLocation(mine.lng) }
  const locate = async () => {
    const fix = await gps.ask()
    if (!fix) return
    setMine(fix)
    onChange({ lat: roundLocation(fix.lat), lng: roundLocation(fix.lng), name: null })
  }
  return {
    mine,
    isMine: place.name === null && isSamePlace(place, rounded),
    isLocating: gps.asking,
    gpsProblem: gps.problem,
    locate,
  }
}
