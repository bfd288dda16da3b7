import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onReconnect } from './use-wanted.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A line that stays dead for so many questions. */
function lineAfter(dead: number) {
  const fetched = vi.fn(async () => {
    if (fetched.mock.calls.length <= dead) throw new TypeError('Failed to fetch')
    return new Response(null, { status: 404 })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a network without a line behind it is asked again, and one goes on with the first answer, once', async () => {
  const fetched = lineAfter(2)
  const goOn = vi.fn()
  onReconnect(goOn)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(goOn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([fetched.mock.calls.length, goOn.mock.calls.length]).toEqual([3, 1])
})

test('a connection that never comes is given up after a few questions', async () => {
  const fetched = lineAfter(Number.POSITIVE_INFINITY)
  const goOn = vi.fn()
  onReconnect(goOn)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([fetched.mock.calls.length, goOn.mock.calls.length]).toEqual([6, 0])
})

test('whoever has left the page is not pulled away by an answer that comes late', async () => {
  lineAfter(0)
  const goOn = vi.fn()
  onReconnect(goOn)()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(goOn).not.toHaveBeenCalled()
})
