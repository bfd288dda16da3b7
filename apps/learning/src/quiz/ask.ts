import type { answerQuizQuestion, practiceQuizQuestion } from '@salama/domain/learning/app-contract'
import { isTemporary, needsSignIn, tryCall } from '@salama/http/call'
import { currentAccount, remembered } from '@salama/outbox/account.ts'
import { localeOf } from '@salama/ui/i18n/locales.ts'
import type { Attempt } from '@/outbox/content.ts'
import type { Result } from './feedback.tsx'

const TIMEOUT_MS = 8_000

type Answered = { moduleId: string; courseVersion: number; question: string; answer: string[] }
/** `later`: there is no feedback now, and the answers are sent when the quiz is complete. */
export type Reply =
  | { is: 'feedback'; results: Result[] }
  | { is: 'graded'; results: Result[]; attempt: Attempt; certificate: string | null }
  | { is: 'later'; code: string }
  | { is: 'refused'; code: string }

const pageLocale = () => localeOf(document.documentElement.lang)

/** Answers one question in the person's attempt; the answer is final. */
export async function answerQuestion({ moduleId, ...body }: Answered): Promise<Reply> {
  const sent = await tryCall<typeof answerQuizQuestion>('PUT /api/quiz-attempts/{moduleId}', {
    params: { moduleId },
    query: { locale: pageLocale() },
    account: remembered() ?? (await currentAccount()),
    timeoutMs: TIMEOUT_MS,
    body,
  })
  if (!sent.ok) return failed(sent.problem.code)
  const { answered, attempt, course } = sent.reply
  if (answered) return { is: 'feedback', results: answered.results }
  if (!attempt) return failed('internal')
  return { is: 'graded', results: attempt.results, attempt, certificate: course.certificate?.code ?? null }
}

/** Feedback on one answer that does not count. */
export async function practiceQuestion({ moduleId, ...body }: Answered): Promise<Reply> {
  const sent = await tryCall<typeof practiceQuizQuestion>('POST /api/quiz-practice/{moduleId}', {
    params: { moduleId },
    query: { locale: pageLocale() },
    names: body.question,
    timeoutMs: TIMEOUT_MS,
    body,
  })
  return sent.ok ? { is: 'feedback', results: [sent.reply] } : failed(sent.problem.code)
}

const failed = (code: string): Reply => ({ is: isTemporary(code) || needsSignIn(code) ? 'later' : 'refused', code })
