import type { BlockedReason } from '@salama/domain/assignments/contract'
import type { CollectionEntryBody } from '@salama/domain/collection-entries/contract'
import { type Fix, WORST_ACCURACY_M } from '@salama/ui/gps.ts'
import type { z } from 'zod'

// What a surveyor's phone has on its way to the server. All of it goes through one outbox, because the order counts: an
// entry needs its session, and a session ends after its entries.

/** A stage instead; its name is known where it was chosen. */
export type Stage = { stopId: string; name: string | null }
export type FieldPlace = Fix | Stage
/** As the API takes it. */
export const placeBody = (place: FieldPlace) =>
  'stopId' in place ? { stopId: place.stopId } : { ...place, accuracyM: Math.min(WORST_ACCURACY_M, place.accuracyM) }
export type Blocked = z.infer<typeof BlockedReason>
/** An entry as it is sent, but for the session, which the server may have another word for (see `adopted`). */
export type EntryBody = Omit<z.input<typeof CollectionEntryBody>, 'sessionId' | 'id' | 'place'> & {
  place?: ReturnType<typeof placeBody>
}

export type FieldContent =
  | { kind: 'start'; sessionId: string; startedAt: string; place: FieldPlace | null }
  | { kind: 'touch'; sessionId: string }
  | { kind: 'end'; sessionId: string; endedAt: string }
  | { kind: 'release'; assignmentId: string; token: number; blocked: Blocked | null }
  /** The surveyor is finished with an assignment. */
  | { kind: 'submit'; assignmentId: string; token: number }
  | {
      kind: 'entry'
      sessionId: string
      plate: string
      capturedAt: string
      body: EntryBody | null
      /** Once it has arrived: the claim that it was under. */
      claimToken?: number | null
    }

export type FieldReply = {
  /** Of a start: another session of the same person was open already, and what was written for this one belongs to it. */
  adopted?: string
  /** It had no effect, and why that is no loss. */
  moot?: 'elsewhere' | 'closed' | 'lapsed'
  /** Of an entry. */
  entry?: { seenBefore: boolean; late: boolean; contested: boolean }
}

type Entry = Extract<FieldContent, { kind: 'entry' }>
export const claimTokenOf = ({ body, claimToken }: Entry) => body?.claimToken ?? claimToken ?? null

/** Nothing is sent before what it needs is there. What was refused is left to the person and keeps no end back. */
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

/** What stays on this phone of an item that has arrived. */
export const afterArrival = (content: FieldContent): FieldContent =>
  content.kind === 'entry' ? { ...content, body: null, claimToken: claimTokenOf(content) } : content
