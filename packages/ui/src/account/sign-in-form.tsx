'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { CodeStep } from './code-step.tsx'
import { Column, EmailField, NeedsScript, PasswordField, ProblemNotice } from './parts.tsx'
import { askAccount, type Failure, signIn } from './requests.ts'
import { useAccountForm } from './use-account-form.ts'

type Unconfirmed = { email: string; password: string; notSent: Failure | null }
export type FormProps = { callbackUrl: string; mailboxUrl: string | null }

/** Address and password. An address that was never confirmed goes on to its code. */
export function SignInForm({ callbackUrl, mailboxUrl }: FormProps) {
  const t = useTranslations('account')
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null)
  const { busy, problem, wrong, props } = useAccountForm(async ({ email = '', password = '' }) => {
    const failed = await signIn(email.trim(), password)
    if (failed?.code === 'email_not_confirmed') {
      const notSent = await askAccount('resend', { email: email.trim() })
      setUnconfirmed({ email: email.trim(), password, notSent })
      return null
    }
    if (failed) return failed
    window.location.replace(callbackUrl)
    return 'leaving'
  })

  if (unconfirmed) {
    return (
      <CodeStep
        {...unconfirmed}
        callbackUrl={callbackUrl}
        mailboxUrl={mailboxUrl}
        words={t(unconfirmed.notSent ? 'codeNotSent' : 'codeNeeded', { email: unconfirmed.email })}
        onDone={() => undefined}
        onOtherAddress={() => setUnconfirmed(null)}
      />
    )
  }
  return (
    <Column>
      <NeedsScript />
      <form {...props} className="flex flex-col gap-4">
        <EmailField problem={wrong.email} />
        <PasswordField problem={wrong.password} />
        <ProblemNotice problem={problem} />
        <Button type="submit" look="main" size="large" busy={busy}>
          {busy ? t('signingIn') : t('signIn')}
        </Button>
      </form>
    </Column>
  )
}
