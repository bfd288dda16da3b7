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
  expect(lastReleased(given, [], NOW, 0)).toMatchObject({ isFinished: false, blocked: 'unsafe', hasArrived: false })
  expect(lastReleased([...given, release('y', null, 'received')], [], NOW, 0)).toMatchObject({
    blocked: null,
    hasArrived: true,
  })
  const content = { kind: 'submit', assignmentId: 'z', token: 9 } as const
  const finish = { item: newItem<FieldContent, FieldReply>(crypto.randomUUID(), content, NOW), files: [] }
  expect(lastReleased([...given, finish], [], NOW, 0)).toEqual({
    isFinished: true,
    blocked: null,
    assignmentId: 'z',
    token: 9,
    hasArrived: false,
  })
  expect(lastReleased(given, [], NOW + 3599_999, 0)).toMatchObject({ blocked: 'unsafe' })
  expect(lastReleased(given, [], NOW + 3600_000, 0)).toBeNull()
  expect(lastReleased([release('x', 'unsafe', 'refused')], [], NOW, 0)).toBeNull()
})

test('hides a released slot once another one is claimed after it, not for one that was claimed with it', () => {
  const given = [release('x', 'unsafe', 'waiting')]
  const claimed = (minutes: number) => [{ claimedAt: new Date(NOW + minutes * 60_000).toISOString() }]
  expect([-5, 5].map((minutes) => lastReleased(given, claimed(minutes), NOW, 0)?.token)).toEqual([7, undefined])
  // The phone's clock is ten minutes behind.
  expect(lastReleased(given, claimed(5), NOW, 600_000)?.token).toBe(7)
})

test('of other items that wait none has released a slot or reported it as blocked', () => {
  const touch: FieldContent = { kind: 'touch', sessionId: 'x' }
  const submit: FieldContent = { kind: 'submit', assignmentId: 'x', token: 7 }
  const items = [touch, submit].map((content) => ({
    item: newItem<FieldContent, FieldReply>(crypto.randomUUID(), content, NOW),
    files: [],
  }))
  expect(lastReleased(items.slice(0, 1), [], NOW, 0)).toBeNull()
  expect(reportedBlocked(assignment('x'), items)).toBeNull()
})

test('the last report counts, and one that blocks nothing does not take it back', () => {
  const entries = [
    release('x', 'too_hard', 'received'),
    release('x', 'unsafe', 'received'),
    release('x', null, 'received'),
  ]
  expect(reportedBlocked(assignment('x'), entries)).toBe('unsafe')
})

test('ignores a release that arrived after its lease expired', () => {
  const { item } = release('x', 'unsafe', 'received')
  const late = [{ item: { ...item, reply: { moot: 'lapsed' as const } }, files: [] }]
  expect(lastReleased(late, [], NOW, 0)).toBeNull()
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
