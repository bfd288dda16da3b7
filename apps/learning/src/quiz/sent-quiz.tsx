import { itemStatus } from '@salama/outbox/items.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { completionOutbox } from '@/outbox/completion-outbox.ts'
import { CompletionState } from '@/outbox/completion-state.tsx'
import { GoOnLink, type QuizEndProps, QuizResult } from './quiz-result.tsx'

export type SentQuizProps = QuizEndProps & { id: string }

/** The status of an attempt: saved, pending, or graded by the server. */
export function SentQuiz({ id, next, onAgain, ...rest }: SentQuizProps) {
  const t = useTranslations('quiz')
  const entries = useOutbox(completionOutbox)
  const entry = Array.isArray(entries) ? entries.find(({ item }) => item.id === id) : undefined
  const attempt = entry?.item.reply?.attempt ?? null
  if (!entry) return null
  if (!attempt) {
    const status = itemStatus(entry.item, Date.now())
    return (
      <div key="waiting" ref={focusOnMount} tabIndex={-1} className="flex flex-col items-start gap-4 outline-none">
        <CompletionState entry={entry} />
        {status === 'refused' && <Button onClick={onAgain}>{t('change')}</Button>}
        {status !== 'refused' && status !== 'sending' && <GoOnLink next={next} isMain={status !== 'sign_in'} />}
      </div>
    )
  }
  return (
    <div key="graded" ref={focusOnMount} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <QuizResult attempt={attempt} {...rest} isNew />
      <div className="flex flex-wrap gap-3">
        {attempt.passed ? (
          <GoOnLink certificate={entry.item.reply?.course.certificate?.code ?? null} next={next} />
        ) : (
          <Button variant="main" size="large" onClick={onAgain}>
            <Icon as={RotateCw} />
            {t('again')}
          </Button>
        )}
      </div>
    </div>
  )
}
