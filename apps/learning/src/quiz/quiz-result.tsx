import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Attempt } from '@/outbox/content.ts'

type Props = {
  attempt: Attempt
  questions: readonly { key: string; text: string }[]
  percentNeeded: number
  /** It has appeared just now. */
  isNew?: boolean
}

/** How a try was graded by the server: passed or not, and each question with its explanation. */
export function QuizResult({ attempt, questions, percentNeeded, isNew = false }: Props) {
  const t = useTranslations('quiz')
  const { passed, percent, rightCount, questionCount } = attempt
  const words = t('score', { right: rightCount, of: questionCount, percent })
  return (
    <section aria-label={t('result')} className="flex flex-col gap-4">
      <Notice
        tone={passed ? 'ok' : 'warn'}
        title={t(passed ? 'passed' : 'notPassed')}
        {...(isNew && { says: 'soon' as const })}
      >
        <p>{words}</p>
        {!passed && <p>{t('needed', { percent: percentNeeded })}</p>}
      </Notice>
      <ol className="border-t-2 border-line">
        {attempt.results.map((result) => (
          <li key={result.key} className="flex items-start gap-3 border-b-2 border-line py-3">
            <Icon
              as={result.right ? CircleCheck : CircleX}
              label={t(result.right ? 'right' : 'notRight')}
              className={`mt-0.5 ${result.right ? 'text-ok' : 'text-danger'}`}
            />
            <div className="flex max-w-prose flex-col gap-1">
              <p className="font-semibold">{questions.find(({ key }) => key === result.key)?.text}</p>
              <p>{result.explanation}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
