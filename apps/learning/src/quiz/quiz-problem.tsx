import { isErrorSlug } from '@salama/domain/shared'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import type { QuizMode } from './quiz-end.tsx'

type Props = {
  /** The code of the problem, or `notKept` where the phone could not save the answers. */
  problem: string
  /** Whether the answer was refused; else it waits for the end of the quiz. */
  isRefused: boolean
  mode: QuizMode
}

/** Why an answer has no feedback, and what becomes of it. */
export function QuizProblem({ problem, isRefused, mode }: Props) {
  const t = useTranslations('quiz')
  const failed = useTranslations('errors')
  const later = problem === 'rate_limited' ? 'tooManyTries' : mode === 'visitor' ? 'noFeedbackVisitor' : 'noFeedback'
  return (
    <Notice tone={isRefused ? 'danger' : 'info'} announce="assertive">
      {!isRefused ? t(later) : isErrorSlug(problem) ? failed(problem) : t('notKept')}
    </Notice>
  )
}
