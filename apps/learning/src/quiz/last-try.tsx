import { Icon } from '@salama/ui/components/icon.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Attempt } from '@/outbox/content.ts'
import { QuizResult } from './quiz-result.tsx'

type Props = {
  attempt: Attempt
  questions: readonly { key: string; text: string }[]
  percentNeeded: number
  isOpen: boolean
  next: string
  certificate: string | null
}

/** How the last try went: open right after it was sent, else to be opened. */
export function LastTry({ attempt, questions, percentNeeded, isOpen, next, certificate }: Props) {
  const t = useTranslations('quiz')
  const { moment } = useTimes()
  const result = <QuizResult attempt={attempt} questions={questions} percentNeeded={percentNeeded} isNew={isOpen} />
  if (!isOpen)
    return (
      <details className="rounded-control border-2 border-edge bg-raised px-3">
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
          <LinkButton look="main" size="large" href={certificate ? `/certificates/${certificate}` : next}>
            {t(certificate ? 'toCertificate' : 'goOn')}
            <Icon as={ArrowRight} />
          </LinkButton>
        </div>
      )}
      {!attempt.passed && <h2 className="text-xl font-bold">{t('againBelow')}</h2>}
    </div>
  )
}
