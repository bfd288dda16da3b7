import type { BlockedReason } from '@salama/domain/assignments/contract'
import type { CollectionEntryBody } from '@salama/domain/collection-entries/contract'
import { type Fix, WORST_ACCURACY_M } from '@salama/ui/gps.ts'
import type { z } from 'zod'

// The items that a surveyor's phone sends. They share one outbox because their order matters: an entry needs its
// session, and a session ends after its entries.

/** A stage instead of a point; its name is only known where it was chosen. */
export type Stage = { stopId: string; name: string | null }
export type FieldPlace = Fix | Stage
/** The place as the API accepts it. */
export const placeBody = (place: FieldPlace) =>
  'stopId' in place ? { stopId: place.stopId } : { ...place, accuracyM: Math.min(WORST_ACCURACY_M, place.accuracyM) }
export type Blocked = z.infer<typeof BlockedReason>
/** The body of an entry without its session, which the server may replace (see `adopted`). */
export type EntryBody = Omit<z.input<typeof CollectionEntryBody>, 'sessionId' | 'id' | 'place'> & {
  place?: ReturnType<typeof placeBody>
}

export type FieldContent =
  | { kind: 'start'; sessionId: string; startedAt: string; place: FieldPlace | null }
  | { kind: 'touch'; sessionId: string }
  | { kind: 'end'; sessionId: string; endedAt: string }
  | { kind: 'release'; assignmentId: string; token: number; blocked: Blocked | null }
  /** Submits an assignment. */
  | { kind: 'submit'; assignmentId: string; token: number }
  | {
      kind: 'entry'
      sessionId: string
      plate: string
      capturedAt: string
      body: EntryBody | null
      /** The claim token, kept after the entry was received. */
      claimToken?: number | null
    }

export type FieldReply = {
  /** Of a start: the id of another open session of the same person, to which the entries of this one belong. */
  adopted?: string
  /** The item had no effect; the reason why that is no failure. */
  moot?: 'elsewhere' | 'closed' | 'lapsed'
  /** Of an entry. */
  entry?: { seenBefore: boolean; late: boolean; contested: boolean }
}

type Entry = Extract<FieldContent, { kind: 'entry' }>
export const claimTokenOf = ({ body, claimToken }: Entry) => body?.claimToken ?? claimToken ?? null

/** Sends an item only after those that it depends on. A refused item does not block an end. */
export function waitsFor(
  { content }: { content: FieldContent },
  { content: before, state }: { content: FieldContent; state: 'waiting' | 'refused' | 'sign_in' },
): boolean {
  if (content.kind === 'release' || content.kind === 'submit')
    return before.kind === 'entry' && claimTokenOf(before) === content.token && state !== 'refused'
  if (before.kind === 'release' || before.kind === 'submit') return false
  const isSame = before.sessionId === content.sessionId
  if (content.kind === 'start') return before.kind === 'start' || before.kind === 'end'
  if (before.kind === 'start') return isSame
  return content.kind === 'end' && isSame && state !== 'refused'
}

/** What this phone keeps of a received item. */
export const afterArrival = (content: FieldContent): FieldContent =>
  content.kind === 'entry' ? { ...content, body: null, claimToken: claimTokenOf(content) } : content
