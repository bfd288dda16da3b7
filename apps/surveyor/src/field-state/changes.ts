import type { FieldEntry } from '@/outbox/field-outbox.ts'
import type { Assignment, Server } from './field-cache.ts'
import type { Claim } from './session.ts'

// What an admin changed in the assignments that this person holds, found by comparing the state before a refresh with
// the one after it: it works without notifications, and says what it was before.

/** `assigned`: given by an admin, not claimed on any device; `gone`: no longer this person's, given back by an admin or on another device; `lapsed`: its time ran out. */
type What =
  | { what: 'due'; dueAt: string | null; dueBefore: string | null }
  | { what: 'text'; titleBefore: string }
  | { what: 'assigned' | 'closed' | 'gone' | 'lapsed' }
/** `id` is the same for the same change, so that it is listed once. */
export type Change = What & { id: string; at: string } & Pick<Assignment, 'title' | 'titleSw'> & {
    assignmentId: string
  }

const MAX_CHANGES = 20
const isHeld = ({ state }: Claim) => state === 'claimed' || state === 'changes_requested'

/** The changes from one server state to a later one. What this phone gave back itself is none. */
export function changesBetween(before: Server | null, now: Server, entries: readonly FieldEntry[]): Change[] {
  if (!now.isSurveyor) return []
  const assigned = newlyAssigned(before?.assignments ?? [], now)
  if (!before?.isSurveyor) return assigned
  const ofHeld = before.assignments.flatMap((old) =>
    old.mine.filter(isHeld).flatMap((claim) => changesOf(old, claim, now, entries)),
  )
  return [...ofHeld, ...assigned]
}

/** Claims that an admin made for this person and that this phone did not have. */
function newlyAssigned(before: readonly Assignment[], { asOf, assignments }: Server): Change[] {
  const known = new Set(before.flatMap(({ mine }) => mine.map(({ token }) => token)))
  return assignments.flatMap(({ id, title, titleSw, mine }) =>
    mine
      .filter((claim) => claim.state === 'claimed' && claim.assignedByAdmin && !known.has(claim.token))
      .map(({ token }) => ({ what: 'assigned', id: `${token} assigned`, at: asOf, title, titleSw, assignmentId: id })),
  )
}

function changesOf(old: Assignment, claim: Claim, now: Server, entries: readonly FieldEntry[]): Change[] {
  const assignment = now.assignments.find(({ id }) => id === old.id)
  const { title, titleSw } = assignment ?? old
  const change = (what: What, version: string): Change => ({
    ...what,
    id: `${claim.token} ${what.what} ${version}`,
    at: now.asOf,
    title,
    titleSw,
    assignmentId: old.id,
  })
  const current = assignment?.mine.find(({ token }) => token === claim.token)
  if (!assignment || !current) {
    if (isLeftHere(claim, entries)) return []
    const isOver = Date.parse(claim.heldUntil) <= Date.parse(now.asOf)
    return [change({ what: isOver ? 'lapsed' : 'gone' }, '')]
  }
  if (assignment.closedAt !== null) return old.closedAt === null ? [change({ what: 'closed' }, '')] : []
  const { dueAt } = assignment
  return [
    ...(dueAt === old.dueAt ? [] : [change({ what: 'due', dueAt, dueBefore: old.dueAt }, dueAt ?? '')]),
    ...(textOf(assignment) === textOf(old)
      ? []
      : [change({ what: 'text', titleBefore: old.title }, textOf(assignment))]),
  ]
}

const isLeftHere = ({ token }: Claim, entries: readonly FieldEntry[]) =>
  entries.some(
    ({ item: { content } }) => (content.kind === 'release' || content.kind === 'submit') && content.token === token,
  )

const textOf = ({ title, titleSw, instructions, instructionsSw }: Assignment) =>
  JSON.stringify([title, titleSw, instructions, instructionsSw])

/** Unseen changes with newer ones, the newest first. A deadline that moved twice is listed once, from where it was seen. */
export function withNewer(unseen: readonly Change[], newer: readonly Change[]): Change[] {
  const known = new Set(unseen.map(({ id }) => id))
  return newer
    .filter(({ id }) => !known.has(id))
    .reduce<Change[]>(
      (all, each) => {
        const isSame = (other: Change) => other.assignmentId === each.assignmentId && other.what === each.what
        const first = all.find(isSame)
        const rest = all.filter((other) => !isSame(other))
        if (each.what !== 'due' || first?.what !== 'due') return [each, ...rest]
        // Back to what was seen.
        return each.dueAt === first.dueBefore ? rest : [{ ...each, dueBefore: first.dueBefore }, ...rest]
      },
      [...unseen],
    )
    .slice(0, MAX_CHANGES)
}
