import type { Assignment } from '@/field-state/field-cache.ts'
import type { Blocked } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'

const SHOWN_MS = 3600 * 1000

/** What ended a hold on a slot, as far as the server has taken it or may still take it: one that came after the lease was over had no effect. */
const leavesOf = (entries: readonly FieldEntry[]) =>
  entries.flatMap(({ item }) =>
    (item.content.kind === 'release' || item.content.kind === 'submit') && item.state !== 'refused' && !item.reply?.moot
      ? [{ item, left: item.content }]
      : [],
  )

/**
 * What this person handed in or gave back within the last hour, by the phone's own clock, and whether the server knows. Whoever has
 * claimed another slot since, with a larger token, is not told any more.
 */
export function lastLeft(entries: readonly FieldEntry[], held: { token: number } | null, phoneMs: number) {
  const last = leavesOf(entries).findLast(({ item }) => phoneMs - item.savedAt < SHOWN_MS)
  if (!last || (held && held.token > last.left.token)) return null
  const { item, left } = last
  return {
    isFinished: left.kind === 'submit',
    blocked: left.kind === 'release' ? left.blocked : null,
    token: left.token,
    hasArrived: item.state === 'received',
  }
}

/**
 * Why this person cannot do an assignment, in which others may still have a place: it is not offered to them again.
 * `unknown`: they said so on another phone, or long ago. Null: they never said so.
 */
export function reportedBlocked(assignment: Assignment, entries: readonly FieldEntry[]): Blocked | 'unknown' | null {
  const said = leavesOf(entries).flatMap(({ left }) =>
    left.kind === 'release' && left.assignmentId === assignment.id && left.blocked !== null ? [left.blocked] : [],
  )
  return said.at(-1) ?? (assignment.mine.some(({ state }) => state === 'blocked') ? 'unknown' : null)
}
