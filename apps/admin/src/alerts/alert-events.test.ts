import { expect, test } from 'vitest'
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
  })),
  unread: ids.length,
  email: 'off',
})

async function read(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text()
}

test('sends what there is at once, then what is new, and ends when its caller is refused', async () => {
  const asked: number[] = []
  const poll = async (after: number) => {
    asked.push(after)
    if (asked.length === 1) return alerts()
    if (asked.length === 2) return alerts(8)
    throw new Error('role_required')
  }
  const text = await read(alertEvents(alerts(7, 6), poll, new AbortController().signal, { everyMs: 1 }))
  expect(asked).toEqual([7, 7, 8])
  expect(text.match(/^id: \d+$/gm)).toEqual(['id: 7', 'id: 8'])
  expect(text).toContain('retry: 3000')
})

test('stops looking when the browser leaves', async () => {
  const left = new AbortController()
  let polls = 0
  const poll = async () => {
    polls += 1
    left.abort()
    return alerts()
  }
  await read(alertEvents(alerts(), poll, left.signal, { everyMs: 1 }))
  expect(polls).toBe(1)
})
