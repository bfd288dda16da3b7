import { roundLocation } from '@salama/domain/shared'
import { useGps } from '@salama/ui/use-gps.ts'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { isSamePlace } from './place-name.ts'
import type { ListLocation } from './query.ts'

const StagePicker = dynamic(() => import('./stage-picker.tsx').then((module) => module.StagePicker), { ssr: false })

export type PlaceChoice = {
  /** Whether the list is around the user. */
  isMine: boolean
  isLocating: boolean
  gpsProblem: ReturnType<typeof useGps>['problem']
  locate: () => Promise<void>
  pickStage: () => void
  /** The dialog for a stage, while it is open. */
  picker: ReactNode
}

/** The two ways to change the place of the list: the phone's location, or a stage. */
export function usePlaceChoice(place: ListLocation, onChange: (place: ListLocation) => void): PlaceChoice {
  const gps = useGps({ exact: false })
  const [isPicking, setIsPicking] = useState(false)
  const [mine, setMine] = useState<ListLocation | null>(null)
  const locate = async () => {
    const fix = await gps.ask()
    if (!fix) return
    const found = { lat: roundLocation(fix.lat), lng: roundLocation(fix.lng), name: null }
    setMine(found)
    onChange(found)
  }
  return {
    isMine: place.name === null && isSamePlace(place, mine),
    isLocating: gps.asking,
    gpsProblem: gps.problem,
    locate,
    pickStage: () => setIsPicking(true),
    picker: isPicking && (
      <StagePicker
        near={place}
        onClose={() => setIsPicking(false)}
        onPick={(stage) => {
          setIsPicking(false)
          gps.forgive()
          onChange({ ...stage.place, name: stage.name })
        }}
      />
    ),
  }
}
