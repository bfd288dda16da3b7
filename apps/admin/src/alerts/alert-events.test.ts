import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alertEvents } from './alert-events.ts'

type Alerts = Parameters<typeof alertEvents>[0]
const alerts = (...ids: number[]): Alerts => ({
  data: ids.map((id) => ({
    id,
    kind: 'injury',
    at: '2026-11-20T06:52:00Z',
    subjectId: null,
    entryKind: 'report',
    title: null,
    note: null,
    isRead: false,
    category: null,
    area: null,
    plate: null,
    dueAt: null,
  })),
  unread: ids.length,
  email: 'off',
})

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T06:52:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a stream has sent, and whether it has ended, whenever the test asks. */
function listen(poll: (after: number) => Promise<Alerts>, first = alerts()) {
  const left = new AbortController()
  const heard = { text: '', isOver: false }
  const stream = alertEvents(first, poll, left.signal)
  const decoder = new TextDecoder()
  const sink = new WritableStream<Uint8Array>({
    write: (piece) => {
      heard.text += decoder.decode(piece)
    },
    close: () => {
      heard.isOver = true
    },
  })
  void stream.pipeTo(sink)
  return { heard, leave: () => left.abort() }
}

test('sends what there is at once, then every four seconds what is new, and ends when its caller is refused', async () => {
  const asked: number[] = []
  const { heard } = listen(
    async (after) => {
      asked.push(after)
      if (asked.length === 1) return alerts()
      if (asked.length === 2) return alerts(9, 8)
      throw new Error('role_required')
    },
    alerts(7, 6),
  )
  await vi.advanceTimersByTimeAsync(3_999)
  expect([asked, heard.text]).toEqual([[], `retry: 3000\n\nid: 7\ndata: ${JSON.stringify(alerts(7, 6))}\n\n`])
  await vi.advanceTimersByTimeAsync(1)
  expect(heard.text).toMatch(/\n\n:\n\n$/)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(heard.text).toMatch(/\n\nid: 9\ndata: [^\n]*\n\n$/)
  expect(heard.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(4_000)
  expect([asked, heard.isOver]).toEqual([[7, 7, 9], true])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(asked).toHaveLength(3)
})

test('without an alert it begins with an empty list, and asks for all that come', async () => {
  const asked: number[] = []
  const { heard } = listen(async (after) => {
    asked.push(after)
    return alerts()
  })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(heard.text).toBe(`retry: 3000\n\ndata: ${JSON.stringify(alerts())}\n\n:\n\n`)
  expect(asked).toEqual([0])
})

test('ends after ten minutes, when the access token may be too old', async () => {
  let polls = 0
  const { heard } = listen(async () => {
    polls += 1
    return alerts()
  })
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect([polls, heard.isOver]).toEqual([150, false])
  await vi.advanceTimersByTimeAsync(4_000)
  expect([polls, heard.isOver]).toEqual([151, true])
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(polls).toBe(151)
})

test('a browser that leaves ends the stream at once, and nobody looks any more', async () => {
  let polls = 0
  const { heard, leave } = listen(async () => {
    polls += 1
    return alerts()
  })
  await vi.advanceTimersByTimeAsync(5_000)
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard.isOver).toBe(true)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(polls).toBe(1)
})

test('what is found while the browser leaves is not sent, nor is it looked for again', async () => {
  const { promise: found, resolve: find } = Promise.withResolvers<Alerts>()
  let polls = 0
  const { heard, leave } = listen(() => {
    polls += 1
    return found
  })
  await vi.advanceTimersByTimeAsync(4_000)
  leave()
  find(alerts(8))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([polls, heard.isOver, heard.text.includes('id: 8')]).toEqual([1, true, false])
})

test('a reader that cancels ends it, too', async () => {
  let polls = 0
  const poll = async () => {
    polls += 1
    return alerts()
  }
  await alertEvents(alerts(), poll, new AbortController().signal).cancel()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(polls).toBe(0)
})
