import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

/** The circle around places, as the map expects it, with some room at the edge. */
export function circleAround(
  places: readonly { lat: number; lng: number }[],
  { leastRadiusM = 800, room = 1.1 }: { leastRadiusM?: number; room?: number } = {},
) {
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  const widest = Math.max(north - south, east - west) / 2
  return {
    place: { lat: (south + north) / 2, lng: (west + east) / 2 },
    radiusM: Math.max(leastRadiusM, widest * room * METRES_PER_DEGREE),
  }
}
