import { newItem } from '@salama/outbox/items.ts'
import { expect, test } from 'vitest'
import { newDraft } from '@/field-state/draft.ts'
import type { Assignment, Server } from '@/field-state/field-cache.ts'
import type { HeldSlot } from '@/field-state/session.ts'
import type { FieldContent, FieldReply } from '@/outbox/content.ts'
import { doneUnder, missingUnder, type NotCounted, whyNotCounted } from './quota.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const quota: Assignment['quota'] = { vehicles: 3, minutes: 60, facts: ['capacity', 'photo'] }
// Only the fields that are read.
const claim = {
  token: 7,
  entries: 1,
  tally: { counted: 1, repeated: 0, far: 0, rejected: 0, incomplete: 0 },
  counts: [{ id: 'there', startedAt: '', minutes: 20, vehicles: 9 }],
  assignment: { quota },
} as unknown as HeldSlot
const server = (entries: object[] = []) =>
  ({ asOf: new Date(NOW).toISOString(), skewMs: 0, entries }) as unknown as Server
const put = (content: FieldContent, id: string = crypto.randomUUID()) => ({
  item: newItem<FieldContent, FieldReply>(id, content, NOW),
  files: [],
})
const entry = (
  plate: string,
  token: number | null,
  more: object = {},
  notCounted: NotCounted[] = [],
): FieldContent => ({
  kind: 'entry',
  sessionId: 's',
  plate,
  capturedAt: '2026-11-20T07:50:00Z',
  notCounted,
  body: { vehicle: { plate }, ...(token !== null && { claimToken: token }), ...more },
})
const count = (token: number): FieldContent => ({
  kind: 'count',
  sessionId: 's',
  startedAt: '2026-11-20T07:00:00Z',
  vehicles: 4,
  minutes: 15,
  claimToken: token,
  body: null,
})

test('counts items in the outbox and on the server, each once', () => {
  const waiting = [put(entry('KDA 101A', 7)), put(entry('KDA 102A', 8)), put(count(7)), put(count(7), 'there')]
  expect(doneUnder(claim, waiting, server())).toMatchObject({ vehicles: 2, aside: 0, minutes: 30, counted: 8 })
  const known = put(entry('KDA 101A', 7), 'known')
  expect(doneUnder(claim, [known], server([{ id: 'known' }]))).toMatchObject({ vehicles: 1, minutes: 20 })
  const correction = put(entry('KDA 101A', 7, { revises: 'known' }))
  expect(doneUnder(claim, [correction], server())).toMatchObject({ vehicles: 1 })
})

test('what does not count is told apart, here and at the server, until it is corrected or withdrawn', () => {
  const of = { ...claim, entries: 3, tally: { counted: 1, repeated: 1, far: 0, rejected: 0, incomplete: 1 } }
  const there = [
    { id: 'bare', claimToken: 7, state: 'in_review', notCounted: ['capacity'] },
    { id: 'again', claimToken: 7, state: 'in_review', notCounted: ['repeat'] },
  ]
  expect(doneUnder(of, [], server(there))).toMatchObject({ vehicles: 1, aside: 2 })
  const repeat = put(entry('KDA 101A', 7, {}, ['repeat']))
  expect(doneUnder(of, [repeat], server(there))).toMatchObject({
    vehicles: 1,
    aside: 3,
    tally: { repeated: 2, incomplete: 1 },
  })
  const correction = put(entry('KDA 102A', null, { revises: 'bare' }))
  const withdrawal = put({ kind: 'withdraw', entryId: 'again', plate: 'KDA 101A' })
  expect(doneUnder(of, [correction, withdrawal], server(there))).toMatchObject({ vehicles: 2, aside: 0 })
})

test('an entry that arrived after the last refresh counts until the server includes it', () => {
  const sent = put(entry('KDA 101A', 7))
  const received = (at: number) => ({ ...sent, item: { ...sent.item, state: 'received' as const, receivedAt: at } })
  expect(doneUnder(claim, [received(NOW + 5)], server())).toMatchObject({ vehicles: 2 })
  expect(doneUnder(claim, [received(NOW - 5)], server())).toMatchObject({ vehicles: 1 })
})

test('names what is missing: vehicles, minutes, and the vehicles that do not count, with why', () => {
  const bare = put(entry('KDA 102A', 7, {}, ['capacity', 'photo']))
  const there = { id: 'x', claimToken: 7, state: 'in_review', vehicle: { plate: 'KDA 103A' }, notCounted: ['photo'] }
  expect(missingUnder(claim, [put(entry('KDA 101A', 7)), bare], server([there]))).toEqual({
    vehicles: 1,
    minutes: 40,
    gaps: [
      { id: bare.item.id, plate: 'KDA 102A', isSent: false, why: ['capacity', 'photo'] },
      { id: 'x', plate: 'KDA 103A', isSent: true, why: ['photo'] },
    ],
  })
})

test('a draft counts once it answers what is asked, at the place, with a plate that is new in its assignment', () => {
  const held = {
    ...claim,
    assignment: { id: 'a', quota, place: null, area: null, mine: [{ token: 7 }] },
  } as unknown as HeldSlot
  const draft = { ...newDraft(null), plate: 'KDA 101A' }
  const why = (changes: object, photos = 0, entries: Parameters<typeof doneUnder>[1] = [], there: object[] = []) =>
    whyNotCounted({ ...draft, ...changes }, photos, held, entries, server(there))
  expect(why({})).toEqual(['capacity', 'photo'])
  expect(why({ capacity: '33' }, 1)).toEqual([])
  expect(why({ notSeen: ['capacity', 'photo'] })).toEqual([])
  const whole = { capacity: '33' }
  expect(why(whole, 1, [put(entry('kda101a', 7))])).toEqual(['repeat'])
  expect(why(whole, 1, [put(entry('KDA 101A', 8))])).toEqual([])
  const before = { id: 'x', assignmentId: 'a', state: 'in_review', vehicle: { plate: 'KDA 101A' } }
  expect(why(whole, 1, [], [before])).toEqual(['repeat'])
  expect(why({ ...whole, revises: 'x' }, 1, [], [before])).toEqual([])
})

test('a plate is free again after a rejection, and a correction of its first entry is no repeat of a later one', () => {
  const assignment = { id: 'a', quota: { ...quota, facts: [] }, place: null, area: null, mine: [{ token: 7 }] }
  const held = { ...claim, assignment } as unknown as HeldSlot
  const at = { assignmentId: 'a', vehicle: { plate: 'KDA 101A' } }
  const draft = { ...newDraft(null), plate: 'KDA 101A' }
  const rejected = { ...at, id: 'x', state: 'rejected', notCounted: ['rejected'] }
  expect(whyNotCounted(draft, 0, held, [], server([rejected]))).toEqual([])
  const first = { ...at, id: 'x', state: 'in_review', notCounted: [] }
  const later = { ...at, id: 'y', state: 'in_review', notCounted: ['repeat'] }
  const both = server([first, later])
  expect(whyNotCounted({ ...draft, revises: 'x' }, 0, held, [], both)).toEqual([])
  expect(whyNotCounted({ ...draft, revises: 'y' }, 0, held, [], both)).toEqual(['repeat'])
  const here = put(entry('KDA 101A', 7))
  const edited = { ...draft, id: here.item.id }
  expect(whyNotCounted(edited, 0, held, [here, put(entry('KDA 101A', 7, {}, ['repeat']))], server())).toEqual([])
})
