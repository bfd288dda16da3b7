import { type Item, newItem } from '@salama/outbox/items.ts'
import { expect, test } from 'vitest'
import type { Assignment } from '@/field-state/field-cache.ts'
import type { Blocked, FieldContent, FieldReply } from '@/outbox/content.ts'
import { lastReleased, reportedBlocked } from './released-slots.ts'

const NOW = Date.parse('2026-11-20T06:40:00Z')
const release = (assignmentId: string, blocked: Blocked | null, state: Item<FieldContent, FieldReply>['state']) => ({
  item: {
    ...newItem<FieldContent, FieldReply>(
      crypto.randomUUID(),
      { kind: 'release', assignmentId, token: 7, blocked },
      NOW,
    ),
    state,
  },
  files: [],
})
const assignment = (id: string, ...states: string[]) =>
  ({ id, mine: states.map((state) => ({ state })) }) as unknown as Assignment // only the fields that are read

test('shows a released or submitted slot for an hour, as received only once the server has it', () => {
  const given = [release('x', 'unsafe', 'waiting')]
  expect(lastReleased(given, null, NOW)).toMatchObject({ isFinished: false, blocked: 'unsafe', hasArrived: false })
  expect(lastReleased([...given, release('y', null, 'received')], null, NOW)).toMatchObject({
    blocked: null,
    hasArrived: true,
  })
  const content = { kind: 'submit', assignmentId: 'z', token: 9 } as const
  const finish = { item: newItem<FieldContent, FieldReply>(crypto.randomUUID(), content, NOW), files: [] }
  expect(lastReleased([...given, finish], null, NOW)).toEqual({
    isFinished: true,
    blocked: null,
    token: 9,
    hasArrived: false,
  })
  expect(lastReleased(given, null, NOW + 3600_000)).toBeNull()
  expect([6, 8].map((token) => lastReleased(given, { token }, NOW)?.blocked)).toEqual(['unsafe', undefined])
  expect(lastReleased([release('x', 'unsafe', 'refused')], null, NOW)).toBeNull()
})

test('ignores a release that arrived after its lease expired', () => {
  const { item } = release('x', 'unsafe', 'received')
  const late = [{ item: { ...item, reply: { moot: 'lapsed' as const } }, files: [] }]
  expect(lastReleased(late, null, NOW)).toBeNull()
  expect(reportedBlocked(assignment('x'), late)).toBeNull()
})

test('does not offer an assignment again that the surveyor reported as blocked, also from another phone', () => {
  const entries = [release('x', 'unsafe', 'received'), release('y', null, 'received')]
  expect(reportedBlocked(assignment('x', 'blocked'), entries)).toBe('unsafe')
  expect(reportedBlocked(assignment('x'), entries)).toBe('unsafe')
  expect(reportedBlocked(assignment('z', 'blocked', 'approved'), entries)).toBe('unknown')
  expect([assignment('y'), assignment('z', 'submitted')].map((each) => reportedBlocked(each, entries))).toEqual([
    null,
    null,
  ])
})
