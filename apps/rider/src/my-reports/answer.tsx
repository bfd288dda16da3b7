'use client'

import type { answerReport } from '@salama/domain/reports/contract'
import { needsSignIn, type Problem, tryCall } from '@salama/http/call'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useState, useTransition } from 'react'
import { WordsForm } from '@/receipt/words-form.tsx'

/** A reviewer's question about an own report, and the form to answer it. The input stays until the response. */
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
    const result = await tryCall<typeof answerReport>('POST /api/reports/{id}/answer', {
      params: { id },
      body: { answer },
    })
    setSending(false)
    setProblem(result.ok ? null : result.problem.code)
    if (result.ok) startRefresh(() => router.refresh())
    return result.ok
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
          {needsSignIn(problem) && (
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
