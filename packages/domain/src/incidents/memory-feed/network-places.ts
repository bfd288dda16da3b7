import RBush from 'rbush'
import { z } from 'zod'
import { CorridorRef, type Location } from '../../shared/shapes.ts'
import { type Box, boxAround, metresToArc, onPlane, type Place } from './geometry.ts'

// Area and corridor of any place, as app.locate in SQL finds them.
//
// PostGIS measures with the same sphere, but not to the same last digit. So a place is left to the database
// where that digit could decide: on the border of an area, as near to one corridor as to another, 250 m from one, or
// at half a metre, which is rounded.

/** Metres within which a corridor is found. app.corridor_at. */
const REACH_M = 250
/** Larger by far than the difference between the two calculations. */
const DOUBT_M = 0.000_01
const DOUBT_DEGREES = 1e-9

const Position = z.tuple([z.number(), z.number()])
/** The reply of api.get_network_places. */
export const NetworkCopy = z.object({
  corridors: z.array(z.object({ ref: CorridorRef, segments: z.array(z.tuple([Position, Position])) })),
  areas: z.array(z.object({ name: z.string(), polygons: z.array(z.array(z.array(Position))) })),
})

type Located = z.infer<typeof Location>
type Corridor = z.infer<typeof CorridorRef>

/** A line between two points, and what it belongs to. */
type Line<Of> = { ax: number; ay: number; bx: number; by: number; of: Of }

class Lines<Of> extends RBush<Line<Of>> {
  override toBBox({ ax, ay, bx, by }: Line<Of>): Box {
    return { minX: Math.min(ax, bx), minY: Math.min(ay, by), maxX: Math.max(ax, bx), maxY: Math.max(ay, by) }
  }
  override compareMinX(a: Line<Of>, b: Line<Of>): number {
    return Math.min(a.ax, a.bx) - Math.min(b.ax, b.bx)
  }
  override compareMinY(a: Line<Of>, b: Line<Of>): number {
    return Math.min(a.ay, a.by) - Math.min(b.ay, b.by)
  }
}

export class NetworkPlaces {
  /** On the plane of the index. */
  readonly #segments: Lines<{ ref: Corridor; from: Place; to: Place }>
  readonly #areas: readonly { name: string; edges: Lines<null> }[]

  constructor({ corridors, areas }: z.infer<typeof NetworkCopy>) {
    this.#segments = linesOf(
      corridors.flatMap(({ ref, segments }) =>
        segments.map(([[ax, ay], [bx, by]]) => {
          const [from, to] = [
            { lat: ay, lng: ax },
            { lat: by, lng: bx },
          ]
          const [a, b] = [onPlane(from), onPlane(to)]
          return lineOf([a.lng, a.lat], [b.lng, b.lat], { ref, from, to })
        }),
      ),
    )
    this.#areas = areas.map(({ name, polygons }) => ({
      name,
      edges: linesOf(polygons.flat().flatMap((ring) => ring.slice(1).map((to, n) => lineOf(ring[n] ?? to, to, null)))),
    }))
  }

  /** Null where only the database can decide. */
  locate(place: Place): Located | null {
    const area = this.#areaOf(place)
    const corridor = area && this.#corridorOf(place)
    return area && corridor && { ...area, ...corridor }
  }

  /** Which of several areas is the nearest to a place outside of them all is left to the database. */
  #areaOf({ lat, lng }: Place): Pick<Located, 'inServiceArea' | 'serviceArea'> | null {
    for (const { name, edges } of this.#areas) {
      const isIn = isCovered(edges, lng, lat)
      if (isIn === null) return null
      if (isIn) return { inServiceArea: true, serviceArea: name }
    }
    const [first, ...others] = this.#areas
    return others.length > 0 ? null : { inServiceArea: false, serviceArea: first?.name ?? null }
  }

  #corridorOf(place: Place): Pick<Located, 'corridor' | 'distanceM'> | null {
    const nearest = new Map<string, { of: Corridor; metres: number }>()
    for (const { of } of this.#segments.search(boxAround(place, REACH_M + 1))) {
      const metres = metresToArc(place, of.from, of.to)
      const known = nearest.get(of.ref.id)
      if (!known || metres < known.metres) nearest.set(of.ref.id, { of: of.ref, metres })
    }
    const [first, second] = [...nearest.values()].sort((a, b) => a.metres - b.metres)
    if (!first || first.metres > REACH_M + DOUBT_M) return { corridor: null, distanceM: null }
    const { of, metres } = first
    const isDoubtful =
      Math.abs(metres - REACH_M) <= DOUBT_M ||
      Math.abs(metres - Math.floor(metres) - 0.5) <= DOUBT_M ||
      (second !== undefined && second.metres - metres <= DOUBT_M)
    return isDoubtful ? null : { corridor: of, distanceM: Math.round(metres) }
  }
}

const lineOf = <Of>([ax, ay]: [number, number], [bx, by]: [number, number], of: Of): Line<Of> => ({
  ax,
  ay,
  bx,
  by,
  of,
})

const linesOf = <Of>(lines: readonly Line<Of>[]) => new Lines<Of>().load(lines) as Lines<Of> // it returns itself

const around = (x: number, y: number, reach: number): Box => ({
  minX: x - reach,
  minY: y - reach,
  maxX: x + reach,
  maxY: y + reach,
})

function distanceTo({ ax, ay, bx, by }: Line<unknown>, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared))
  return Math.hypot(ax + along * dx - x, ay + along * dy - y)
}

/** Whether a ray to the east crosses the border an odd number of times; null on the border itself. */
function isCovered(edges: Lines<null>, x: number, y: number): boolean | null {
  let isIn = false
  const ray = { ...around(x, y, DOUBT_DEGREES), maxX: Number.POSITIVE_INFINITY }
  for (const edge of edges.search(ray)) {
    if (distanceTo(edge, x, y) <= DOUBT_DEGREES) return null
    const { ax, ay, bx, by } = edge
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) isIn = !isIn
  }
  return isIn
}
