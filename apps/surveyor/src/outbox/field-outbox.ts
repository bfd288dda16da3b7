import { type Answer, askServer, isForSignIn, isPassing } from '@salama/outbox/ask-server.ts'
import { type Entry, type FileOutcome, type Item, type ItemFile, isDone, type Outcome } from '@salama/outbox/items.ts'
import { createOutbox, type Outbox } from '@salama/outbox/outbox.ts'
import { HOLDS_ALL } from '@salama/outbox/waiting.ts'
import { afterArrival, type FieldContent, type FieldReply, placeBody, waitsFor } from './content.ts'

// The work of one person on this phone, on its way (see packages/outbox for the promise). Each account has an outbox, a
// database of its own: whoever else signs in here neither sends nor sees it. The page and the service worker send with
// the same code.

type FieldItem = Item<FieldContent, FieldReply>
export type FieldEntry = Entry<FieldContent, FieldReply>
export type FieldOutbox = Outbox<FieldContent, FieldReply>
type FieldOutcome = Outcome<FieldContent, FieldReply>

const NAME = 'salama-surveyor.outbox.'
export const accountOfOutbox = (name: string) => (name.startsWith(NAME) ? name.slice(NAME.length) : null)

/** All of it is one person's: what stops one stops all, until they sign in or have their role again. */
const STOPS = [...HOLDS_ALL, 'unavailable', 'sign_in', 'role_required']
const ROLE_AGAIN_S = 600
/** A megabyte at 10 kB/s. */
const PHOTO_TIMEOUT_MS = 120_000

const opened = new Map<string, FieldOutbox>()

/** The outbox of an account (its mark, see packages/outbox/src/account.ts). */
export function fieldOutbox(account: string): FieldOutbox {
  const known = opened.get(account)
  if (known) return known
  const outbox: FieldOutbox = createOutbox<FieldContent, FieldReply>({
    name: NAME + account,
    waitsFor,
    holdsAll: STOPS,
    send: async (item) => send(item, account, await outbox.list()),
    sendFile: (item, file) => sendPhoto(item, file, account),
  })
  opened.set(account, outbox)
  return outbox
}

/** The server's session for one of this phone: another one, if that was open when ours arrived. */
export function sessionOf(sessionId: string, entries: readonly FieldEntry[]): string {
  const start = entries.find(({ item: { content } }) => content.kind === 'start' && content.sessionId === sessionId)
  return start?.item.reply?.adopted ?? sessionId
}

const received = (content: FieldContent, reply: FieldReply): FieldOutcome => ({
  is: 'received',
  reply,
  left: afterArrival(content),
})

function failed(answer: Extract<Answer, { ok: false }>): Exclude<FieldOutcome, { is: 'received' }> {
  const { code, retryAfterS, body } = answer
  if (isForSignIn(code)) return { is: 'sign_in' }
  if (code === 'role_required') return { is: 'waiting', problem: { code }, retryAfterS: ROLE_AGAIN_S }
  if (isPassing(code)) return { is: 'waiting', problem: { code }, retryAfterS }
  return { is: 'refused', problem: { code, detail: body } }
}

async function send({ id, content }: FieldItem, account: string, all: readonly FieldEntry[]): Promise<FieldOutcome> {
  const post = (url: string, body: object) => askServer(url, { account, body })
  const isOver = (answer: Answer) => !answer.ok && (answer.code === 'invalid_transition' || answer.code === 'not_found')
  switch (content.kind) {
    case 'start': {
      const { sessionId, startedAt, place } = content
      const answer = await post('/api/session/start', {
        id: sessionId,
        startedAt,
        ...(place && { place: placeBody(place) }),
      })
      if (answer.ok) return received(content, {})
      const open = answer.code === 'session_already_open' ? openSessionIn(answer.body) : null
      return open === null ? failed(answer) : received(content, { adopted: open })
    }
    case 'touch': {
      const answer = await post('/api/session/touch', { id: sessionOf(content.sessionId, all) })
      if (answer.ok) return received(content, {})
      return isOver(answer) ? received(content, { moot: 'closed' }) : failed(answer)
    }
    case 'end': {
      // Written without a line for a session that never came to be: the one of the other phone goes on there.
      if (sessionOf(content.sessionId, all) !== content.sessionId) return received(content, { moot: 'elsewhere' })
      const answer = await post('/api/session/end', { id: content.sessionId, endedAt: content.endedAt })
      if (answer.ok) return received(content, {})
      // A phone's clock that was set back between start and end: then it is over now.
      if (answer.code !== 'invalid_request') return failed(answer)
      const now = await post('/api/session/end', { id: content.sessionId })
      return now.ok ? received(content, {}) : failed(now)
    }
    case 'release': {
      const { assignmentId, token, blocked } = content
      const answer = await post('/api/assignments/release', { assignmentId, token, ...(blocked && { blocked }) })
      if (answer.ok) return received(content, {})
      return isOver(answer) ? received(content, { moot: 'lapsed' }) : failed(answer)
    }
    case 'submit': {
      const { assignmentId, token } = content
      const answer = await post('/api/assignments/submit', { assignmentId, token })
      if (answer.ok) return received(content, {})
      return isOver(answer) ? received(content, { moot: 'lapsed' }) : failed(answer)
    }
    case 'entry': {
      const sessionId = sessionOf(content.sessionId, all)
      const answer = await post('/api/submissions', { ...content.body, id, sessionId })
      if (!answer.ok) return failed(answer)
      return received(content, { entry: marksOf(answer.reply) })
    }
  }
}

const openSessionIn = ({ session }: Record<string, unknown>): string | null =>
  typeof session === 'object' && session !== null && 'id' in session ? String(session.id) : null

/** Our own route checked the reply against the contract. */
function marksOf(reply: unknown): NonNullable<FieldReply['entry']> {
  const { seenBefore, late, contested } = reply as NonNullable<FieldReply['entry']>
  return { seenBefore, late, contested }
}

async function sendPhoto({ id }: FieldItem, file: ItemFile, account: string): Promise<FileOutcome> {
  const url = `/api/submissions/${id}/photos?photoId=${file.id}`
  const answer = await askServer(url, { account, body: file.blob, timeoutMs: PHOTO_TIMEOUT_MS })
  if (answer.ok) return { is: 'received' }
  const outcome = failed(answer)
  // Its entry has arrived in that person's name; the photo waits until they are back.
  return outcome.is === 'sign_in' ? { is: 'waiting', problem: { code: 'sign_in' } } : outcome
}

const WEEK_MS = 7 * 24 * 3600 * 1000

/** Erases what arrived more than a week ago, and photos of drafts that nobody finished. */
export async function tidyOutbox(outbox: FieldOutbox, nowMs = Date.now()): Promise<void> {
  const entries = await outbox.list()
  const left = entries.filter((entry) => !isDone(entry))
  for (const { item } of entries.filter(isDone)) {
    const { receivedAt, content } = item
    // What is still to be sent may need to know into which session its own went.
    const isNeeded =
      content.kind === 'start' &&
      left.some(({ item: { content: other } }) => 'sessionId' in other && other.sessionId === content.sessionId)
    if (receivedAt !== null && nowMs - receivedAt > WEEK_MS && !isNeeded) await outbox.remove(item.id)
  }
  await outbox.sweep()
}
