'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { CodeStep } from './code-step.tsx'
import { Column, EmailField, NeedsScript, PasswordField, ProblemNotice } from './parts.tsx'
import { askAccount } from './requests.ts'
import type { FormProps } from './sign-in-form.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useKept } from './use-kept.ts'

/** Address and password, then the code from the e-mail. */
export function SignUpForm({ callbackUrl, mailboxUrl }: FormProps) {
  const t = useTranslations('account')
  const locale = useLocale()
  const [kept, setKept] = useKept('sign-up')
  const [password, setPassword] = useState<string | null>(null)
  const { busy, problem, wrong, props } = useAccountForm(async (values) => {
    const email = values.email?.trim() ?? ''
    const refused = await askAccount('sign-up', { email, password: values.password ?? '', locale })
    if (refused) return refused
    setPassword(values.password ?? '')
    setKept({ email, waiting: true })
    return null
  })

  if (kept.waiting) {
    return (
      <CodeStep
        email={kept.email}
        password={password}
        callbackUrl={callbackUrl}
        mailboxUrl={mailboxUrl}
        words={t('codeSent', { email: kept.email })}
        onDone={() => setKept({ email: '', waiting: false })}
        onOtherAddress={() => setKept({ email: kept.email, waiting: false })}
      />
    )
  }
  return (
    <Column>
      <NeedsScript />
      <form {...props} className="flex flex-col gap-4">
        <EmailField key={kept.email} defaultValue={kept.email} problem={wrong.email} />
        <PasswordField isNew problem={wrong.password} />
        <ProblemNotice problem={problem} />
        <Button type="submit" look="main" size="large" busy={busy}>
          {t('signUp')}
        </Button>
      </form>
    </Column>
  )
}
