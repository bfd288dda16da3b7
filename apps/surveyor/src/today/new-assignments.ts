import type { Assignment } from '@/field-state/field-cache.ts'
import type { HeldSlot } from '@/field-state/session.ts'

/** How long before the end of a claim or an assignment its surveyor is told; a deadline as early as by a notification. */
const SOON_MS = { claim: 30 * 60_000, due: 24 * 3600_000 }

/** Assignments with a free place that were not on the list when it was last opened. */
export const newAssignments = (assignments: readonly Assignment[], seen: readonly string[]) =>
  assignments.filter(({ id, openSlots, mine }) => openSlots > 0 && mine.length === 0 && !seen.includes(id))

/** What ends soon, the first of both: the claim, or the time in which the assignment is due. Null: neither. */
export function soonestEnd({ heldUntil, assignment: { dueAt } }: HeldSlot, nowMs: number) {
  const ends = [
    { what: 'claim' as const, leftMs: Date.parse(heldUntil) - nowMs },
    ...(dueAt ? [{ what: 'due' as const, leftMs: Date.parse(dueAt) - nowMs }] : []),
  ]
  return (
    ends
      .filter(({ what, leftMs }) => leftMs > 0 && leftMs < SOON_MS[what])
      .toSorted((a, b) => a.leftMs - b.leftMs)[0] ?? null
  )
}
