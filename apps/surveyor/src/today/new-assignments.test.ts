import { expect, test } from 'vitest'
import type { Assignment } from '@/field-state/field-cache.ts'
import type { HeldSlot } from '@/field-state/session.ts'
import { newAssignments, soonestEnd } from './new-assignments.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const MINUTE = 60_000
// Only the fields that are read.
const of = (id: string, openSlots: number, mine: object[] = []) => ({ id, openSlots, mine }) as unknown as Assignment
const held = (heldUntil: string, dueAt: string | null) => ({ heldUntil, assignment: { dueAt } }) as unknown as HeldSlot

test('an assignment is new until the list was opened, if a place is free and the person has none', () => {
  const all = [of('seen', 1), of('new', 2), of('full', 0), of('own', 1, [{}])]
  expect(newAssignments(all, ['seen']).map(({ id }) => id)).toEqual(['new'])
})

test('names what ends first, and nothing that is over', () => {
  const [soon, later, past] = ['2026-11-20T08:10:00Z', '2026-11-20T09:00:00Z', '2026-11-20T07:00:00Z'] as const
  expect(soonestEnd(held(later, soon), NOW)).toEqual({ what: 'due', leftMs: 10 * MINUTE })
  expect(soonestEnd(held(soon, null), NOW)).toEqual({ what: 'claim', leftMs: 10 * MINUTE })
  expect(soonestEnd(held(soon, past), NOW)).toEqual({ what: 'claim', leftMs: 10 * MINUTE })
  expect(soonestEnd(held(past, null), NOW)).toBeNull()
})

test('names a deadline a day before, and the end of a claim half an hour before', () => {
  const [inAnHour, tomorrow, later] = ['2026-11-20T09:00:00Z', '2026-11-21T06:00:00Z', '2026-11-22T06:00:00Z'] as const
  expect(soonestEnd(held(inAnHour, tomorrow), NOW)).toEqual({ what: 'due', leftMs: 22 * 60 * MINUTE })
  expect(soonestEnd(held(inAnHour, later), NOW)).toBeNull()
})
