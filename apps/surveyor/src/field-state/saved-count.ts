import type { FieldPlace } from '@/outbox/content.ts'
import type { Choice } from './draft.ts'

// The state of a stage count, as this phone stores it.

export type Counting = {
  id: string
  token: number | null
  /** By the server's clock, and by the phone's for the elapsed time. */
  startedAt: string
  startedMs: number
  routes: Choice[]
  taps: { routeId: string | null; atS: number }[]
  pauses: { fromS: number; toS: number }[]
  /** Since when it is paused. */
  pausedS: number | null
  /** When the app last ran. */
  seenS: number
  place: FieldPlace | null
}

/** The session that the count belongs to is fixed at its start. */
export type SavedCount = Counting & { sessionId: string }
