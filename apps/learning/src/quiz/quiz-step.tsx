import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ArrowRight, CircleCheck, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Question } from './answers.ts'
import { Feedback, type QuizModule, type Result } from './feedback.tsx'

/** Where the thumb is, above the places of the app. */
export const IN_REACH = 'sticky bottom-places -mx-4 bg-paper px-4 py-2 split:bottom-0'

/** Which question of how many, in words and as a bar. */
export function QuizProgress({ n, of }: { n: number; of: number }) {
  const t = useTranslations('quiz')
  return (
    <div className="quiz-step flex flex-col gap-1">
      <p className="font-semibold text-soft">{t('questionOf', { n, of })}</p>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-link transition-[width]" style={{ width: `${(n * 100) / of}%` }} />
      </div>
    </div>
  )
}

type Props = {
  question: Question
  n: number
  result: Result
  of: QuizModule
  isLast: boolean
  onNext: () => void
}

/** An answered question: right or not, why, and the way on. */
export function Answered({ question, n, result, of, isLast, onNext }: Props) {
  const t = useTranslations('quiz')
  return (
    <section className="just-came flex flex-col gap-4" aria-labelledby="feedback">
      <p lang={of.locale} className="max-w-prose font-semibold">
        {t('numbered', { n, text: question.text })}
      </p>
      <h2
        id="feedback"
        ref={focusOnMount}
        tabIndex={-1}
        className={`flex animate-rise items-center gap-2 font-semibold outline-none motion-reduce:animate-none ${result.right ? 'text-ok' : 'text-danger'}`}
      >
        <Icon as={result.right ? CircleCheck : CircleX} />
        {t(result.right ? 'right' : 'notRight')}
      </h2>
      <Feedback question={question} result={result} of={of} />
      <div className={IN_REACH}>
        <Button variant="main" size="large" onClick={onNext}>
          {t(isLast ? 'seeResult' : 'nextQuestion')}
          <Icon as={ArrowRight} />
        </Button>
      </div>
    </section>
  )
}
