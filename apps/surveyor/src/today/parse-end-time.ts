import { fromCityTime } from '@salama/domain/shared'
import type { OpenSession } from '@/field-state/session.ts'
import { type FieldEntry, sessionOf } from '@/outbox/field-outbox.ts'

// Parses the end time entered afterwards: without seconds or zone, in the time of the city like all times here.

const MINUTE_MS = 60_000

/** The last known activity of a session: its start, the last server contact, or the last entry on this phone. */
export function lastActivity({ id, startedAt, server }: OpenSession, entries: readonly FieldEntry[]): number {
  const recorded = entries.flatMap(({ item: { content } }) =>
    content.kind === 'entry' && sessionOf(content.sessionId, entries) === id ? [Date.parse(content.capturedAt)] : [],
  )
  return Math.max(Date.parse(startedAt), Date.parse(server?.touchedAt ?? startedAt), ...recorded)
}

/** The end time from the field, now when empty; null outside the session. */
export function parseEndTime(field: string, { startedAt }: OpenSession, nowMs: number): string | null {
  const startMs = Date.parse(startedAt)
  if (field === '') return new Date(Math.max(nowMs, startMs)).toISOString()
  const ms = fromCityTime(field).getTime()
  if (!(ms > startMs - MINUTE_MS && ms <= nowMs)) return null
  return new Date(Math.max(ms, startMs)).toISOString()
}
