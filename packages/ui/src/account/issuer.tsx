'use client'

import { useTranslations } from 'next-intl'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Column, ProblemNotice, useLeaving } from './parts.tsx'
import { startIssuerSignIn } from './requests.ts'

export type IssuerProblem = 'issuer_failed' | 'issuer_cancelled' | 'issuer_email_unverified' | 'issuer_link'

/** Leaves for the page of an OpenID Connect issuer, which sends the browser back signed in. */
export function IssuerButton({ name, callbackUrl }: { name: string; callbackUrl: string }) {
  const t = useTranslations('account')
  const { busy, problem, leave } = useLeaving(
    () => startIssuerSignIn(callbackUrl),
    (url) => window.location.assign(url),
  )
  return (
    <Column>
      <ProblemNotice problem={problem} />
      <Button size="large" busy={busy} onClick={leave}>
        {t('issuer.continue', { name })}
      </Button>
    </Column>
  )
}

/** Why the issuer did not sign the person in, and what to do. */
export function IssuerNotice({ name, email, problem }: { name: string; email: string | null; problem: IssuerProblem }) {
  const t = useTranslations('account.issuer')
  return (
    <Notice
      tone={problem === 'issuer_cancelled' || problem === 'issuer_link' ? 'info' : 'warn'}
      announce="polite"
      title={t(`${problem}.title`, { name })}
      className="mb-4 max-w-md"
    >
      {t(`${problem}.words`, { name, email: email ?? '' })}
    </Notice>
  )
}
