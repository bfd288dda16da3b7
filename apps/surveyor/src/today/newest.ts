import type { Assignment } from '@/field-state/field-cache.ts'
import type { HeldSlot } from '@/field-state/session.ts'

/** How long before the end of a claim or an assignment its surveyor is told. */
export const SOON_MS = 30 * 60_000

/** Assignments with a free place that were not on the list when it was last opened. */
export const newAssignments = (assignments: readonly Assignment[], seen: readonly string[]) =>
  assignments.filter(({ id, openSlots, mine }) => openSlots > 0 && mine.length === 0 && !seen.includes(id))

/** What ends first: the claim, or the time in which the assignment is due. Null once both are over. */
export function soonestEnd({ heldUntil, assignment: { dueAt } }: HeldSlot, nowMs: number) {
  const ends = [
    { what: 'claim' as const, leftMs: Date.parse(heldUntil) - nowMs },
    ...(dueAt ? [{ what: 'due' as const, leftMs: Date.parse(dueAt) - nowMs }] : []),
  ]
  return ends.filter(({ leftMs }) => leftMs > 0).toSorted((a, b) => a.leftMs - b.leftMs)[0] ?? null
}
