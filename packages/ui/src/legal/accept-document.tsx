'use client'

import type { acceptDocument } from '@salama/domain/documents/contract'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { useTimes } from '../i18n/use-times.ts'

/** Accepts the version shown on the page. `acceptedAt`: when the user accepted it before. */
export function AcceptDocument({
  documentKey,
  version,
  acceptedAt: before,
}: {
  documentKey: string
  version: string
  acceptedAt: string | null
}) {
  const t = useTranslations('legal')
  const errors = useTranslations('errors')
  const { moment } = useTimes()
  const [acceptedAt, setAcceptedAt] = useState(before)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem['code'] | null>(null)

  async function press() {
    setSending(true)
    setProblem(null)
    try {
      const accepted = await call<typeof acceptDocument>('POST /api/documents/{documentKey}/accept', {
        params: { documentKey },
        body: { version },
        names: documentKey,
      })
      setAcceptedAt(accepted.acceptedAt)
    } catch (error) {
      setProblem(problemIn(error).code)
    }
    setSending(false)
  }

  if (acceptedAt !== null)
    return (
      <Notice tone="ok" announce="polite">
        <p>{t('accepted', { time: moment(acceptedAt) })}</p>
      </Notice>
    )
  return (
    <div className="flex max-w-md flex-col gap-3">
      {problem && (
        <Notice tone={problem === 'network' ? 'warn' : 'danger'} announce="assertive">
          <p>{errors(problem)}</p>
        </Notice>
      )}
      <Button variant="main" size="large" busy={sending} onClick={press}>
        {!sending && <Icon as={Check} />}
        {t('accept')}
      </Button>
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
    </div>
  )
}
