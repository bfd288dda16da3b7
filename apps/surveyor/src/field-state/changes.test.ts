import { expect, test } from 'vitest'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { type Change, changesBetween, withNewer } from './changes.ts'
import type { Assignment, Server } from './field-cache.ts'

const THURSDAY = '2026-11-26T14:00:00Z'
const FRIDAY = '2026-11-27T14:00:00Z'
const SATURDAY = '2026-11-28T14:00:00Z'

// Only the fields that are read.
const held = (more: Partial<Assignment> = {}, claim: object = {}) =>
  ({
    id: 'a',
    title: 'Odeon',
    titleSw: null,
    instructions: 'Count.',
    instructionsSw: null,
    dueAt: THURSDAY,
    closedAt: null,
    mine: [{ token: 7, state: 'claimed', heldUntil: '2026-11-23T12:00:00Z', ...claim }],
    ...more,
  }) as unknown as Assignment
const at = (assignments: Assignment[], more: Partial<Server> = {}) =>
  ({ asOf: '2026-11-23T10:00:00Z', isSurveyor: true, assignments, ...more }) as unknown as Server
const between = (before: Assignment[], now: Assignment[], entries: unknown[] = []) =>
  changesBetween(at(before), at(now), entries as FieldEntry[])

test('tells a moved deadline, a changed text and a closed assignment to who holds it', () => {
  expect(between([held()], [held({ dueAt: FRIDAY })])).toMatchObject([
    { what: 'due', dueAt: FRIDAY, dueBefore: THURSDAY, title: 'Odeon', assignmentId: 'a' },
  ])
  expect(between([held()], [held({ instructions: 'Count both sides.' })])).toMatchObject([{ what: 'text' }])
  expect(between([held()], [held({ closedAt: FRIDAY, dueAt: FRIDAY })])).toMatchObject([{ what: 'closed' }])
  expect(between([held({ closedAt: FRIDAY })], [held({ closedAt: FRIDAY })])).toEqual([])
  expect(between([held()], [held()])).toEqual([])
})

test('tells nothing of assignments that others hold or that were handed in, and nothing without the role', () => {
  const changed = held({ dueAt: FRIDAY })
  expect(between([held({ mine: [] })], [changed])).toEqual([])
  expect(between([held({}, { state: 'submitted' })], [changed])).toEqual([])
  expect(changesBetween(at([held()]), at([], { isSurveyor: false }), [])).toEqual([])
  expect(changesBetween(null, at([changed]), [])).toEqual([])
})

test('tells that an assignment was taken back, or that its time ran out, but not that it was given back here', () => {
  expect(between([held()], [])).toMatchObject([{ what: 'gone' }])
  expect(between([held()], [held({ mine: [] })])).toMatchObject([{ what: 'gone' }])
  expect(between([held({}, { heldUntil: '2026-11-23T09:00:00Z' })], [])).toMatchObject([{ what: 'lapsed' }])
  expect(between([held({}, { heldUntil: '2026-11-23T10:00:00Z' })], [])).toMatchObject([{ what: 'lapsed' }])
  const here = (kind: string, token: number) => [{ item: { content: { kind, token } } }]
  expect(between([held()], [], here('release', 7))).toEqual([])
  expect(between([held()], [], here('submit', 7))).toEqual([])
  expect(between([held()], [], here('release', 8))).toMatchObject([{ what: 'gone' }])
  expect(between([held()], [], here('claim', 7))).toMatchObject([{ what: 'gone' }])
})

test('tells of a claim that an admin made, once, and not of one that this person made', () => {
  const given = held({}, { assignedByAdmin: true })
  const expected = [{ what: 'assigned', id: '7 assigned', title: 'Odeon', assignmentId: 'a' }]
  expect(between([], [given])).toMatchObject(expected)
  expect(between([held({ mine: [] })], [given])).toMatchObject(expected)
  expect(changesBetween(null, at([given]), [])).toMatchObject(expected)
  expect(between([given], [given])).toEqual([])
  expect(between([], [held({}, { assignedByAdmin: false })])).toEqual([])
  expect(between([], [held({}, { assignedByAdmin: true, state: 'submitted' })])).toEqual([])
  expect(changesBetween(null, at([given], { isSurveyor: false }), [])).toEqual([])
})

test('lists each change once until it is seen, and a deadline from where it was seen last', () => {
  const first = between([held()], [held({ dueAt: FRIDAY })])
  const second = between([held({ dueAt: FRIDAY })], [held({ dueAt: SATURDAY })])
  const text = between([held()], [held({ title: 'Odeon, both sides' })])
  expect(withNewer(first, first)).toEqual(first)
  expect(withNewer(withNewer(first, text), second)).toMatchObject([
    { what: 'due', dueAt: SATURDAY, dueBefore: THURSDAY },
    { what: 'text' },
  ])
  expect(withNewer(first, between([held({ dueAt: FRIDAY })], [held()]))).toEqual([])
})

test('keeps the newest twenty, each assignment for itself', () => {
  const text = (n: number): Change => ({
    what: 'text',
    titleBefore: 'Odeon',
    id: `${n} text`,
    at: THURSDAY,
    title: 'Odeon',
    titleSw: null,
    assignmentId: `${n}`,
  })
  const many = Array.from({ length: 19 }, (_, n) => text(n))
  const more = withNewer(many, [text(19), text(20), text(1)])
  expect(more.map(({ id }) => id)).toEqual(['20 text', '19 text', ...many.slice(0, 18).map(({ id }) => id)])
})

test('a moved deadline does not hide that another one moved', () => {
  const first = between([held()], [held({ dueAt: FRIDAY })])
  const other = between([held({ id: 'b' })], [held({ id: 'b', dueAt: SATURDAY })])
  expect(withNewer(first, other).map(({ assignmentId }) => assignmentId)).toEqual(['b', 'a'])
})
