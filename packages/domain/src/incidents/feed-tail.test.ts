import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FeedTail, type Page } from './feed-tail.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new AbortController().signal
/** A tail over a list that grows, and the positions that were read. */
function tailOf(pageSize = 1000) {
  const versions: number[] = []
  const reads: number[] = []
  const read = async (after: number): Promise<Page> => {
    reads.push(after)
    const found = versions.filter((version) => version > after)
    const entries = found.slice(0, pageSize).map((version) => ({ version, text: `${version}` }))
    return { entries, head: entries.at(-1)?.version ?? after, more: found.length > pageSize }
  }
  return { tail: new FeedTail(read, 1_000), versions, reads }
}
const versionsOf = (tail: FeedTail, position: number) => tail.after(position)?.map(({ version }) => version) ?? null

test('polls once for any number of streams, and not after the last has left', async () => {
  const { tail, versions, reads } = tailOf()
  const waiting = Array.from({ length: 200 }, () => tail.changed(7, 15_000, never))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reads).toEqual([7, 7, 7])
  versions.push(8, 9)
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(waiting)
  expect(versionsOf(tail, 7)).toEqual([8, 9])
  tail.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads).toEqual([7, 7, 7, 7])
})

test('a stream waits no longer than it is told, or than its client stays', async () => {
  const { tail } = tailOf()
  const left = new AbortController()
  const ended: string[] = []
  void tail.changed(0, 15_000, never).then(() => ended.push('heartbeat'))
  void tail.changed(0, 60_000, left.signal).then(() => ended.push('left'))
  await vi.advanceTimersByTimeAsync(14_000)
  left.abort()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ended).toEqual(['left', 'heartbeat'])
})

test('whoever is further behind than what is held reads on their own', async () => {
  const { tail, versions } = tailOf(200)
  void tail.changed(0, 15_000, never)
  versions.push(...Array.from({ length: 900 }, (_, n) => n + 1))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([tail.after(399), versionsOf(tail, 400)?.[0], versionsOf(tail, 400)?.length]).toEqual([null, 401, 500])
})

test('tries again when the list could not be read', async () => {
  const read = vi.fn(async (after: number): Promise<Page> => ({ entries: [], head: after, more: false }))
  read.mockRejectedValueOnce(new Error('away'))
  void new FeedTail(read, 1_000).changed(0, 15_000, never)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read).toHaveBeenCalledTimes(2)
})
