'use client'

import { isForSignIn } from '@salama/outbox/ask-server.ts'
import { ask, type Problem, problemIn } from '@salama/ui/ask.ts'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useState, useTransition } from 'react'
import { WordsForm } from '@/receipt/words-form.tsx'

/** What a reviewer asks about one's own report, and the answer to it. What is typed stays until it has arrived. */
export function Answer({ id, asked, answerBy }: { id: string; asked: string; answerBy: string | null }) {
  const t = useTranslations('myReports')
  const failed = useTranslations('errors')
  const locale = useLocale()
  const router = useRouter()
  const { moment } = useTimes()
  const heading = useId()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem['code'] | null>(null)
  const [refreshing, startRefresh] = useTransition()
  const send = async (answer: string) => {
    if (sending) return false
    setSending(true)
    setProblem(null)
    const why = await ask(`/api/reports/${id}/answer`, { method: 'POST', body: { answer } }).then(
      () => null,
      (error: unknown) => problemIn(error).code,
    )
    setSending(false)
    setProblem(why)
    if (why === null) startRefresh(() => router.refresh())
    return why === null
  }
  return (
    <section aria-labelledby={heading} className="flex w-full flex-col gap-3 border-l-4 border-warn py-1 pl-3">
      <h3 id={heading} className="font-bold">
        {t('question')}
      </h3>
      <blockquote className="max-w-prose whitespace-pre-line">{asked}</blockquote>
      {answerBy !== null && <p className="text-soft">{t('answerBy', { time: moment(answerBy) })}</p>}
      {problem !== null && (
        <Notice tone="danger" says="now">
          <p>{failed(problem)}</p>
          {isForSignIn(problem) && (
            <LinkButton href={`/sign-in?callbackUrl=${encodeURIComponent(`/${locale}/my-reports`)}`}>
              {t('signIn')}
            </LinkButton>
          )}
        </Notice>
      )}
      <WordsForm label={t('answer')} submit={t('sendAnswer')} busy={sending || refreshing} main onSend={send} />
    </section>
  )
}
