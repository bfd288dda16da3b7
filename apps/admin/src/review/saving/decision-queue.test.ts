import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { CallResult, Problem } from '@salama/http/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DecisionQueue, type Failed, type Unsaved } from './decision-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const problem = (code: Problem['code'], retryAfterS: number | null = null): Problem => ({
  code,
  status: null,
  fields: [],
  retryAfterS,
  detail: {},
})

/** A server whose answers the test gives, and a queue in front of it. */
function setUp(stored = new Map<string, string>()) {
  const requests: { id: string; answer: (result: CallResult<ReviewEntry>) => Promise<void> }[] = []
  const saved: Unsaved[] = []
  const failed: Failed[] = []
  const queue = new DecisionQueue({
    send: ({ entryId }) =>
      new Promise((resolve) =>
        requests.push({
          id: entryId,
          answer: async (result) => {
            resolve(result)
            await vi.advanceTimersByTimeAsync(0)
          },
        }),
      ),
    onSaved: (each) => saved.push(each),
    onFailed: (each) => failed.push(each),
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    },
    key: 'unsaved',
  })
  const decide = (...ids: string[]) => {
    for (const entryId of ids)
      queue.add({ entryId, version: 1, kind: 'report', decision: { decision: 'approved' }, filter: { mine: 'true' } })
  }
  /** Answers the oldest unanswered request for an entry. */
  const answer = async (id: string, result: 'ok' | Problem) => {
    const index = requests.findIndex((each) => each.id === id)
    const [request] = requests.splice(index, 1)
    await request?.answer(
      result === 'ok'
        ? { ok: true, reply: { id } as ReviewEntry, headers: new Headers() } // the queue passes it on unread
        : { ok: false, problem: result },
    )
  }
  const sent = () => requests.map(({ id }) => id)
  return { queue, decide, answer, sent, saved, failed, stored }
}

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
