import type { listMainStages, PointOfInterest } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { BASEMAP_SOURCE, LANDMARKS } from '@salama/ui/map/basemap-style.ts'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import { fetchJson } from '@salama/ui/map/saved-files.ts'
import type { ReadyMap } from '@salama/ui/map/use-map.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { asPin, type DraftPlace } from './draft.ts'

type Place = { lat: number; lng: number }
/** What is one tap away; `about` tells it from others of its name. */
export type NearPlace = { id: string; name: string; about: string | undefined; place: DraftPlace }

const MAX_STAGES = 5
const MAX_LANDMARKS = 3

export const asStop = ({ id, name, place }: PointOfInterest): DraftPlace => ({ kind: 'stop', id, name, ...place })

const asNear = (stage: PointOfInterest): NearPlace => {
  return { id: stage.id, name: stage.name, about: stage.area ?? stage.corridor?.name, place: asStop(stage) }
}

/** The main stages around a place and the landmarks of a map, nearest first. Stages are on the phone, or of its maps. */
export function useNearestPlaces({ lat, lng }: Place, landmarks: readonly NearPlace[]): NearPlace[] {
  const [stages, setStages] = useState<readonly NearPlace[]>([])
  useEffect(() => {
    fetchJson<ReplyOf<typeof listMainStages>>('/api/main-stages')
      .then(
        ({ data }) => data,
        () => import('@/offline/saved.ts').then(({ readSavedStages }) => readSavedStages()),
      )
      .then((found) => setStages(found.map(asNear)))
  }, [])
  const away = ({ place }: NearPlace) =>
    Math.hypot(place.lat - lat, (place.lng - lng) * Math.cos((lat * Math.PI) / 180)) * METRES_PER_DEGREE
  const nearest = (places: readonly NearPlace[], most: number) =>
    places.toSorted((a, b) => away(a) - away(b)).slice(0, most)
  const both = [...nearest(stages, MAX_STAGES), ...nearest(landmarks, MAX_LANDMARKS)]
  return nearest(both, both.length)
}

/** Tells which landmarks the tiles of a map name, once it rests. */
export function MapLandmarks({ on: { map }, onFound }: { on: ReadyMap; onFound: (found: NearPlace[]) => void }) {
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    let known = ''
    const read = () => {
      const found = new Map<string, NearPlace>()
      for (const { properties, geometry } of map.querySourceFeatures(BASEMAP_SOURCE, { sourceLayer: 'pois' })) {
        if (geometry.type !== 'Point' || !properties.name || !LANDMARKS.includes(properties.class)) continue
        const [lng = 0, lat = 0] = geometry.coordinates
        const name = String(properties.name)
        found.set(name, { id: name, name, about: undefined, place: asPin({ lat, lng }, name) })
      }
      const names = [...found.keys()].join()
      if (names === known) return // a map that is drawn again rests again
      known = names
      tell([...found.values()])
    }
    map.on('idle', read)
    return () => {
      map.off('idle', read)
    }
  }, [map])
  return null
}
