import { newItem } from '@salama/outbox/items.ts'
import { expect, test } from 'vitest'
import type { FieldContent, FieldReply } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import type { Server, Session } from './field-cache.ts'
import { countEntries, countUnder, heldSlots, lastEnd, openSession } from './session.ts'

const NOW = Date.now()
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

/** An item on this phone; `arrived` minutes from now, or not yet. */
function put(content: FieldContent, arrived?: number, reply: FieldReply = {}): FieldEntry {
  const item = newItem<FieldContent, FieldReply>(crypto.randomUUID(), content, NOW)
  const there = { state: 'received' as const, receivedAt: NOW + (arrived ?? 0) * 60_000, reply }
  return { item: arrived === undefined ? item : { ...item, ...there }, files: [] }
}
const start = (sessionId: string): FieldContent => ({ kind: 'start', sessionId, startedAt: at(-60), place: null })
const end = (sessionId: string): FieldContent => ({ kind: 'end', sessionId, endedAt: at(0) })
const entry = (sessionId: string) => ({
  kind: 'entry' as const,
  sessionId,
  plate: 'KDA 123A',
  capturedAt: at(-5),
  body: null,
})

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  state: 'open',
  startedAt: at(-60),
  touchedAt: at(-60),
  openUntil: at(120),
  endedAt: null,
  place: null,
  location: null,
  entryCount: 0,
  ...more,
})
const server = (more: Partial<Server> = {}): Server => ({
  asOf: at(0),
  skewMs: 0,
  isSurveyor: true,
  isEligible: true,
  mustAgree: false,
  session: null,
  assignments: [],
  entries: [],
  stats: null,
  ...more,
})

test('treats an unsent start as an open session, until its end is recorded', () => {
  expect(openSession([], server())).toBeNull()
  expect(openSession([put(start('a'))], server())).toMatchObject({ id: 'a', state: 'phone' })
  expect(openSession([put(start('a')), put(end('a'))], server())).toBeNull()
  expect(openSession([put(start('a')), put(end('a')), put(start('b'))], null)).toMatchObject({ id: 'b' })
})

test('uses the server’s state once the start is received: open, closed or ended elsewhere', () => {
  const arrived = [put(start('a'), -30)]
  expect(openSession(arrived, server({ session: session('a') }))).toMatchObject({ id: 'a', state: 'open' })
  const abandoned = server({ session: session('a', { state: 'abandoned' }) })
  expect(openSession(arrived, abandoned)).toMatchObject({ id: 'a', state: 'closed' })
  const ended = server({ session: session('a', { state: 'ended', endedAt: at(-10) }) })
  expect(openSession(arrived, ended)).toBeNull()
  const older = server({ asOf: at(-40) })
  expect(openSession(arrived, older)).toMatchObject({ id: 'a', state: 'open', server: null })
})

test('treats a session as closed after its server timeout, also before the next refresh', () => {
  const quiet = server({ asOf: at(-200), session: session('a', { openUntil: at(-20) }) })
  expect(openSession([], quiet)).toMatchObject({ id: 'a', state: 'closed' })
})

test('assigns entries of an adopted session to the session of the server', () => {
  const entries = [put(start('b'), -1, { adopted: 'a' }), put(entry('b')), put(entry('a'), -1)]
  expect(openSession(entries, server({ session: session('a') }))).toMatchObject({ id: 'a' })
  expect(countEntries('a', entries, null)).toBe(2)
  const taken: FieldContent = { kind: 'withdraw', entryId: entries[2]?.item.id ?? '', plate: '' }
  expect(countEntries('a', [...entries, put(taken)], null)).toBe(1)
  expect(openSession([...entries, put(end('a'))], server({ session: session('a') }))).toBeNull()
})

test('holds a slot until its lease expires or it is submitted or released on this phone', () => {
  const mine = {
    assignmentId: 'x',
    slotId: 's',
    token: 7,
    state: 'claimed' as const,
    claimedAt: at(-60),
    heldUntil: at(60),
    renewableUntil: at(600),
    offline: false,
    sessionId: null,
    assignedByAdmin: false,
    tally: { counted: 0, repeated: 0, far: 0, rejected: 0, incomplete: 0 },
    entries: 0,
    counts: [],
  }
  const assignment = {
    id: 'x',
    kind: 'stage_count' as const,
    title: 'Odeon',
    instructions: '',
    place: null,
    placeName: null,
    area: null,
    titleSw: null,
    instructionsSw: null,
    corridor: null,
    route: null,
    dueAt: null,
    closedAt: null,
    distanceM: null,
    slotCount: 1,
    openSlots: 0,
    others: 0,
    quota: { vehicles: null, minutes: null, facts: [] },
    mine: [mine],
  }
  const known = server({ assignments: [assignment] })
  expect(heldSlots([], known, NOW)).toMatchObject([{ token: 7 }])
  expect(heldSlots([], known, NOW + 61 * 60_000)).toEqual([])
  const release = put({ kind: 'release', assignmentId: 'x', token: 7, blocked: 'unsafe' })
  expect(heldSlots([release], known, NOW)).toEqual([])
  const finish = put({ kind: 'submit', assignmentId: 'x', token: 7 })
  expect(heldSlots([finish], known, NOW)).toEqual([])
  const refused = { ...finish, item: { ...finish.item, state: 'refused' as const } }
  expect(heldSlots([refused], known, NOW)).toMatchObject([{ token: 7 }])
  const handedIn = server({ assignments: [{ ...assignment, mine: [{ ...mine, state: 'submitted' }] }] })
  expect(heldSlots([], handedIn, NOW)).toEqual([])
})

test('counts the vehicles of a claim once across phone and server, without revisions', () => {
  const under = (claimToken: number | null, arrived?: number) => put({ ...entry('a'), claimToken }, arrived)
  const [sent, waiting, other] = [under(7, -1), under(7), under(8)]
  const there = (id: string, state: string, claimToken: number) => ({ id, state, claimToken })
  const known = server({
    entries: [
      there(sent.item.id, 'in_review', 7),
      there('elsewhere', 'approved', 7),
      there('old', 'replaced', 7),
      there('another', 'in_review', 8),
    ] as Server['entries'], // only the fields that are counted
  })
  expect(countUnder(7, [sent, waiting, other], known)).toBe(3)
  expect(countUnder(7, [sent, waiting, other], null)).toBe(2)
  const body = { vehicle: { plate: 'KDA 123A' }, capturedAt: at(-5), claimToken: 7, revises: sent.item.id }
  expect(countUnder(7, [sent, put({ ...entry('a'), body })], null)).toBe(1)
  const corrected = server({
    entries: [{ ...there('new', 'in_review', 7), revises: sent.item.id }] as Server['entries'],
  })
  expect(countUnder(7, [sent], corrected)).toBe(1)
})

test('counts the vehicles of a shift on every device, without what was taken back or corrected', () => {
  const [first, second] = [put(entry('a'), -1), put(entry('a'))]
  const there = (id: string, state: string) => ({ id, state, sessionId: 'a', revises: null })
  const known = server({
    entries: [
      there(first.item.id, 'in_review'),
      there('elsewhere', 'approved'),
      there('old', 'withdrawn'),
    ] as Server['entries'], // only the fields that are counted
  })
  expect(countEntries('a', [first, second], known)).toBe(3)
  expect(countEntries('a', [], known)).toBe(2)
  const correction = put({ ...entry('a'), revises: first.item.id }, 1)
  expect(countEntries('a', [first, second, correction], known)).toBe(3)
  const taken = put({ kind: 'withdraw', entryId: 'elsewhere', plate: '' })
  expect(countEntries('a', [first, second, correction, taken], known)).toBe(2)
})

test('shows the end of a session for half a day', () => {
  expect(lastEnd([put(start('a')), put(end('a'))], NOW)).toMatchObject({ sessionId: 'a', endedAt: at(0) })
  expect(lastEnd([put(end('a'))], NOW + 13 * 3600_000)).toBeNull()
  const yesterday = at(-15 * 60)
  expect(lastEnd([put({ kind: 'end', sessionId: 'a', endedAt: yesterday })], NOW)?.endedAt).toBe(yesterday)
})
