import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ArrowRight, CircleCheck, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Attempt } from '@/outbox/content.ts'
import type { Question } from './answers.ts'
import { Feedback, type QuizModule } from './feedback.tsx'

/** What every result of a quiz is shown with. */
type QuizView = { questions: readonly Question[]; of: QuizModule; percentNeeded: number }
/** The end of a quiz, with the URL of the next step. */
export type QuizEndProps = QuizView & { next: string; onAgain: () => void }

type Props = QuizView & {
  attempt: Omit<Attempt, 'at'>
  /** Whether it has just appeared. */
  isNew?: boolean
}

/** The grading of an attempt: passed or not, and the feedback on each question. */
export function QuizResult({ attempt, questions, of, percentNeeded, isNew = false }: Props) {
  const t = useTranslations('quiz')
  const { passed, percent, rightCount, questionCount } = attempt
  const words = t('score', { right: rightCount, of: questionCount, percent })
  return (
    <section aria-label={t('result')} className="flex flex-col gap-4">
      <Notice
        tone={passed ? 'ok' : 'warn'}
        title={t(passed ? 'passed' : 'notPassed')}
        {...(isNew && { announce: 'polite' as const })}
      >
        <p>{words}</p>
        {!passed && <p>{t('needed', { percent: percentNeeded })}</p>}
      </Notice>
      <ol className="border-t border-line">
        {attempt.results.map((result) => {
          const question = questions.find(({ key }) => key === result.key)
          return (
            <li key={result.key} className="border-b border-line">
              <details open={!result.right}>
                <summary className="flex min-h-touch cursor-pointer items-start gap-3 py-3 font-semibold">
                  <Icon
                    as={result.right ? CircleCheck : CircleX}
                    label={t(result.right ? 'right' : 'notRight')}
                    className={`mt-0.5 ${result.right ? 'text-ok' : 'text-danger'}`}
                  />
                  {question?.text ?? t('numbered', { n: '?', text: '' })}
                </summary>
                <div className="pb-4">
                  <Feedback question={question} result={result} of={of} />
                </div>
              </details>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type GoOnProps = { certificate?: string | null; next: string; isMain?: boolean }

/** Leads to the certificate that the quiz has earned, else to the next step. */
export function GoOnLink({ certificate = null, next, isMain = true }: GoOnProps) {
  const t = useTranslations('quiz')
  return (
    <LinkButton
      variant={isMain ? 'main' : 'second'}
      size="large"
      href={certificate ? `/certificates/${certificate}?first=1` : next}
    >
      {t(certificate ? 'toCertificate' : 'goOn')}
      <Icon as={ArrowRight} />
    </LinkButton>
  )
}

type LastTryProps = QuizView & { attempt: Attempt; isOpen: boolean; next: string; certificate: string | null }

/** The last result: expanded right after it was sent, else collapsed. */
export function LastTry({ attempt, isOpen, next, certificate, ...rest }: LastTryProps) {
  const t = useTranslations('quiz')
  const { moment } = useTimes()
  const result = <QuizResult attempt={attempt} {...rest} isNew={isOpen} />
  if (!isOpen)
    return (
      <details className="rounded-control bg-raised px-3">
        <summary className="flex min-h-touch cursor-pointer items-center font-semibold text-link underline">
          {t('lastTry', { time: moment(attempt.at), percent: attempt.percent })}
        </summary>
        <div className="py-3">{result}</div>
      </details>
    )
  return (
    <div className="flex flex-col gap-5">
      {result}
      {attempt.passed && (
        <div>
          <GoOnLink certificate={certificate} next={next} />
        </div>
      )}
      {!attempt.passed && <h2 className="font-semibold">{t('againBelow')}</h2>}
    </div>
  )
}
