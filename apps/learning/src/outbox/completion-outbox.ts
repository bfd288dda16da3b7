import type { markLearningModuleProgress } from '@salama/domain/learning/progress-contract'
import { isTemporary, needsSignIn, tryCall } from '@salama/http/call'
import { type Item, type Outcome, SEND_TIMEOUT_MS } from '@salama/outbox/items.ts'
import { createOutbox } from '@salama/outbox/outbox.ts'
import { afterArrival, type CompletionContent, type CompletionReply } from './content.ts'

// The outbox of completions (see packages/outbox for the guarantees). Completed lessons and quiz attempts use the same
// queue; a quiz is passed only once the server has graded it. The page and the service worker share this code.

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
  // A lesson keeps its slug across versions, but a quiz may change: answers to another version are not sent.
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
  // A rate limit on one quiz does not block lessons or other quizzes.
  holdsAll: ['network'],
  sendFile: async () => ({ is: 'refused', problem: { code: 'invalid_request' } }), // items have no files
})

const TEN_MINUTES_MS = 10 * 60 * 1000

/** Deletes received items, except those that another tab may be showing. */
export async function tidyOutbox(nowMs = Date.now()): Promise<void> {
  for (const { item } of await completionOutbox.list()) await completionOutbox.removeAfter(item, TEN_MINUTES_MS, nowMs)
}
