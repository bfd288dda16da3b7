import { newItem } from '@salama/outbox/items.ts'
import { expect, test } from 'vitest'
import type { OpenSession } from '@/field-state/session.ts'
import type { FieldContent, FieldReply } from '@/outbox/content.ts'
import { lastActivity, parseEndTime } from './parse-end-time.ts'

const session: OpenSession = { id: 'a', startedAt: '2026-11-20T05:00:30Z', state: 'closed', server: null }
const NOW = Date.parse('2026-11-20T12:00:00Z')

test('formats and parses times in the time of the city whatever the phone’s time zone is', () => {
  expect(parseEndTime('2026-11-20T14:30', session, NOW)).toBe('2026-11-20T11:30:00.000Z')
})

test('reads an empty field as now and the start’s minute as the start, and rejects times outside the session', () => {
  expect(parseEndTime('', session, NOW)).toBe('2026-11-20T12:00:00.000Z')
  expect(parseEndTime('', session, Date.parse(session.startedAt) - 900)).toBe('2026-11-20T05:00:30.000Z')
  expect(parseEndTime('2026-11-20T08:00', session, NOW)).toBe('2026-11-20T05:00:30.000Z')
  for (const field of ['2026-11-20T07:59', '2026-11-20T15:01', 'soon'])
    expect(parseEndTime(field, session, NOW)).toBeNull()
})

test('returns the last recorded vehicle or a later server contact as last activity of a session', () => {
  const entry = (sessionId: string, capturedAt: string) => ({
    item: newItem<FieldContent, FieldReply>(
      crypto.randomUUID(),
      { kind: 'entry', sessionId, plate: 'KDA 123A', capturedAt, body: null },
      NOW,
    ),
    files: [],
  })
  const entries = [entry('a', '2026-11-20T07:15:00Z'), entry('b', '2026-11-20T09:00:00Z')]
  expect(lastActivity(session, [])).toBe(Date.parse(session.startedAt))
  expect(lastActivity(session, entries)).toBe(Date.parse('2026-11-20T07:15:00Z'))
  const heard = { ...session, server: { touchedAt: '2026-11-20T08:00:00Z' } as OpenSession['server'] } // what is read
  expect(lastActivity(heard, entries)).toBe(Date.parse('2026-11-20T08:00:00Z'))
})
