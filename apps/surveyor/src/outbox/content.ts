import type { BlockedReason } from '@salama/domain/assignments/contract'
import type { CollectionEntryBody, NotCounted } from '@salama/domain/collection-entries/contract'
import type { StageCountBody } from '@salama/domain/stage-counts/contract'
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

/** The body of a stage count without its session. */
export type CountBody = Omit<z.input<typeof StageCountBody>, 'sessionId' | 'id' | 'place'> & {
  place?: ReturnType<typeof placeBody>
}

export type FieldContent =
  | { kind: 'start'; sessionId: string; startedAt: string; place: FieldPlace | null }
  | { kind: 'touch'; sessionId: string }
  /** `stampedAt`: what the clock of its times showed when it was stored. */
  | { kind: 'end'; sessionId: string; endedAt: string; stampedAt?: string }
  | { kind: 'release'; assignmentId: string; token: number; blocked: Blocked | null; note?: string }
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
      /** The entry that it corrects, kept in the same way. */
      revises?: string | undefined
      /** Why it does not count for the quota of its claim, as far as the phone knew when it was saved. */
      notCounted?: z.infer<typeof NotCounted>[]
      /**
       * Of an entry edited here after it may have been sent: if the server has the earlier version, this one is sent as
       * its correction under the first of these ids. Each edit adds one: the correction before may be there, too.
       */
      retryIds?: string[]
    }
  /** Takes back an entry that the server has, or may have. */
  | { kind: 'withdraw'; entryId: string; plate: string; retryIds?: string[] }
  /** A stage count. Its totals stay on this phone after it was received. */
  | {
      kind: 'count'
      sessionId: string
      startedAt: string
      /** As above. */
      stampedAt?: string
      vehicles: number
      minutes: number
      claimToken: number | null
      body: CountBody | null
    }

export type FieldReply = {
  /** Of a start: the id of another open session of the same person, to which the entries of this one belong. */
  adopted?: string
  /** The item had no effect; the reason why that is no failure. */
  moot?: 'elsewhere' | 'closed' | 'lapsed' | 'unsent'
  /** The id under which the server has an edited entry. */
  sentAs?: string
  /** Of an entry. */
  entry?: { seenBefore: boolean; late: boolean; contested: boolean }
}

type Entry = Extract<FieldContent, { kind: 'entry' | 'count' }>
export const claimTokenOf = ({ body, claimToken }: Entry) => body?.claimToken ?? claimToken ?? null
/** The entry that this one corrects. */
export const revisesOf = (content: FieldContent) =>
  content.kind === 'entry' ? (content.body?.revises ?? content.revises) : undefined
/** What was recorded under a claim, and is sent before the claim ends. */
const isWork = (content: FieldContent): content is Entry => content.kind === 'entry' || content.kind === 'count'

/** Sends an item only after those that it depends on. A refused item does not block an end. */
export function waitsFor(
  { content }: { content: FieldContent },
  { content: before, state }: { content: FieldContent; state: 'waiting' | 'refused' | 'sign_in' },
): boolean {
  if (content.kind === 'release' || content.kind === 'submit')
    return isWork(before) && claimTokenOf(before) === content.token && state !== 'refused'
  if (before.kind === 'release' || before.kind === 'submit') return false
  if (content.kind === 'withdraw' || before.kind === 'withdraw') return false
  const isSame = before.sessionId === content.sessionId
  if (content.kind === 'start') return before.kind === 'start' || before.kind === 'end'
  if (before.kind === 'start') return isSame
  return content.kind === 'end' && isSame && state !== 'refused'
}

/** What this phone keeps of a received item. */
export const afterArrival = (content: FieldContent): FieldContent =>
  isWork(content)
    ? {
        ...content,
        body: null,
        claimToken: claimTokenOf(content),
        ...(content.kind === 'entry' && { revises: revisesOf(content) }),
      }
    : content
