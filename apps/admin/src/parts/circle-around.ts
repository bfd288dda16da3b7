import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

const LEAST_RADIUS_M = 800

/** The circle around places, as the map expects it. */
export function circleAround(places: readonly { lat: number; lng: number }[]) {
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  const widest = Math.max(north - south, east - west) / 2
  return {
    place: { lat: (south + north) / 2, lng: (west + east) / 2 },
    radiusM: Math.max(LEAST_RADIUS_M, widest * 1.1 * METRES_PER_DEGREE),
  }
}
