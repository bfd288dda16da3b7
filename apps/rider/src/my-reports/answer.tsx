'use client'

import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useState, useTransition } from 'react'
import { WordsForm } from '@/receipt/words-form.tsx'

type Problem = ErrorSlug | 'network'

const TIMEOUT_MS = 30_000
const SIGN_IN = new Set<Problem>(['unauthenticated', 'token_expired', 'invalid_token'])

/** Sends an answer; null when it has arrived. Never throws. */
async function sendAnswer(id: string, answer: string): Promise<Problem | null> {
  try {
    const response = await fetch(`/api/reports/${id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ answer }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return null
    const { code } = await response.json()
    return isErrorSlug(code) ? code : 'internal'
  } catch {
    return 'network'
  }
}

/** What a reviewer asks about one's own report, and the answer to it. What is typed stays until it has arrived. */
export function Answer({ id, asked, answerBy }: { id: string; asked: string; answerBy: string | null }) {
  const t = useTranslations('myReports')
  const failed = useTranslations('errors')
  const locale = useLocale()
  const router = useRouter()
  const { moment } = useTimes()
  const heading = useId()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [refreshing, startRefresh] = useTransition()
  const send = async (answer: string) => {
    if (sending) return false
    setSending(true)
    setProblem(null)
    const why = await sendAnswer(id, answer)
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
          {SIGN_IN.has(problem) && (
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
