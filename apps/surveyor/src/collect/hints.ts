import { toCityDay, USUAL_SEATS } from '@salama/domain/shared'
import { plateKey } from '@salama/ui/incidents/plate.ts'
import type { Draft } from '@/field-state/draft.ts'
import type { ServerEntry } from '@/field-state/field-cache.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'

// What may be wrong with a record, before it is saved. Nothing is refused: the server flags it (app.quality_flags).

const HOUR_MS = 3600_000
const day = (at: string | number) => toCityDay(at)

export type Duplicate = { capturedAt: string; isRecent: boolean }

/** The last record of this plate today, of this phone or of the server's list, and whether it was within the hour. */
export function duplicateOf(
  draft: Draft,
  entries: readonly FieldEntry[],
  server: readonly ServerEntry[],
  nowMs: number,
): Duplicate | null {
  const key = plateKey(draft.plate)
  if (key.length < 6 || draft.revises !== null) return null
  const mine = entries.flatMap(({ item: { id, content } }) =>
    content.kind === 'entry' && id !== draft.id ? [{ plate: content.plate, capturedAt: content.capturedAt }] : [],
  )
  const theirs = server.flatMap(({ state, vehicle: { plate }, capturedAt }) =>
    state === 'replaced' || state === 'withdrawn' ? [] : [{ plate, capturedAt }],
  )
  const today = day(nowMs)
  const last = [...mine, ...theirs]
    .filter((each) => plateKey(each.plate) === key && day(each.capturedAt) === today)
    .toSorted((a, b) => b.capturedAt.localeCompare(a.capturedAt))[0]
  return last ? { capturedAt: last.capturedAt, isRecent: nowMs - Date.parse(last.capturedAt) < HOUR_MS } : null
}

/** Whether the number of seats is implausible, or another one than the register has. */
export function seatsHint(capacity: string, registered: number | null): 'unusual' | 'differ' | null {
  const seats = /^\d{1,3}$/.test(capacity.trim()) ? Number(capacity) : null
  if (seats === null || seats < 1 || seats > 200) return null
  if (seats < USUAL_SEATS.least || seats > USUAL_SEATS.most) return 'unusual'
  return registered !== null && registered !== seats ? 'differ' : null
}
