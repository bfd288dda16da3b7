import type { PointOfInterest } from '@salama/domain/network/contract'
import { MAX_TAPS } from '@salama/domain/shared'
import type { Choice } from '@/field-state/draft.ts'
import type { Assignment, Names } from '@/field-state/field-cache.ts'
import type { Counting } from '@/field-state/saved-count.ts'
import { type CountBody, type FieldContent, placeBody } from '@/outbox/content.ts'

// A stage count in progress. It is saved after every tap, so a dead battery loses nothing; the time in which the app was
// closed becomes a pause, because nobody counted then.

const MAX_DURATION_S = 14 * 3600
/** A page that was closed for longer than this did not count. */
const CLOSED_S = 90

/** Seconds since the start; a phone clock that is set back does not turn them back. */
const elapsedS = ({ startedMs, seenS }: Counting, phoneMs: number) =>
  Math.min(MAX_DURATION_S, Math.max(seenS, Math.floor((phoneMs - startedMs) / 1000)))

/** Seconds of counting, without pauses. */
export function countedS(counting: Counting, phoneMs: number): number {
  const nowS = counting.pausedS ?? elapsedS(counting, phoneMs)
  return nowS - counting.pauses.reduce((sum, { fromS, toS }) => sum + toS - fromS, 0)
}

export const isFull = ({ taps }: Counting) => taps.length >= MAX_TAPS

export const tapped = <C extends Counting>(counting: C, routeId: string | null, phoneMs: number): C =>
  counting.pausedS !== null || isFull(counting)
    ? counting
    : { ...seen(counting, phoneMs), taps: [...counting.taps, { routeId, atS: elapsedS(counting, phoneMs) }] }

export const undone = <C extends Counting>(counting: C): C => ({ ...counting, taps: counting.taps.slice(0, -1) })

export const seen = <C extends Counting>(counting: C, phoneMs: number): C => ({
  ...counting,
  seenS: elapsedS(counting, phoneMs),
})

export const paused = <C extends Counting>(counting: C, phoneMs: number): C =>
  counting.pausedS === null ? { ...seen(counting, phoneMs), pausedS: elapsedS(counting, phoneMs) } : counting

export function resumed<C extends Counting>(counting: C, phoneMs: number): C {
  const { pausedS, pauses } = counting
  const toS = elapsedS(counting, phoneMs)
  return pausedS === null
    ? counting
    : { ...seen(counting, phoneMs), pausedS: null, pauses: [...pauses, { fromS: pausedS, toS }] }
}

/** Opened again: the time since it was last seen is a pause, unless it was short. */
export function reopened<C extends Counting>(counting: C, phoneMs: number): C {
  const isClosed = elapsedS(counting, phoneMs) - counting.seenS > CLOSED_S
  return isClosed && counting.pausedS === null ? { ...counting, pausedS: counting.seenS } : counting
}

/** The item to send. */
export function countOf(
  counting: Counting,
  sessionId: string,
  phoneMs: number,
): Extract<FieldContent, { kind: 'count' }> {
  const { startedAt, taps, pauses, pausedS, token, place } = counting
  // A count that ends while paused ended when the pause began.
  const endS = pausedS ?? elapsedS(counting, phoneMs)
  const body: CountBody = {
    startedAt,
    endedAt: new Date(Date.parse(startedAt) + endS * 1000).toISOString(),
    taps,
    pauses,
    ...(token !== null && { claimToken: token }),
    ...(place && { place: placeBody(place) }),
  }
  const minutes = Math.floor(countedS(counting, phoneMs) / 60)
  return { kind: 'count', sessionId, startedAt, vehicles: taps.length, minutes, claimToken: token, body }
}

const MAX_BUTTONS = 6

/** The routes to count: of the assignment, else those that stop at its stage. */
export function routesAt(
  assignment: Assignment | null,
  stages: readonly PointOfInterest[],
  names: Names | null,
): Choice[] {
  if (assignment?.route) return [{ id: assignment.route.id, name: assignment.route.shortName }]
  const stage = stages.find(({ id, name }) => id === assignment?.place?.stopId || name === assignment?.placeName)
  const routes = (stage?.routes ?? []).flatMap(
    (short) => names?.routes.find(({ shortName }) => shortName === short) ?? [],
  )
  return routes.slice(0, MAX_BUTTONS).map(({ id, shortName }) => ({ id, name: shortName }))
}
