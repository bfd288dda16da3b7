import type { Assignment } from '@/desk/keep.ts'
import type { Blocked } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'

const SHOWN_MS = 3600 * 1000

/** Those that the server has taken, or may still take: one that came after the lease was over had no effect. */
const releasesOf = (entries: readonly FieldEntry[]) =>
  entries.flatMap(({ item }) =>
    item.content.kind === 'release' && item.state !== 'refused' && !item.reply?.moot
      ? [{ item, release: item.content }]
      : [],
  )

/**
 * What this person gave back within the last hour, by the phone's own clock, and whether the server knows. Whoever has
 * claimed another slot since, with a larger token, is not told any more.
 */
export function lastGivenBack(entries: readonly FieldEntry[], counting: { token: number } | null, phoneMs: number) {
  const last = releasesOf(entries).findLast(({ item }) => phoneMs - item.savedAt < SHOWN_MS)
  if (!last || (counting && counting.token > last.release.token)) return null
  return { blocked: last.release.blocked, hasArrived: last.item.state === 'received' }
}

/**
 * Why this person cannot do an assignment, in which others may still have a place: it is not offered to them again.
 * `unknown`: they said so on another phone, or long ago. Null: they never said so.
 */
export function saidBlocked(assignment: Assignment, entries: readonly FieldEntry[]): Blocked | 'unknown' | null {
  const said = releasesOf(entries).findLast(
    ({ release }) => release.assignmentId === assignment.id && release.blocked !== null,
  )
  return said?.release.blocked ?? (assignment.mine.some(({ state }) => state === 'blocked') ? 'unknown' : null)
}
