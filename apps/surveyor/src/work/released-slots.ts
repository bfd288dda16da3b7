import type { Assignment } from '@/field-state/field-cache.ts'
import type { Blocked } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'

const SHOWN_MS = 3600 * 1000

/** Items that ended a hold on a slot, pending or received; one that arrived after its lease expired had no effect. */
const releasesOf = (entries: readonly FieldEntry[]) =>
  entries.flatMap(({ item }) =>
    (item.content.kind === 'release' || item.content.kind === 'submit') && item.state !== 'refused' && !item.reply?.moot
      ? [{ item, release: item.content }]
      : [],
  )

/**
 * What was submitted or released within the last hour, and whether the server has it. Null once something was claimed
 * after it. `skewMs`: how far the server's clock, which dates a claim, is ahead.
 */
export function lastReleased(
  entries: readonly FieldEntry[],
  held: readonly { claimedAt: string }[],
  phoneMs: number,
  skewMs: number,
) {
  const last = releasesOf(entries).findLast(({ item }) => phoneMs - item.savedAt < SHOWN_MS)
  if (!last || held.some(({ claimedAt }) => Date.parse(claimedAt) - skewMs > last.item.savedAt)) return null
  const { item, release } = last
  return {
    isFinished: release.kind === 'submit',
    blocked: release.kind === 'release' ? release.blocked : null,
    assignmentId: release.assignmentId,
    token: release.token,
    hasArrived: item.state === 'received',
  }
}

/** Why this person reported an assignment as blocked; null: not. `unknown`: on another phone, or long ago. */
export function reportedBlocked(assignment: Assignment, entries: readonly FieldEntry[]): Blocked | 'unknown' | null {
  const reasons = releasesOf(entries).flatMap(({ release }) =>
    release.kind === 'release' && release.assignmentId === assignment.id && release.blocked !== null
      ? [release.blocked]
      : [],
  )
  return reasons.at(-1) ?? (assignment.mine.some(({ state }) => state === 'blocked') ? 'unknown' : null)
}
