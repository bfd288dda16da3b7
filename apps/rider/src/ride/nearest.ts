import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

type Place = { lat: number; lng: number }
const NEAR_M = 1_000

/** The name of the nearest of these within a kilometre. */
export function nearestName(all: readonly { name: string; place: Place }[], { lat, lng }: Place): string | null {
  const awayM = ({ place }: { place: Place }) =>
    Math.hypot(place.lat - lat, (place.lng - lng) * Math.cos((lat * Math.PI) / 180)) * METRES_PER_DEGREE
  const [nearest] = all.toSorted((a, b) => awayM(a) - awayM(b))
  return nearest && awayM(nearest) <= NEAR_M ? nearest.name : null
}
