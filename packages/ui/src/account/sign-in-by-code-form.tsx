'use client'

import { useTranslations } from 'next-intl'
import { Button } from '../components/button.tsx'
import { focusOnMount } from '../components/focus-on-mount.ts'
import { CodeField, Column, EmailField, MailboxHint, NeedsScript, ProblemNotice, SendAgain } from './parts.tsx'
import { askAccount, signInWithCode } from './requests.ts'
import type { FormProps } from './sign-in-form.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useSavedForm } from './use-saved-form.ts'

/** Signs in without a password: the e-mail address, then the code from the e-mail. */
export function SignInByCodeForm({ callbackUrl, mailboxUrl }: FormProps) {
  const t = useTranslations('account')
  const [saved, setSaved] = useSavedForm('sign-in-by-code')
  const { busy, problem, wrong, props } = useAccountForm(async (values) => {
    const email = values.email?.trim() ?? ''
    const refused = await askAccount('recover', { email })
    if (refused) return refused
    setSaved({ email, waiting: true })
    return null
  })

  if (saved.waiting) {
    return (
      <CodeStep
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

function CodeStep({ email, callbackUrl, mailboxUrl, onDone, onOtherAddress }: StepProps) {
  const t = useTranslations('account')
  const { busy, problem, wrong, props } = useAccountForm(async ({ code = '' }) => {
    const failed = await signInWithCode(email, code.trim())
    if (failed) return failed
    onDone()
    window.location.replace(callbackUrl)
    return 'leaving'
  })
  return (
    <Column>
      <h2 ref={focusOnMount} tabIndex={-1} className="text-xl font-bold outline-none">
        {t('codeTitle')}
      </h2>
      <p>{t('resetSent', { email })}</p>
      <MailboxHint mailboxUrl={mailboxUrl} />
      <form {...props} className="flex flex-col gap-4">
        <CodeField problem={wrong.code} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy}>
          {busy ? t('signingIn') : t('signIn')}
        </Button>
      </form>
      <SendAgain action="recover" email={email} />
      <Button variant="quiet" className="self-start" onClick={onOtherAddress}>
        {t('otherAddress')}
      </Button>
    </Column>
  )
}
