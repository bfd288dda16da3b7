import type { getCorridorMap } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

export type Line = ReplyOf<typeof getCorridorMap>['features'][number]['geometry']

/** Padding, so that the ends of the line are not on the map's edge. */
const ROOM = 1.2

/** The circle around a line, as the map expects it: the centre of its bounding box, and half of the longer side. */
export function boundsOf(line: Line): { centre: { lat: number; lng: number }; radiusM: number } {
  const points = line.type === 'LineString' ? line.coordinates : line.coordinates.flat()
  const [lngs, lats] = [points.map(([lng = 0]) => lng), points.map(([, lat = 0]) => lat)]
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const lat = (south + north) / 2
  const wide = (east - west) * Math.cos((lat * Math.PI) / 180)
  return {
    centre: { lat, lng: (west + east) / 2 },
    radiusM: Math.max(500, ((Math.max(wide, north - south) * METRES_PER_DEGREE) / 2) * ROOM),
  }
}
