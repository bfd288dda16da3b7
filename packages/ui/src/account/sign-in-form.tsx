'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, LinkButton } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { CodeColumn } from './code-by-email.tsx'
import { CodeField, Column, EmailField, type FormProps, NeedsScript, PasswordField, ProblemNotice } from './parts.tsx'
import { askAccount, type Failure, signIn } from './requests.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSavedForm } from './use-saved-form.ts'

type Unconfirmed = { email: string; password: string; notSent: Failure | null }

/** E-mail address and password. An unconfirmed address continues with its code. */
export function SignInForm({ callbackUrl, mailboxUrl, email: known }: FormProps & { email: string | null }) {
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
        <EmailField problem={wrong.email} {...(known !== null && { defaultValue: known })} />
        <PasswordField problem={wrong.password} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy}>
          {busy ? t('signingIn') : t('signIn')}
        </Button>
      </form>
    </Column>
  )
}

/** E-mail address and password, then the code from the e-mail. */
export function SignUpForm({ callbackUrl, mailboxUrl }: FormProps) {
  const t = useTranslations('account')
  const locale = useLocale()
  const [saved, setSaved] = useSavedForm('sign-up')
  const [password, setPassword] = useState<string | null>(null)
  const { busy, problem, wrong, props } = useAccountForm(async (values) => {
    const email = values.email?.trim() ?? ''
    const refused = await askAccount('sign-up', { email, password: values.password ?? '', locale })
    if (refused) return refused
    setPassword(values.password ?? '')
    setSaved({ email, waiting: true })
    return null
  })

  if (saved.waiting) {
    return (
      <CodeStep
        email={saved.email}
        password={password}
        callbackUrl={callbackUrl}
        mailboxUrl={mailboxUrl}
        words={t('codeSent', { email: saved.email })}
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
        <PasswordField isNew problem={wrong.password} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy}>
          {t('signUp')}
        </Button>
      </form>
    </Column>
  )
}

type CodeStepProps = {
  email: string
  /** The password that was just typed; null after a reload, then it is requested again. */
  password: string | null
  callbackUrl: string
  mailboxUrl: string | null
  /** The text above the field. */
  words: string
  /** Why the code was not sent. */
  notSent?: Failure | null
  onDone: () => void
  onOtherAddress: () => void
}

/** Waits for the code from the e-mail, confirms the e-mail address with it and signs in. */
function CodeStep(props: CodeStepProps) {
  const { email, password, callbackUrl, mailboxUrl, words, notSent = null, onDone, onOtherAddress } = props
  const t = useTranslations('account')
  // A code works once: if signing in fails after it was accepted, only the sign-in is retried.
  const [confirmed, setConfirmed] = useState(false)
  const [otherPassword, setOtherPassword] = useState(false)

  const {
    busy,
    problem,
    wrong,
    props: form,
  } = useAccountForm(async ({ code = '', password: typed = '' }) => {
    if (!confirmed) {
      const refused = await askAccount('confirm', { email, code: code.trim() })
      if (refused) return refused
      setConfirmed(true)
    }
    const failed = await signIn(email, password ?? typed)
    if (failed?.code === 'wrong_credentials') setOtherPassword(true)
    if (failed) return failed
    onDone()
    window.location.replace(callbackUrl)
    return 'leaving'
  })

  if (confirmed && otherPassword) {
    return (
      <Column>
        <Notice tone="ok" announce="polite">
          {t('confirmedSignIn')}
        </Notice>
        <LinkButton variant="main" href={{ pathname: '/sign-in', query: { callbackUrl } }} onClick={onDone}>
          {t('signIn')}
        </LinkButton>
      </Column>
    )
  }
  return (
    <CodeColumn {...{ words, mailboxUrl, email, notSent, onOtherAddress }} action="resend" hint={t('codeMissing')}>
      <form {...form} className="flex flex-col gap-4">
        <CodeField problem={wrong.code} readOnly={confirmed} />
        {password === null && <PasswordField problem={wrong.password} hint={t('passwordAgain')} />}
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy}>
          {t('confirm')}
        </Button>
      </form>
    </CodeColumn>
  )
}
