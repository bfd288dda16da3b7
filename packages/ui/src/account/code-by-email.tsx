'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '../components/button.tsx'
import { focusOnMount } from '../components/focus-on-mount.ts'
import { Column, EmailField, type FormProps, MailboxHint, NeedsScript, ProblemNotice, SendAgain } from './parts.tsx'
import { askAccount, type Failure } from './requests.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSavedForm } from './use-saved-form.ts'

export type StepProps = FormProps & { email: string; onDone: () => void; onOtherAddress: () => void }

/** Asks for the e-mail address and sends a code to it; then `Step` does something with the code. */
export function CodeByEmail({
  saveAs,
  lead,
  email = null,
  Step,
  ...forStep
}: FormProps & {
  saveAs: string
  lead?: string
  /** Filled in already. */
  email?: string | null
  Step: (props: StepProps) => ReactNode
}) {
  const t = useTranslations('account')
  const [saved, setSaved] = useSavedForm(saveAs)
  const [given, setGiven] = useState(email)
  const { busy, problem, wrong, props } = useAccountForm(async (values) => {
    const typed = values.email?.trim() ?? ''
    const refused = await askAccount('recover', { email: typed })
    if (refused) return refused
    setGiven(null)
    setSaved({ email: typed, waiting: true })
    return null
  })
  if (saved.waiting)
    return (
      <Step
        {...forStep}
        email={saved.email}
        onDone={() => setSaved({ email: '', waiting: false })}
        onOtherAddress={() => setSaved({ email: saved.email, waiting: false })}
      />
    )
  return (
    <Column>
      <NeedsScript />
      {lead !== undefined && <p>{lead}</p>}
      <form {...props} className="flex flex-col gap-4">
        <EmailField key={saved.email} defaultValue={given || saved.email} problem={wrong.email} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy}>
          {t('sendCode')}
        </Button>
      </form>
    </Column>
  )
}

/** The page of a code that was sent: where it went, a form (`children`), sending it again, or to another address. */
export function CodeColumn({
  words,
  mailboxUrl,
  email,
  action,
  notSent = null,
  hint,
  onOtherAddress,
  children,
}: {
  words: string
  mailboxUrl: string | null
  email: string
  action: 'resend' | 'recover'
  /** Why the code was not sent. */
  notSent?: Failure | null
  hint?: string
  onOtherAddress: () => void
  children: ReactNode
}) {
  const t = useTranslations('account')
  return (
    <Column>
      <h2 ref={focusOnMount} tabIndex={-1} className="text-xl font-bold outline-none">
        {t('codeTitle')}
      </h2>
      <p>{words}</p>
      <MailboxHint mailboxUrl={mailboxUrl} />
      {children}
      <SendAgain action={action} email={email} notSent={notSent} />
      {hint !== undefined && <p className="text-soft">{hint}</p>}
      <Button variant="quiet" className="self-start" onClick={onOtherAddress}>
        {t('otherAddress')}
      </Button>
    </Column>
  )
}
