import type { markLearningModuleProgress } from '@salama/domain/learning/progress-contract'
import { isTemporary, needsSignIn, tryCall } from '@salama/http/call'
import { type Item, type Outcome, SEND_TIMEOUT_MS } from '@salama/outbox/items.ts'
import { createOutbox } from '@salama/outbox/outbox.ts'
import { afterArrival, type CompletionContent, type CompletionReply } from './content.ts'

// What somebody did in courses, on its way (see packages/outbox for the promise). A lesson that was read and a try at a
// quiz go the same way; a quiz is passed only once the server has said so. The page and the service worker send with
// the same code.

const put = ({ moduleId, item, isQuiz, quizAnswers, locale, account }: CompletionContent, courseVersion: number) =>
  tryCall<typeof markLearningModuleProgress>('PUT /api/progress/{moduleId}', {
    params: { moduleId },
    query: { locale },
    account,
    timeoutMs: SEND_TIMEOUT_MS,
    body: { courseVersion, ...(isQuiz ? quizAnswers && { quizAnswers } : { completedItems: [item] }) },
  })

async function send({
  content,
}: Item<CompletionContent, CompletionReply>): Promise<Outcome<CompletionContent, CompletionReply>> {
  let result = await put(content, content.courseVersion)
  // A lesson keeps its name from version to version, a quiz may ask something else: its answers are not sent to another.
  const newer = result.ok ? null : result.problem.detail.currentVersion
  if (typeof newer === 'number' && !content.isQuiz) result = await put(content, newer)
  if (result.ok) return { is: 'received', reply: result.reply, left: afterArrival(content) }
  const { code, retryAfterS } = result.problem
  if (needsSignIn(code)) return { is: 'sign_in' }
  if (isTemporary(code)) return { is: 'waiting', problem: { code }, retryAfterS }
  return { is: 'refused', problem: { code } }
}

export const completionOutbox = createOutbox<CompletionContent, CompletionReply>({
  name: 'salama-learning.outbox',
  send,
  // Only so many tries at one quiz are taken in an hour: that holds up no lesson, and no other quiz.
  holdsAll: ['network'],
  sendFile: async () => ({ is: 'refused', problem: { code: 'invalid_request' } }), // nothing here has files
})

const DAY_MS = 24 * 3600 * 1000
const TEN_MINUTES_MS = 10 * 60 * 1000

/** Erases what arrived: the word about a lesson soon, that about a quiz after a day. */
export async function tidyOutbox(nowMs = Date.now()): Promise<void> {
  for (const { item } of await completionOutbox.list()) {
    const retainMs = item.content.isQuiz ? DAY_MS : TEN_MINUTES_MS
    if (item.receivedAt !== null && nowMs - item.receivedAt >= retainMs) await completionOutbox.remove(item.id)
  }
}
