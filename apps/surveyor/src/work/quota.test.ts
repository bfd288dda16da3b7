import { newItem } from '@salama/outbox/items.ts'
import { expect, test } from 'vitest'
import type { Assignment, Server } from '@/field-state/field-cache.ts'
import type { HeldSlot } from '@/field-state/session.ts'
import type { FieldContent, FieldReply } from '@/outbox/content.ts'
import { doneUnder, missingUnder } from './quota.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const quota: Assignment['quota'] = { vehicles: 3, minutes: 60, facts: ['capacity', 'photo'] }
// Only the fields that are read.
const claim = {
  token: 7,
  entries: 1,
  counts: [{ id: 'there', startedAt: '', minutes: 20, vehicles: 9 }],
  assignment: { quota },
} as unknown as HeldSlot
const server = (entries: object[] = []) =>
  ({ asOf: new Date(NOW).toISOString(), skewMs: 0, entries }) as unknown as Server
const put = (content: FieldContent, id: string = crypto.randomUUID()) => ({
  item: newItem<FieldContent, FieldReply>(id, content, NOW),
  files: [],
})
const entry = (plate: string, token: number | null, more: object = {}): FieldContent => ({
  kind: 'entry',
  sessionId: 's',
  plate,
  capturedAt: '2026-11-20T07:50:00Z',
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
  expect(doneUnder(claim, waiting, server())).toEqual({ vehicles: 2, minutes: 30, counted: 8 })
  const known = put(entry('KDA 101A', 7), 'known')
  expect(doneUnder(claim, [known], server([{ id: 'known' }]))).toMatchObject({ vehicles: 1, minutes: 20 })
  const correction = put(entry('KDA 101A', 7, { revises: 'known' }))
  expect(doneUnder(claim, [correction], server())).toMatchObject({ vehicles: 1 })
})

test('an entry that arrived after the last refresh counts until the server includes it', () => {
  const sent = put(entry('KDA 101A', 7))
  const received = (at: number) => ({ ...sent, item: { ...sent.item, state: 'received' as const, receivedAt: at } })
  expect(doneUnder(claim, [received(NOW + 5)], server())).toMatchObject({ vehicles: 2 })
  expect(doneUnder(claim, [received(NOW - 5)], server())).toMatchObject({ vehicles: 1 })
})

test('names what is missing: vehicles, minutes, and facts of single vehicles', () => {
  const [full, bare] = [
    put(entry('KDA 101A', 7, { vehicle: { plate: 'KDA 101A', capacity: 33 } })),
    put(entry('KDA 102A', 7)),
  ]
  const there = {
    id: 'x',
    claimToken: 7,
    state: 'in_review',
    vehicle: { plate: 'KDA 103A', capacity: 14 },
    photos: 1,
    note: null,
    place: null,
  }
  expect(missingUnder(claim, [full, bare], server([there]))).toEqual({
    vehicles: 0,
    minutes: 40,
    gaps: [
      { id: full.item.id, plate: 'KDA 101A', facts: ['photo'] },
      { id: bare.item.id, plate: 'KDA 102A', facts: ['capacity', 'photo'] },
    ],
  })
})
