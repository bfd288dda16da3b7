import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { ArrowRight, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Attempt } from '@/outbox/content.ts'
import type { Question } from './answers.ts'
import type { QuizModule } from './feedback.tsx'
import { QuizResult } from './quiz-result.tsx'

export type Ended = {
  /** Null where questions have no feedback yet. */
  attempt: Omit<Attempt, 'at'> | null
  certificate: string | null
  /** Of the attempt that ended: the page may be in another mode once the quiz is passed. */
  mode: QuizMode
}
export type QuizMode = 'graded' | 'visitor' | 'practice'

type Props = {
  ended: Ended
  questions: readonly Question[]
  of: QuizModule
  percentNeeded: number
  next: string
  onAgain: () => void
}

/** The end of a quiz that was answered question by question. */
export function QuizEnd({ ended, questions, of, percentNeeded, next, onAgain }: Props) {
  const t = useTranslations('quiz')
  const { attempt, certificate, mode } = ended
  const isDone = attempt === null || attempt.passed
  return (
    <div className="flex flex-col gap-5">
      {attempt && <QuizResult attempt={attempt} questions={questions} of={of} percentNeeded={percentNeeded} isNew />}
      {mode === 'visitor' && <Notice says="soon">{t('keptForAccount')}</Notice>}
      {mode === 'practice' && <p className="text-soft">{t('practised')}</p>}
      <div className="flex flex-wrap gap-3">
        {isDone && (
          <LinkButton variant="main" size="large" href={certificate ? `/certificates/${certificate}?first=1` : next}>
            {t(certificate ? 'toCertificate' : 'goOn')}
            <Icon as={ArrowRight} />
          </LinkButton>
        )}
        {(!isDone || mode === 'practice') && (
          <Button {...(!isDone && { variant: 'main' as const })} size="large" onClick={onAgain}>
            <Icon as={RotateCw} />
            {t('again')}
          </Button>
        )}
        {mode === 'visitor' && (
          <LinkButton size="large" href="/sign-up">
            {t('createAccount')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
