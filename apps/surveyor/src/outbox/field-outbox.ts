import type { releaseAssignmentSlot, submitAssignmentSlot } from '@salama/domain/assignments/slots-contract'
import type { submitVehicleCollectionEntry, withdrawCollectionEntry } from '@salama/domain/collection-entries/contract'
import type { addCollectionEntryPhoto } from '@salama/domain/photos/contract'
import type { submitStageCount } from '@salama/domain/stage-counts/contract'
import type { endSurveyorSession, startSurveyorSession, touchSurveyorSession } from '@salama/domain/surveyor/contract'
import { type CallResult, isTemporary, needsSignIn, type Problem, tryCall } from '@salama/http/call'
import {
  ageMs,
  type Entry,
  type FileOutcome,
  type Item,
  type ItemFile,
  isDone,
  type Outcome,
  SEND_TIMEOUT_MS,
} from '@salama/outbox/items.ts'
import { createOutbox, type Outbox } from '@salama/outbox/outbox.ts'
import { HOLDS_ALL } from '@salama/outbox/retry.ts'
import { afterArrival, type FieldContent, type FieldReply, placeBody, waitsFor } from './content.ts'

// The outbox of one account's field work (see packages/outbox for the guarantees). Each account has its own database,
// so that other accounts on this phone neither send nor see it. The page and the service worker share this code.

type FieldItem = Item<FieldContent, FieldReply>
export type FieldEntry = Entry<FieldContent, FieldReply>
export type FieldOutbox = Outbox<FieldContent, FieldReply>
type FieldOutcome = Outcome<FieldContent, FieldReply>

const NAME = 'salama-surveyor.outbox.'
export const accountOfOutbox = (name: string) => (name.startsWith(NAME) ? name.slice(NAME.length) : null)

/** All items are one account's: a missing session or role stops the whole queue until it is back. */
const STOPS = [...HOLDS_ALL, 'unavailable', 'sign_in', 'role_required']
const ROLE_AGAIN_S = 600
/** A megabyte at 10 kB/s. */
const PHOTO_TIMEOUT_MS = 120_000

const opened = new Map<string, FieldOutbox>()

/** The outbox of an account, by its key (see packages/outbox/src/account.ts). */
export function fieldOutbox(account: string): FieldOutbox {
  const known = opened.get(account)
  if (known) return known
  const outbox: FieldOutbox = createOutbox<FieldContent, FieldReply>({
    name: NAME + account,
    usesMemory: true,
    waitsFor,
    holdsAll: STOPS,
    send: async (item) => send(item, account, await outbox.list()),
    sendFile: (item, file) => sendPhoto(item, file, account),
  })
  opened.set(account, outbox)
  return outbox
}

/** The server's session for one of this phone: another one, if that was open when ours was received. */
export function sessionOf(sessionId: string, entries: readonly FieldEntry[]): string {
  const start = entries.find(({ item: { content } }) => content.kind === 'start' && content.sessionId === sessionId)
  return start?.item.reply?.adopted ?? sessionId
}

const received = (content: FieldContent, reply: FieldReply): FieldOutcome => ({
  is: 'received',
  reply,
  left: afterArrival(content),
})

function failed({ code, retryAfterS, detail }: Problem): Exclude<FieldOutcome, { is: 'received' }> {
  if (needsSignIn(code)) return { is: 'sign_in' }
  if (code === 'role_required') return { is: 'waiting', problem: { code }, retryAfterS: ROLE_AGAIN_S }
  if (isTemporary(code)) return { is: 'waiting', problem: { code }, retryAfterS }
  return { is: 'refused', problem: { code, detail } }
}

/** What the clock of an item's times shows by now, so that the server can take off its error. */
function sentAt(item: FieldItem, stampedAt: string | undefined): { sentAt?: string } {
  return stampedAt === undefined ? {} : { sentAt: new Date(Date.parse(stampedAt) + ageMs(item)).toISOString() }
}

async function send(item: FieldItem, account: string, all: readonly FieldEntry[]): Promise<FieldOutcome> {
  const { id, content } = item
  const options = { account, timeoutMs: SEND_TIMEOUT_MS }
  /** `over`: the result when the session or claim has ended or never existed. */
  const settled = (result: CallResult<unknown>, over?: FieldReply['moot']) =>
    result.ok
      ? received(content, {})
      : over && (result.problem.code === 'invalid_transition' || result.problem.code === 'not_found')
        ? received(content, { moot: over })
        : failed(result.problem)
  switch (content.kind) {
    case 'start': {
      const { sessionId, startedAt, place } = content
      const body = { id: sessionId, startedAt, ...sentAt(item, startedAt), ...(place && { place: placeBody(place) }) }
      const result = await tryCall<typeof startSurveyorSession>('POST /api/session/start', { body, ...options })
      const open = !result.ok && result.problem.code === 'session_already_open' ? openSessionIn(result.problem) : null
      return open === null ? settled(result) : received(content, { adopted: open })
    }
    case 'touch': {
      const body = { id: sessionOf(content.sessionId, all) }
      return settled(
        await tryCall<typeof touchSurveyorSession>('POST /api/session/touch', { body, ...options }),
        'closed',
      )
    }
    case 'end': {
      // Recorded offline for a session that was never created: the other device's session continues.
      if (sessionOf(content.sessionId, all) !== content.sessionId) return received(content, { moot: 'elsewhere' })
      const end = (body: { id: string; endedAt?: string; sentAt?: string }) =>
        tryCall<typeof endSurveyorSession>('POST /api/session/end', { body, ...options })
      const result = await end({
        id: content.sessionId,
        endedAt: content.endedAt,
        ...sentAt(item, content.stampedAt),
      })
      // The phone's clock was set back between start and end: ends the session now.
      const isTooEarly = !result.ok && result.problem.code === 'invalid_request'
      return settled(isTooEarly ? await end({ id: content.sessionId }) : result)
    }
    case 'release': {
      const { assignmentId, token, blocked, note } = content
      const body = { assignmentId, token, ...(blocked && { blocked, ...(note && { note }) }) }
      const request = { body, names: assignmentId, ...options }
      return settled(await tryCall<typeof releaseAssignmentSlot>('POST /api/assignments/release', request), 'lapsed')
    }
    case 'submit': {
      const { assignmentId, token } = content
      const request = { body: { assignmentId, token }, names: assignmentId, ...options }
      return settled(await tryCall<typeof submitAssignmentSlot>('POST /api/assignments/submit', request), 'lapsed')
    }
    case 'count': {
      if (content.body === null) return { is: 'refused', problem: { code: 'invalid_request' } } // already received
      const session = { sessionId: sessionOf(content.sessionId, all) }
      const body = { ...content.body, id, ...session, ...sentAt(item, content.stampedAt) }
      const result = await tryCall<typeof submitStageCount>('POST /api/stage-counts', { body, ...options })
      return result.ok ? received(content, { entry: { ...NO_MARKS, late: result.reply.late } }) : failed(result.problem)
    }
    case 'entry': {
      if (content.body === null) return { is: 'refused', problem: { code: 'invalid_request' } } // already received
      const session = { sessionId: sessionOf(content.sessionId, all) }
      const body = { ...content.body, id, ...session, ...sentAt(item, content.capturedAt) }
      const submit = (sent: typeof body) =>
        tryCall<typeof submitVehicleCollectionEntry>('POST /api/submissions', { body: sent, ...options })
      let sentAs = id
      let result = await submit(body)
      for (const retryId of content.retryIds ?? []) {
        if (result.ok || result.problem.code !== 'id_reused') break
        result = await submit({ ...body, id: retryId, revises: sentAs })
        sentAs = retryId
      }
      if (!result.ok) return failed(result.problem)
      const { seenBefore, late, contested } = result.reply
      return received(content, { entry: { seenBefore, late, contested }, ...(sentAs !== id && { sentAs }) })
    }
    case 'withdraw': {
      // Of an entry that was edited here the server has the last version that arrived.
      for (const entryId of [content.entryId, ...(content.retryIds ?? [])].toReversed()) {
        const result = await tryCall<typeof withdrawCollectionEntry>('POST /api/submissions/{id}/withdraw', {
          params: { id: entryId },
          ...options,
        })
        if (result.ok || result.problem.code !== 'not_found') return settled(result)
      }
      // The server never had it: it was deleted on this phone before it arrived.
      return received(content, { moot: 'unsent' })
    }
  }
}

const NO_MARKS = { seenBefore: false, contested: false }

const openSessionIn = ({ detail: { session } }: Problem): string | null =>
  typeof session === 'object' && session !== null && 'id' in session ? String(session.id) : null

async function sendPhoto({ id, reply }: FieldItem, file: ItemFile, account: string): Promise<FileOutcome> {
  const result = await tryCall<typeof addCollectionEntryPhoto>('POST /api/submissions/{id}/photos', {
    params: { id: reply?.sentAs ?? id },
    query: { photoId: file.id },
    body: file.blob,
    account,
    timeoutMs: PHOTO_TIMEOUT_MS,
  })
  if (result.ok) return { is: 'received' }
  const outcome = failed(result.problem)
  // The entry was received for that account; the photo waits until they sign in again.
  return outcome.is === 'sign_in' ? { is: 'waiting', problem: { code: 'sign_in' } } : outcome
}

const WEEK_MS = 7 * 24 * 3600 * 1000

/** Deletes items received more than a week ago, and photos of abandoned drafts. */
export async function tidyOutbox(outbox: FieldOutbox, nowMs = Date.now()): Promise<void> {
  const entries = await outbox.list()
  const left = entries.filter((entry) => !isDone(entry))
  for (const { item } of entries.filter(isDone)) {
    const { content } = item
    // Pending items may still need the session that a start was mapped to.
    const isNeeded =
      content.kind === 'start' &&
      left.some(({ item: { content: other } }) => 'sessionId' in other && other.sessionId === content.sessionId)
    if (!isNeeded) await outbox.removeAfter(item, WEEK_MS, nowMs)
  }
  await outbox.sweep()
}
