import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onReconnect } from './reconnect.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A network that fails this many requests. */
function networkAfter(dead: number) {
  const fetched = vi.fn(async () => {
    if (fetched.mock.calls.length <= dead) throw new TypeError('Failed to fetch')
    return new Response(null, { status: 404 })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('retries until the server responds, and continues once', async () => {
  const fetched = networkAfter(2)
  const onOnline = vi.fn()
  onReconnect(onOnline)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onOnline).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([fetched.mock.calls.length, onOnline.mock.calls.length]).toEqual([3, 1])
})

test('gives up after a few failed probes', async () => {
  const fetched = networkAfter(Number.POSITIVE_INFINITY)
  const onOnline = vi.fn()
  onReconnect(onOnline)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([fetched.mock.calls.length, onOnline.mock.calls.length]).toEqual([6, 0])
})

test('ignores a late response after leaving the page', async () => {
  networkAfter(0)
  const onOnline = vi.fn()
  onReconnect(onOnline)()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onOnline).not.toHaveBeenCalled()
})
