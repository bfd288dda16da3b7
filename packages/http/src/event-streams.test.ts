import { DomainError } from '@salama/domain/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endEventStreams, whileAllowed } from './event-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A stream that has an event whenever it is asked, and whether its source was told to end. */
function opened(identify: () => Promise<unknown> = async () => {}) {
  const cancel = vi.fn()
  const events = new ReadableStream(
    { pull: (controller) => controller.enqueue(new TextEncoder().encode(':\n\n')), cancel },
    { highWaterMark: 0 },
  )
  return { reader: whileAllowed(events, identify).getReader(), cancel }
}

test('ends a stream when its caller is refused, and no earlier', async () => {
  const identify = vi.fn(async () => {})
  const { reader, cancel } = opened(identify)
  const isOver = async () => (await reader.read()).done
  expect([await isOver(), identify.mock.calls.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(31_000)
  await isOver()
  expect([await isOver(), identify.mock.calls.length, cancel.mock.calls.length]).toEqual([false, 1, 0])
  identify.mockRejectedValue(new DomainError('api_key_revoked'))
  await vi.advanceTimersByTimeAsync(31_000)
  while (!(await isOver())) expect(identify.mock.calls.length).toBe(1)
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce())
})

test('keeps a stream while nobody can say whether its caller may have it', async () => {
  const { reader } = opened(async () => {
    throw new DomainError('unavailable', { retryAfterS: 2 })
  })
  for (let read = 0; read < 3; read++) {
    expect((await reader.read()).done).toBe(false)
    await vi.advanceTimersByTimeAsync(31_000)
  }
})

test('ends all streams when the process does, and keeps none that its client left', async () => {
  const [one, another] = [opened(), opened()]
  await another.reader.cancel()
  await one.reader.read()
  endEventStreams()
  while (!(await one.reader.read()).done);
  await vi.waitFor(() => expect([one.cancel.mock.calls.length, another.cancel.mock.calls.length]).toEqual([1, 1]))
  expect(endEventStreams).not.toThrow()
})
