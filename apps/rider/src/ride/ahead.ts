import type { Direction } from '@salama/domain/network/contract'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

// Where a ride is on its route, and what lies ahead of it.

type Place = { lat: number; lng: number }

/** Farther from the line of stages than a road between two of them bends. */
export const OFF_ROUTE_M = 1_500
/** A movement that is one, as exactly as phones know where they are. */
const MOVED_M = 300

/** How far along the stages a place is, how many of them are behind it, and how far beside their line it is. */
export function measure(stages: Direction['stages'], { lat, lng }: Place) {
  const [my, mx] = [METRES_PER_DEGREE, METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)]
  const points = stages.map(({ place }) => ({ x: (place.lng - lng) * mx, y: (place.lat - lat) * my }))
  let nearest = { alongM: 0, behind: 0, offM: Number.POSITIVE_INFINITY }
  let beforeM = 0
  for (const [n, b] of points.entries()) {
    const a = points[n - 1] ?? b
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const lengthM = Math.hypot(dx, dy)
    const part = lengthM === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / lengthM ** 2))
    const offM = Math.hypot(a.x + part * dx, a.y + part * dy)
    if (offM < nearest.offM) nearest = { alongM: beforeM + part * lengthM, behind: part === 1 ? n + 1 : n, offM }
    beforeM += lengthM
  }
  return nearest
}

type Live = { after: number; incident: Direction['live'][number]['incident'] & { distanceM?: number } }
/** `isPlaced`: the phone knows where on the route it is, and what is behind is left out. */
export type Ahead = { stages: Direction['stages']; live: Live[]; isPlaced: boolean }

/** The stages and live incidents that a ride in this direction comes to, in order. */
export function aheadOf({ stages, live }: Direction, here: Place | null): Ahead {
  const own = here && measure(stages, here)
  const from = own && own.offM <= OFF_ROUTE_M ? own : null
  const inOrder = live
    .map((each) => ({ ...each, alongM: measure(stages, each.incident.place).alongM }))
    .toSorted((a, b) => a.after - b.after || a.alongM - b.alongM)
  if (!from) return { stages, live: inOrder, isPlaced: false }
  return {
    stages: stages.slice(from.behind),
    live: inOrder
      .filter(({ after, alongM }) => after > from.behind || (after === from.behind && alongM >= from.alongM))
      .map(({ after, incident, alongM }) => ({
        after: after - from.behind,
        incident: { ...incident, distanceM: Math.max(0, alongM - from.alongM) },
      })),
    isPlaced: true,
  }
}

/** Which of the directions somebody moves in; null while that is not clear. */
export function directionOf(directions: readonly Direction[], before: Place, now: Place): number | null {
  const moved = directions.map(({ stages }) => {
    const [a, b] = [measure(stages, before), measure(stages, now)]
    return Math.max(a.offM, b.offM) > OFF_ROUTE_M ? 0 : b.alongM - a.alongM
  })
  const most = Math.max(...moved)
  return most < MOVED_M ? null : moved.indexOf(most)
}
