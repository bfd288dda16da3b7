import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DecisionQueue, EMPTY, type Unsaved } from './decision-queue.ts'
import { problem, setUp } from './queue-in-test.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('sends decisions in order, three at a time, and counts what was saved', async () => {
  const { queue, decide, answer, sent, saved } = setUp()
  decide('a', 'b', 'c', 'd')
  expect(sent()).toEqual(['a', 'b', 'c'])
  await answer('b', 'ok')
  expect(sent()).toEqual(['a', 'c', 'd'])
  for (const id of ['a', 'c', 'd']) await answer(id, 'ok')
  expect(saved.map(({ entryId }) => entryId)).toEqual(['b', 'a', 'c', 'd'])
  expect(queue.getState()).toMatchObject({ unsaved: [], saved: 4, lastSaved: { entryId: 'd' } })
  expect([...queue.getState().decided.keys()]).toEqual(['a', 'b', 'c', 'd'])
})

test('a refusal takes its own entry back into the list, and the others are saved', async () => {
  const { queue, decide, answer, saved, failed } = setUp()
  decide('a', 'b')
  await answer('a', problem('invalid_transition'))
  await answer('b', 'ok')
  expect(failed.map(({ entryId }) => entryId)).toEqual(['a'])
  expect(saved.map(({ entryId }) => entryId)).toEqual(['b'])
  expect([...queue.getState().decided.keys()]).toEqual(['b'])
  expect(queue.getState().failed).toMatchObject([{ entryId: 'a', problem: { code: 'invalid_transition' } }])
  decide('a')
  expect(queue.getState().failed).toEqual([])
})

test('a network failure pauses everything, and is retried with growing waits', async () => {
  const { queue, decide, answer, sent, saved, failed } = setUp()
  decide('a')
  await answer('a', problem('network'))
  decide('b')
  expect([sent(), queue.getState().pause?.code]).toEqual([[], 'network'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual(['a', 'b'])
  await answer('a', problem('unavailable', 7))
  await answer('b', 'ok')
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(6_900)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await answer('a', 'ok')
  expect([saved.length, failed.length, queue.getState().unsaved.length]).toEqual([2, 0, 0])
})

test('waits longer after each network failure, up to half a minute, and short again after a success', async () => {
  const { decide, answer, sent } = setUp()
  decide('a', 'b')
  await answer('b', 'ok')
  const waitsS: number[] = []
  for (let n = 0; n < 8; n++) {
    await answer('a', problem('network'))
    let waitedS = 0
    for (; sent().length === 0; waitedS++) await vi.advanceTimersByTimeAsync(1_000)
    waitsS.push(waitedS)
  }
  expect(waitsS).toEqual([1, 2, 4, 8, 15, 30, 30, 30])
  decide('c')
  await answer('c', 'ok')
  await answer('a', problem('network'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual(['a'])
})

test('counts what was saved since there was nothing to save', async () => {
  const { queue, decide, answer } = setUp()
  const counts: number[] = []
  const save = async (id: string) => {
    await answer(id, 'ok')
    counts.push(queue.getState().saved)
  }
  decide('a', 'b')
  await save('a')
  decide('c')
  await save('b')
  await save('c')
  decide('d')
  counts.push(queue.getState().saved)
  await save('d')
  expect(counts).toEqual([1, 2, 3, 0, 1])
})

test('what the server cannot process is given up after four attempts, and the rest goes on', async () => {
  const { decide, answer, saved, failed } = setUp()
  decide('a', 'b')
  for (let n = 0; n < 4; n++) {
    await answer('a', problem('internal'))
    await vi.advanceTimersByTimeAsync(30_000)
  }
  await answer('b', 'ok')
  expect([failed.length, saved.map(({ entryId }) => entryId)]).toEqual([1, ['b']])
})

test('after the session has ended nothing is sent until the reviewer asks for it', async () => {
  const { queue, decide, answer, sent } = setUp()
  decide('a')
  await answer('a', problem('token_expired'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([sent(), queue.getState().unsaved.length]).toEqual([[], 1])
  queue.retry()
  expect(sent()).toEqual(['a'])
})

test('undo removes what was not sent, and waits for what may have been saved', async () => {
  const { queue, decide, answer, sent, saved } = setUp()
  decide('a', 'b', 'c', 'd')
  expect(queue.undo('d')).toBe('removed')
  expect(queue.getState().decided.has('d')).toBe(false)
  expect(queue.undo('c')).toBe('later')
  await answer('c', problem('network'))
  expect(queue.undo('c')).toBe('later')
  queue.retry()
  await answer('c', 'ok')
  expect(saved).toMatchObject([{ entryId: 'c', isUndone: true }])
  expect(sent()).toEqual(['a', 'b'])
})

test('decides on an entry once, however often it is asked', async () => {
  const { decide, answer, sent } = setUp()
  decide('a', 'a')
  expect(sent()).toEqual(['a'])
  await answer('a', 'ok')
  expect(sent()).toEqual([])
})

test('after a reload it sends what was unsaved and shows what had failed; then nothing is stored', async () => {
  const before = setUp()
  before.decide('a', 'b')
  await before.answer('b', problem('version_conflict'))
  const { queue, answer, sent, saved, stored } = setUp(before.stored)
  queue.restore()
  expect(sent()).toEqual(['a'])
  expect(queue.getState().decided.get('a')).toBe(1)
  expect(queue.getState().failed).toMatchObject([{ entryId: 'b', filter: { mine: 'true' } }])
  await answer('a', 'ok')
  queue.dismiss('b')
  expect(saved).toMatchObject([{ entryId: 'a', decision: { decision: 'approved' } }])
  expect([...stored]).toEqual([])
})

test('tells its listeners of every change, until they leave', async () => {
  const { queue, decide, answer } = setUp()
  const heard: number[] = []
  const leave = queue.subscribe(() => heard.push(queue.getState().unsaved.length))
  decide('a')
  await answer('a', 'ok')
  expect(heard).toEqual([1, 0])
  leave()
  decide('b')
  expect(heard).toHaveLength(2)
})

test('asks for the second factor as for a sign-in: nothing is lost or sent until then', async () => {
  const { queue, decide, answer, failed, sent } = setUp()
  decide('a')
  await answer('a', problem('second_factor_required'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent(), failed, queue.getState().pause?.code]).toEqual([[], [], 'second_factor_required'])
})

test('a refused decision stays refused beside others until it is made again or dismissed', async () => {
  const { queue, decide, answer, saved } = setUp()
  decide('a', 'b', 'c')
  for (const id of ['a', 'b', 'c']) await answer(id, problem('invalid_transition'))
  const refused = () => queue.getState().failed.map(({ entryId }) => entryId)
  expect(refused()).toEqual(['a', 'b', 'c'])
  decide('b')
  expect(refused()).toEqual(['a', 'c'])
  queue.dismiss('a')
  expect(refused()).toEqual(['c'])
  await answer('b', 'ok')
  expect(saved).toMatchObject([{ entryId: 'b', attempts: 0, isUndone: false }])
})

test('a retry by hand takes the place of the planned one', async () => {
  const { queue, decide, answer, sent } = setUp()
  decide('a')
  await answer('a', problem('network'))
  queue.retry()
  expect(sent()).toEqual(['a'])
  await answer('a', problem('unavailable', 60))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual(['a'])
})

test('an undo that comes while a decision is sent is for that decision alone', async () => {
  const { queue, decide, answer, saved } = setUp()
  decide('a', 'b')
  queue.undo('b')
  await answer('a', 'ok')
  await answer('b', problem('network'))
  queue.retry()
  await answer('b', 'ok')
  expect(saved.map(({ entryId, isUndone, attempts }) => [entryId, isUndone, attempts])).toEqual([
    ['a', false, 0],
    ['b', true, 1],
  ])
})

test('a reload takes up each decision once, and may have sent it before', async () => {
  const before = setUp()
  before.decide('a', 'b')
  const { queue, decide, answer, sent, saved } = setUp(before.stored)
  const stored = before.stored.get('unsaved') ?? ''
  decide('a')
  before.stored.set('unsaved', stored)
  queue.restore()
  expect(sent().toSorted()).toEqual(['a', 'b'])
  expect(queue.undo('b')).toBe('later')
  await answer('b', 'ok')
  expect(saved).toMatchObject([{ entryId: 'b', attempts: 1, isUndone: true }])
})

test('what a reviewer saw is not stored', () => {
  const { queue, stored } = setUp()
  const shown = { id: 'a' } as unknown as NonNullable<Unsaved['shown']> // kept as it is
  queue.add({ entryId: 'a', version: 1, kind: 'report', decision: { decision: 'approved' }, filter: {}, shown })
  expect(queue.getState().unsaved).toMatchObject([{ shown: { id: 'a' } }])
  expect(JSON.parse(stored.get('unsaved') ?? '')).toMatchObject({ unsaved: [{ entryId: 'a' }], failed: [] })
  expect(stored.get('unsaved')).not.toContain('shown')
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['a decision of another shape', '{"unsaved":[{"entryId":"a"}],"failed":[]}'],
  [
    'a decision that is none',
    '{"unsaved":[{"entryId":"a","version":1,"kind":"report","decision":null,"filter":{}}],"failed":[]}',
  ],
  [
    'a decision that is a word',
    '{"unsaved":[{"entryId":"a","version":1,"kind":"report","decision":"approved","filter":{}}],"failed":[]}',
  ],
  [
    'a failure without a problem',
    '{"unsaved":[],"failed":[{"entryId":"a","version":1,"kind":"report","decision":{},"filter":{},"problem":{}}]}',
  ],
])('takes up nothing where %s is stored', (_, text) => {
  const { queue, sent } = setUp(new Map(text === undefined ? [] : [['unsaved', text]]))
  let changes = 0
  queue.subscribe(() => changes++)
  queue.restore()
  expect([sent(), queue.getState(), changes]).toEqual([[], EMPTY, 0])
})

test('saves decisions also without storage', async () => {
  const saved: string[] = []
  const queue = new DecisionQueue({
    send: async ({ entryId }) => ({ ok: true, reply: { id: entryId } as ReviewEntry, headers: new Headers() }), // unread
    onSaved: ({ entryId }) => saved.push(entryId),
    onFailed: () => {},
    storage: null,
    key: 'unsaved',
  })
  queue.restore()
  queue.add({ entryId: 'a', version: 1, kind: 'report', decision: { decision: 'approved' }, filter: {} })
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['a'])
})
