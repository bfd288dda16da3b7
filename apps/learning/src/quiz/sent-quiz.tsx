'use client'

import { itemStatus } from '@salama/outbox/items.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ArrowRight, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { completionOutbox } from '@/outbox/completion-outbox.ts'
import { CompletionState } from '@/outbox/completion-state.tsx'
import type { Question } from './answers.ts'
import type { QuizModule } from './feedback.tsx'
import { QuizResult } from './quiz-result.tsx'

export type SentQuizProps = {
  id: string
  questions: readonly Question[]
  of: QuizModule
  percentNeeded: number
  next: string
  onAgain: () => void
}

/** The status of an attempt: saved, pending, or graded by the server. */
export function SentQuiz({ id, questions, of, percentNeeded, next, onAgain }: SentQuizProps) {
  const t = useTranslations('quiz')
  const entries = useOutbox(completionOutbox)
  const entry = Array.isArray(entries) ? entries.find(({ item }) => item.id === id) : undefined
  const attempt = entry?.item.reply?.attempt ?? null
  if (!entry) return null
  if (!attempt) {
    const status = itemStatus(entry.item, Date.now())
    return (
      <div className="flex flex-col items-start gap-4">
        <CompletionState entry={entry} />
        {status === 'refused' && <Button onClick={onAgain}>{t('change')}</Button>}
        {status !== 'refused' && status !== 'sending' && <ContinueLink href={next} isMain={status !== 'sign_in'} />}
      </div>
    )
  }
  const certificate = entry.item.reply?.course.certificate
  return (
    <div className="flex flex-col gap-5">
      <QuizResult attempt={attempt} questions={questions} of={of} percentNeeded={percentNeeded} isNew />
      <div className="flex flex-wrap gap-3">
        {attempt.passed && certificate && (
          <LinkButton variant="main" size="large" href={`/certificates/${certificate.code}?first=1`}>
            {t('toCertificate')}
          </LinkButton>
        )}
        {attempt.passed && !certificate && <ContinueLink href={next} isMain />}
        {!attempt.passed && (
          <Button variant="main" size="large" onClick={onAgain}>
            <Icon as={RotateCw} />
            {t('again')}
          </Button>
        )}
      </div>
    </div>
  )
}

function ContinueLink({ href, isMain }: { href: string; isMain: boolean }) {
  const t = useTranslations('quiz')
  return (
    <LinkButton size="large" href={href} {...(isMain && { variant: 'main' as const })}>
      {t('goOn')}
      <Icon as={ArrowRight} />
    </LinkButton>
  )
}
