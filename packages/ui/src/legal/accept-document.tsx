'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { useTimes } from '../i18n/use-times.ts'

type Problem = 'network' | 'unauthenticated' | 'internal'
type Acceptance = { acceptedAt: string | null }

async function accept(documentKey: string, version: string): Promise<Acceptance | Problem> {
  const response = await fetch(`/api/documents/${documentKey}/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ version }),
  }).catch(() => null)
  if (!response) return 'network'
  if (response.ok) return response.json() // our own route checked it against the contract
  return response.status === 401 ? 'unauthenticated' : 'internal'
}

/** Accepts the version that is on the page. `acceptedAt`: when the person did so before. */
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
  const [problem, setProblem] = useState<Problem | null>(null)

  async function press() {
    setSending(true)
    setProblem(null)
    const answer = await accept(documentKey, version)
    setSending(false)
    if (typeof answer === 'string') setProblem(answer)
    else setAcceptedAt(answer.acceptedAt)
  }

  if (acceptedAt !== null)
    return (
      <Notice tone="ok" says="soon">
        <p>{t('accepted', { time: moment(acceptedAt) })}</p>
      </Notice>
    )
  return (
    <div className="flex max-w-md flex-col gap-3">
      {problem && (
        <Notice tone={problem === 'network' ? 'warn' : 'danger'} says="now">
          <p>{errors(problem)}</p>
        </Notice>
      )}
      <Button look="main" size="large" busy={sending} onClick={press}>
        {!sending && <Icon as={Check} />}
        {t('accept')}
      </Button>
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
    </div>
  )
}
