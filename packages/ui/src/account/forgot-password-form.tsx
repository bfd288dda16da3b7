'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, LinkButton } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { CodeByEmail, CodeColumn, type StepProps } from './code-by-email.tsx'
import { CodeField, Column, type FormProps, PasswordField, ProblemNotice } from './parts.tsx'
import { askAccount, signIn } from './requests.ts'
import { useAccountForm } from './use-account-form.ts'

/** First the e-mail address, then the code from the e-mail together with the new password. */
export function ForgotPasswordForm(props: FormProps) {
  const t = useTranslations('account')
  return <CodeByEmail {...props} saveAs="forgot-password" lead={t('forgotLead')} Step={NewPasswordStep} />
}

function NewPasswordStep({ email, callbackUrl, mailboxUrl, onDone, onOtherAddress }: StepProps) {
  const t = useTranslations('account')
  const [changed, setChanged] = useState(false)

  const { busy, problem, wrong, props } = useAccountForm(async ({ code = '', password = '' }) => {
    if (!changed) {
      const refused = await askAccount('reset', { email, code: code.trim(), password })
      if (refused) return refused
      setChanged(true)
    }
    const failed = await signIn(email, password)
    if (failed) return failed
    onDone()
    window.location.replace(callbackUrl)
    return 'leaving'
  })

  if (changed && problem?.code === 'wrong_credentials') {
    return (
      <Column>
        <Notice tone="ok" announce="polite">
          {t('changedSignIn')}
        </Notice>
        <LinkButton variant="main" href={{ pathname: '/sign-in', query: { callbackUrl } }} onClick={onDone}>
          {t('signIn')}
        </LinkButton>
      </Column>
    )
  }
  const words = t('resetSent', { email })
  return (
    <CodeColumn {...{ words, mailboxUrl, email, onOtherAddress }} action="recover">
      <form {...props} className="flex flex-col gap-4">
        {/* For the password manager: which account the new password belongs to. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <CodeField problem={wrong.code} readOnly={changed} />
        <PasswordField isNew label={t('newPassword')} problem={wrong.password} />
        {problem?.code === 'weak_password' ? (
          <Notice tone="danger" announce="assertive">
            {t('codeUsed')}
          </Notice>
        ) : (
          <ProblemNotice problem={problem} />
        )}
        <Button type="submit" variant="main" size="large" busy={busy}>
          {t('changePassword')}
        </Button>
      </form>
    </CodeColumn>
  )
}
