'use client'

import type { answerReport } from '@salama/domain/reports/own-contract'
import { needsSignIn, tryCall } from '@salama/http/call'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useTransition } from 'react'
import { WordsForm } from '@/receipt/words-form.tsx'
import { RequestProblem, useRequest } from '@/request.tsx'

/** A reviewer's question about an own report, and the form to answer it. The input stays until the response. */
export function Answer({ id, asked, answerBy }: { id: string; asked: string; answerBy: string | null }) {
  const t = useTranslations('myReports')
  const locale = useLocale()
  const router = useRouter()
  const { moment } = useTimes()
  const heading = useId()
  const { busy, problem, settle } = useRequest()
  const [refreshing, startRefresh] = useTransition()
  const send = async (answer: string) => {
    if (busy) return false
    const request = { params: { id }, body: { answer } }
    const { ok } = await settle(tryCall<typeof answerReport>('POST /api/reports/{id}/answer', request))
    if (ok) startRefresh(() => router.refresh())
    return ok
  }
  return (
    <section aria-labelledby={heading} className="flex w-full flex-col gap-3 border-s-4 border-warn py-1 ps-3">
      <h3 id={heading} className="font-semibold">
        {t('question')}
      </h3>
      <blockquote className="max-w-prose whitespace-pre-line">{asked}</blockquote>
      {answerBy !== null && <p className="text-soft">{t('answerBy', { time: moment(answerBy) })}</p>}
      <RequestProblem problem={problem}>
        {problem !== null && needsSignIn(problem) && (
          <LinkButton href={`/sign-in?callbackUrl=${encodeURIComponent(`/${locale}/my-reports`)}`}>
            {t('signIn')}
          </LinkButton>
        )}
      </RequestProblem>
      <WordsForm label={t('answer')} submit={t('sendAnswer')} busy={busy || refreshing} onSend={send} />
    </section>
  )
}
