import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockOf, momentNow } from './elapsed.ts'
import { ageMs, isSending, newItem, type Outcome } from './items.ts'
import { createOutbox } from './outbox.ts'
import { leftMs, nextAttempt } from './retry.ts'
import { createStore } from './store.ts'

// A phone whose clock somebody, or the network, sets while something waits on it.

const NOW = Date.parse('2026-11-27T08:00:00Z')
const YEARS_MS = 11 * 366 * 24 * 3600_000
const HOUR_MS = 3600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

let name = 0
const outboxWith = (send: () => Promise<Outcome<string, null>>) =>
  createOutbox<string, null>({ name: `clock ${name++}`, send, sendFile: async () => ({ is: 'received' }) })

test.each([-YEARS_MS, YEARS_MS])('a wait ends however the clock is set (%d)', async (byMs) => {
  const refusals: Outcome<string, null>[] = [{ is: 'waiting', problem: { code: 'rate_limited' }, retryAfterS: 60 }]
  const outbox = outboxWith(async () => refusals.pop() ?? { is: 'received', reply: null, left: '' })
  await outbox.put('a', 'a')
  await outbox.flush()
  expect(await outbox.nextDueInMs()).toBeGreaterThan(50_000)
  vi.setSystemTime(NOW + byMs)
  expect(await outbox.nextDueInMs()).toBe(0)
  await outbox.flush()
  expect((await outbox.list())[0]?.item.state).toBe('received')
})

test('a wait is as long as before where the clock is right', () => {
  const item = nextAttempt({ attempts: 0 }, 60)
  vi.setSystemTime(NOW + 20_000)
  expect(leftMs(item)).toBe(40_000)
  vi.setSystemTime(NOW + 60_000)
  expect(leftMs(item)).toBe(0)
})

test('sends in the order of saving, also where the clock was set back in between', async () => {
  const outbox = outboxWith(async () => ({ is: 'waiting', problem: { code: 'network' } }))
  await outbox.put('start', '')
  vi.setSystemTime(NOW - YEARS_MS)
  await outbox.put('entry', '')
  await outbox.put('end', '')
  expect((await outbox.list()).map(({ item }) => item.id)).toEqual(['start', 'entry', 'end'])
})

test('knows how long ago an item was saved in the same page, whatever the clock shows', () => {
  const item = newItem('a', '')
  vi.advanceTimersByTime(20 * 60_000)
  vi.setSystemTime(NOW + YEARS_MS)
  expect(ageMs(item)).toBe(20 * 60_000)
  vi.setSystemTime(NOW - YEARS_MS)
  expect(ageMs(item)).toBe(20 * 60_000)
})

test('believes the clock about a moment in another page', () => {
  const moment = { ...momentNow(), page: 1 }
  vi.setSystemTime(NOW + HOUR_MS)
  expect(clockOf(moment)).toBe(NOW + HOUR_MS)
})

test('what is sent by a sender that died before the clock was set back is not shown as being sent', () => {
  expect(isSending({ sendingSince: NOW }, NOW + 1_000)).toBe(true)
  expect(isSending({ sendingSince: NOW }, NOW - YEARS_MS)).toBe(false)
})

test('a lease ends for another tab, also where the clock was set back meanwhile', async () => {
  const store = createStore<string, null>(`clock ${name++}`)
  expect(await store.acquireLease('sender', 'a', NOW, 30_000)).toBe(true)
  expect(await store.acquireLease('sender', 'b', NOW + 1_000, 30_000)).toBe(false)
  expect(await store.acquireLease('sender', 'b', NOW - YEARS_MS, 30_000)).toBe(true)
})

test('keeps received items and photos of a draft for their whole time when the clock jumps by years', async () => {
  const outbox = outboxWith(async () => ({ is: 'received', reply: null, left: '' }))
  vi.setSystemTime(NOW - YEARS_MS)
  await outbox.put('a', '')
  await outbox.flush()
  await outbox.addFile('draft', new Blob(['x'], { type: 'image/jpeg' }))
  vi.setSystemTime(NOW)
  const tidy = async () => {
    for (const { item } of await outbox.list()) await outbox.removeAfter(item, 24 * HOUR_MS)
    await outbox.sweep()
    return [(await outbox.list()).length, (await outbox.filesOf('draft')).length]
  }
  expect(await tidy()).toEqual([1, 1])
  vi.setSystemTime(NOW + 31 * 24 * HOUR_MS)
  expect(await tidy()).toEqual([0, 0])
})
