'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, LinkButton } from '../components/button.tsx'
import { focusOnMount } from '../components/focus-on-mount.ts'
import { Notice } from '../components/notice.tsx'
import {
  CodeField,
  Column,
  EmailField,
  MailboxHint,
  NeedsScript,
  PasswordField,
  ProblemNotice,
  SendAgain,
} from './parts.tsx'
import { askAccount, signIn } from './requests.ts'
import type { FormProps } from './sign-in-form.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useSavedForm } from './use-saved-form.ts'

/** First the e-mail address, then the code from the e-mail together with the new password. */
export function ForgotPasswordForm({ callbackUrl, mailboxUrl }: FormProps) {
  const t = useTranslations('account')
  const [saved, setSaved] = useSavedForm('forgot-password')
  const { busy, problem, wrong, props } = useAccountForm(async (values) => {
    const email = values.email?.trim() ?? ''
    const refused = await askAccount('recover', { email })
    if (refused) return refused
    setSaved({ email, waiting: true })
    return null
  })

  if (saved.waiting) {
    return (
      <NewPasswordStep
        email={saved.email}
        callbackUrl={callbackUrl}
        mailboxUrl={mailboxUrl}
        onDone={() => setSaved({ email: '', waiting: false })}
        onOtherAddress={() => setSaved({ email: saved.email, waiting: false })}
      />
    )
  }
  return (
    <Column>
      <NeedsScript />
      <p>{t('forgotLead')}</p>
      <form {...props} className="flex flex-col gap-4">
        <EmailField key={saved.email} defaultValue={saved.email} problem={wrong.email} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy}>
          {t('sendCode')}
        </Button>
      </form>
    </Column>
  )
}

type StepProps = FormProps & { email: string; onDone: () => void; onOtherAddress: () => void }

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
        <Notice tone="ok" says="soon">
          {t('changedSignIn')}
        </Notice>
        <LinkButton variant="main" href={{ pathname: '/sign-in', query: { callbackUrl } }} onClick={onDone}>
          {t('signIn')}
        </LinkButton>
      </Column>
    )
  }
  return (
    <Column>
      <h2 ref={focusOnMount} tabIndex={-1} className="text-xl font-bold outline-none">
        {t('codeTitle')}
      </h2>
      <p>{t('resetSent', { email })}</p>
      <MailboxHint mailboxUrl={mailboxUrl} />
      <form {...props} className="flex flex-col gap-4">
        {/* For the password manager: which account the new password belongs to. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <CodeField problem={wrong.code} readOnly={changed} />
        <PasswordField isNew label={t('newPassword')} problem={wrong.password} />
        {problem?.code === 'weak_password' ? (
          <Notice tone="danger" says="now">
            {t('codeUsed')}
          </Notice>
        ) : (
          <ProblemNotice problem={problem} />
        )}
        <Button type="submit" variant="main" size="large" busy={busy}>
          {t('changePassword')}
        </Button>
      </form>
      <SendAgain action="recover" email={email} />
      <Button variant="quiet" className="self-start" onClick={onOtherAddress}>
        {t('otherAddress')}
      </Button>
    </Column>
  )
}
