import type { HeldSlot } from '@/field-state/session.ts'
import { distanceM } from '@/gps.ts'
import { middleOf, nearestOf } from './assignment-view-model.ts'

type Point = { lat: number; lng: number }
/** `metres`: from the stop before, or from where the surveyor is; null where either has no place. */
export type Stop = { held: HeldSlot; metres: number | null }

/** On foot and by public transport alike. */
const METRES_PER_MINUTE = 80
/** Of a vehicle that is recorded, and how many there are where no number is asked. */
const VEHICLE = { minutes: 2, usual: 10 }

const workMinutes = ({ assignment: { quota } }: HeldSlot) =>
  quota.minutes ?? (quota.vehicles ?? VEHICLE.usual) * VEHICLE.minutes

/** When it has to be done: the assignment is due, or its claim cannot be renewed any more. */
const endMs = ({ renewableUntil, assignment: { dueAt } }: HeldSlot) =>
  Math.min(Date.parse(renewableUntil), dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt))

/**
 * The order of a day: always to the nearest place, except where that would make another one late that is in time when it
 * comes first. It begins where the surveyor is, else at what ends first. What has no place comes last.
 */
export function dayRoute(held: readonly HeldSlot[], from: Point | null, nowMs: number): Stop[] {
  const left = held.toSorted((a, b) => endMs(a) - endMs(b))
  const stops: Stop[] = []
  let here = from
  let atMs = nowMs
  const metresTo = (slot: HeldSlot, point: Point | null) => {
    const place = point && nearestOf(slot.assignment, point)
    return point && place ? distanceM(point, place) : null
  }
  const doneAt = (slot: HeldSlot, point: Point | null, ms: number) =>
    ms + ((metresTo(slot, point) ?? 0) / METRES_PER_MINUTE + workMinutes(slot)) * 60_000
  const rank = (slot: HeldSlot) => {
    if (!middleOf(slot.assignment)) return Number.POSITIVE_INFINITY
    return metresTo(slot, here) ?? 0
  }
  while (left.length > 0) {
    const nearest = left.reduce((best, slot) => (rank(slot) < rank(best) ? slot : best))
    const there = middleOf(nearest.assignment) ?? here
    const isMadeLate = (slot: HeldSlot) =>
      doneAt(slot, here, atMs) <= endMs(slot) && doneAt(slot, there, doneAt(nearest, here, atMs)) > endMs(slot)
    const next = left.find((slot) => slot !== nearest && isMadeLate(slot)) ?? nearest
    left.splice(left.indexOf(next), 1)
    stops.push({ held: next, metres: metresTo(next, here) })
    atMs = doneAt(next, here, atMs)
    here = middleOf(next.assignment) ?? here
  }
  return stops
}
