import type { Assignment, Server } from '@/field-state/field-cache.ts'
import { claimsLeft, type HeldSlot, heldSlots } from '@/field-state/session.ts'
import { claimTokenOf } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { dayRoute } from './day-route.ts'
import { type Point, tooFarFrom } from './far-from.ts'
import { missingUnder } from './quota.ts'

/**
 * The claim of a new record, where no other is chosen: of several that are held one of this kind, at whose place the
 * phone is, with something left to do, that the last record was for, next on the way; in this order. With none, one
 * whose lease ran out offline: lateness never costs credited work.
 */
export function currentClaim(
  entries: readonly FieldEntry[],
  server: Server | null,
  nowMs: number,
  kind: Assignment['kind'],
  here: (Point & { accuracyM: number }) | null,
): HeldSlot | null {
  const held = heldSlots(entries, server, nowMs)
  if (held.length <= 1) return held[0] ?? claimsLeft(entries, server)[0] ?? null
  const last = entries.findLast(({ item: { content } }) => content.kind === 'entry' || content.kind === 'count')?.item
    .content
  const begun = last?.kind === 'entry' || last?.kind === 'count' ? claimTokenOf(last) : null
  const hasMore = (slot: HeldSlot) => {
    const { vehicles, minutes } = slot.assignment.quota
    const missing = missingUnder(slot, entries, server)
    return (vehicles ?? minutes) === null || missing.vehicles + missing.minutes > 0
  }
  const ranks: ((slot: HeldSlot) => boolean)[] = [
    ({ assignment }) => assignment.kind === kind,
    ({ assignment }) => here !== null && tooFarFrom(here, assignment) === null,
    hasMore,
    ({ token }) => token === begun,
  ]
  const rankOf = (slot: HeldSlot) => ranks.reduce((sum, fits) => sum * 2 + Number(fits(slot)), 0)
  const onTheWay = dayRoute(held, here, nowMs).map((stop) => stop.held)
  return onTheWay.toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? null
}
