import { claimTokenOf, type FieldContent, revisesOf } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { sessionOf } from '@/outbox/field-outbox.ts'
import { nowAtServer } from './clock.ts'
import type { Assignment, Server, ServerEntry, Session } from './field-cache.ts'

// The person's work: the server state with unsent local items on top. Of the same thing the server's wins.

export type OpenSession = {
  id: string
  startedAt: string
  /** `phone`: not yet known to the server. `closed`: closed by the server after inactivity. */
  state: 'open' | 'phone' | 'closed'
  server: Session | null
}

const isBefore = (a: string, bMs: number) => Date.parse(a) < bMs

/** Whether an item arrived after the last refresh, so that the server state does not include it. */
export const arrivedAfter = (server: Server | null, { receivedAt }: FieldEntry['item']) =>
  server !== null && isBefore(server.asOf, (receivedAt ?? 0) + server.skewMs)

/** The session that new entries belong to; null without one. */
export function openSession(entries: readonly FieldEntry[], server: Server | null): OpenSession | null {
  const ended = new Set(
    entries.flatMap(({ item: { content } }) =>
      content.kind === 'end' ? [content.sessionId, sessionOf(content.sessionId, entries)] : [],
    ),
  )
  const stored = server?.session ?? null
  const starts = entries.flatMap(({ item }) => (item.content.kind === 'start' ? [{ item, content: item.content }] : []))
  const last = starts.findLast(({ content }) => !ended.has(content.sessionId))
  if (last && !last.item.receivedAt)
    return { id: last.content.sessionId, startedAt: last.content.startedAt, state: 'phone', server: null }
  const id = last ? sessionOf(last.content.sessionId, entries) : null
  if (last && id !== null && !ended.has(id)) {
    if (!server || arrivedAfter(server, last.item))
      return { id, startedAt: last.content.startedAt, state: 'open', server: null }
    if (stored?.id === id && stored.state !== 'ended') return asCached(stored, server)
  }
  return server && stored && stored.state !== 'ended' && !ended.has(stored.id) ? asCached(stored, server) : null
}

function asCached(session: Session, server: Server): OpenSession {
  const isOver = session.state === 'abandoned' || isBefore(session.openUntil, nowAtServer(server))
  return { id: session.id, startedAt: session.startedAt, state: isOver ? 'closed' : 'open', server: session }
}

const HALF_DAY_MS = 12 * 3600 * 1000

/** The last end of a session on this phone within half a day of its own clock; null without one. */
export function lastEnd(entries: readonly FieldEntry[], phoneMs: number) {
  const ends = entries.flatMap(({ item: { savedAt, content } }) =>
    content.kind === 'end' && phoneMs - savedAt <= HALF_DAY_MS ? [content] : [],
  )
  return ends.at(-1) ?? null
}

export type Claim = Assignment['mine'][number]
/** A claim with its assignment. */
export type HeldSlot = Claim & { assignment: Assignment }

/** The claims of this person that were neither submitted nor released here, as far as the phone knows. */
export const claimsLeft = (entries: readonly FieldEntry[], server: Server | null): HeldSlot[] =>
  (server?.assignments ?? []).flatMap((assignment) =>
    assignment.mine.flatMap((claim) => {
      const isLeft = entries.some(({ item: { content, state } }) => {
        if (content.kind === 'submit') return content.token === claim.token && state !== 'refused'
        return content.kind === 'release' && content.token === claim.token
      })
      return claim.state === 'claimed' && !isLeft ? [{ assignment, ...claim }] : []
    }),
  )

/** The slots that this person holds, as far as the phone knows, until their leases end. */
export const heldSlots = (entries: readonly FieldEntry[], server: Server | null, nowMs: number): HeldSlot[] =>
  claimsLeft(entries, server).filter((claim) => !isBefore(claim.heldUntil, nowMs))

/** All claims that an entry can count for, also of handed-in and returned slots: late work belongs to its slot. */
export const claimsOf = (server: Server | null): HeldSlot[] =>
  (server?.assignments ?? [])
    .flatMap((assignment) => assignment.mine.map((claim) => ({ assignment, ...claim })))
    .filter(({ state }) => state === 'claimed' || state === 'submitted' || state === 'changes_requested')
    .toSorted((a, b) => b.token - a.token)

/**
 * How many vehicles there are on this phone and, from other devices, on the server; each once, without what was taken
 * back and what a newer one corrects.
 */
function countVehicles(
  entries: readonly FieldEntry[],
  server: Server | null,
  isHere: (content: FieldContent & { kind: 'entry' }) => boolean,
  isThere: (entry: ServerEntry) => boolean,
): number {
  const here = entries.flatMap(({ item: { id, content } }) => (content.kind === 'entry' && isHere(content) ? [id] : []))
  const there = (server?.entries ?? []).filter(isThere)
  const gone = new Set([
    ...there.filter(({ state }) => state === 'replaced' || state === 'withdrawn').map(({ id }) => id),
    ...there.map(({ revises }) => revises),
    ...entries.map(({ item: { content } }) => (content.kind === 'withdraw' ? content.entryId : revisesOf(content))),
  ])
  return new Set([...here, ...there.map(({ id }) => id)].filter((id) => !gone.has(id))).size
}

/** Under a claim. */
export const countUnder = (token: number, entries: readonly FieldEntry[], server: Server | null) =>
  countVehicles(
    entries,
    server,
    (content) => claimTokenOf(content) === token,
    ({ claimToken }) => claimToken === token,
  )

/** In a shift. */
export const countEntries = (sessionId: string, entries: readonly FieldEntry[], server: Server | null) =>
  countVehicles(
    entries,
    server,
    (content) => sessionOf(content.sessionId, entries) === sessionId,
    (entry) => entry.sessionId === sessionId,
  )
