import { ACCOUNT_HEADER } from '@salama/outbox/account.ts'
import type { Item, Outcome } from '@salama/outbox/items.ts'
import { createOutbox } from '@salama/outbox/outbox.ts'
import { afterArrival, type MarkContent, type MarkReply } from './content.ts'

// What somebody did in courses, on its way (see packages/outbox for the promise). A lesson that was read and a try at a
// quiz go the same way; a quiz is passed only once the server has said so. The page and the service worker send with
// the same code.

/** Failures that signing in mends. */
const SIGN_IN = ['unauthenticated', 'token_expired', 'invalid_token']
/** Failures that pass by themselves. */
const PASSING = ['unavailable', 'internal', 'rate_limited']
const TIMEOUT_MS = 30_000

type Said =
  | { is: 'received'; reply: MarkReply }
  | { is: 'problem'; code: string; currentVersion: number | null; retryAfterS: number | null }

async function put(content: MarkContent, courseVersion: number): Promise<Said> {
  const { moduleId, item, isQuiz, quizAnswers, locale, account } = content
  try {
    const response = await fetch(`/api/progress/${moduleId}?locale=${locale}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', accept: 'application/json', [ACCOUNT_HEADER]: account },
      body: JSON.stringify({ courseVersion, ...(isQuiz ? { quizAnswers } : { completedItems: [item] }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) return await problemOf(response)
    const reply: MarkReply = await response.json() // our own route checked it against the contract
    return { is: 'received', reply }
  } catch {
    return { is: 'problem', code: 'network', currentVersion: null, retryAfterS: null }
  }
}

/** Something between us and the server may answer in its place. */
async function problemOf(response: Response): Promise<Said> {
  const body: unknown = await response.json().catch(() => null)
  const { code, currentVersion } = Object(body)
  return {
    is: 'problem',
    code: typeof code === 'string' ? code : response.status >= 500 ? 'unavailable' : 'internal',
    currentVersion: typeof currentVersion === 'number' ? currentVersion : null,
    retryAfterS: Number(response.headers.get('retry-after')) || null,
  }
}

async function send({ content }: Item<MarkContent, MarkReply>): Promise<Outcome<MarkContent, MarkReply>> {
  let said = await put(content, content.courseVersion)
  // A lesson keeps its name from version to version, a quiz may ask something else: its answers are not sent to another.
  if (said.is === 'problem' && said.currentVersion !== null && !content.isQuiz)
    said = await put(content, said.currentVersion)
  if (said.is === 'received') return { is: 'received', reply: said.reply, left: afterArrival(content) }
  const problem = { code: said.code }
  if (SIGN_IN.includes(said.code)) return { is: 'sign_in' }
  if (said.code === 'network' || PASSING.includes(said.code))
    return { is: 'waiting', problem, retryAfterS: said.retryAfterS }
  return { is: 'refused', problem }
}

export const OUTBOX_NAME = 'salama-learning.outbox'
export const markOutbox = createOutbox<MarkContent, MarkReply>({
  name: OUTBOX_NAME,
  send,
  sendFile: async () => ({ is: 'refused', problem: { code: 'invalid_request' } }), // nothing here has files
})

const DAY_MS = 24 * 3600 * 1000
const TEN_MINUTES_MS = 10 * 60 * 1000

/** Erases what arrived: the word about a lesson soon, that about a quiz after a day. */
export async function tidyOutbox(nowMs = Date.now()): Promise<void> {
  for (const { item } of await markOutbox.list()) {
    const keepMs = item.content.isQuiz ? DAY_MS : TEN_MINUTES_MS
    if (item.receivedAt !== null && nowMs - item.receivedAt >= keepMs) await markOutbox.remove(item.id)
  }
}
