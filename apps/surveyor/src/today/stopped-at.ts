import type { OpenSession } from '@/field-state/session.ts'
import { type FieldEntry, sessionOf } from '@/outbox/field-outbox.ts'

// When the work of a session was over, as its person says it afterwards. The field for a time has neither seconds nor a
// zone: it is in Nairobi's time, as every time that the app shows.

const NAIROBI_MS = 3 * 3600 * 1000
const MINUTE_MS = 60_000

export const forTimeField = (ms: number) => new Date(ms + NAIROBI_MS).toISOString().slice(0, 16)

/** The last thing that this phone knows of a session: its start, what the server heard, what was recorded here. */
export function lastSign({ id, startedAt, server }: OpenSession, entries: readonly FieldEntry[]): number {
  const recorded = entries.flatMap(({ item: { content } }) =>
    content.kind === 'entry' && sessionOf(content.sessionId, entries) === id ? [Date.parse(content.capturedAt)] : [],
  )
  return Math.max(Date.parse(startedAt), Date.parse(server?.touchedAt ?? startedAt), ...recorded)
}

/** The end that was written into the field, nothing being now; null where it is not in the session's time. */
export function stoppedAt(field: string, { startedAt }: OpenSession, nowMs: number): string | null {
  const startMs = Date.parse(startedAt)
  if (field === '') return new Date(Math.max(nowMs, startMs)).toISOString()
  const ms = Date.parse(`${field}:00+03:00`)
  if (!(ms > startMs - MINUTE_MS && ms <= nowMs)) return null
  return new Date(Math.max(ms, startMs)).toISOString()
}
