'use client'

import { useTranslations } from 'next-intl'
import { Button, LinkButton } from '../components/button.tsx'
import { focusOnMount } from '../components/focus-on-mount.ts'
import {
  CodeField,
  Column,
  EmailField,
  type Flow,
  type FormProps,
  MailboxHint,
  PageFields,
  PasswordField,
  ProblemNotice,
  SendAgain,
} from './parts.tsx'
import { formUrl } from './requests.ts'
import { useAccountForm } from './use-account-form.ts'

// The steps of a code: the address that it is sent to, the code, and a password afterwards. Each is a page of its own.

type Props = FormProps & { flow: Flow }

export function EmailForm({ flow, callbackUrl, form: { email, rejected } }: Props) {
  const t = useTranslations('account')
  const { busy, problem, wrong, props } = useAccountForm(rejected)
  return (
    <Column>
      <form {...props} action={formUrl('code')} className="flex flex-col gap-4">
        <PageFields flow={flow} callbackUrl={callbackUrl} />
        <EmailField problem={wrong.email} defaultValue={email ?? ''} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy !== null}>
          {t('sendCode')}
        </Button>
      </form>
    </Column>
  )
}

export function CodeForm({ flow, callbackUrl, mailboxUrl, form }: Props) {
  const t = useTranslations('account')
  const { busy, problem, wrong, props } = useAccountForm(form.rejected)
  const email = form.email ?? ''
  return (
    <Column>
      <h2 ref={focusOnMount} tabIndex={-1} className="font-semibold outline-none">
        {t('codeTitle')}
      </h2>
      <p className="wrap-break-word">{t('codeSent', { email })}</p>
      <MailboxHint mailboxUrl={mailboxUrl} />
      <form {...props} action={formUrl('confirm')} className="flex flex-col gap-4">
        <PageFields flow={flow} callbackUrl={callbackUrl} />
        <input type="hidden" name="email" value={email} />
        <CodeField problem={wrong.code} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy !== null}>
          {t('confirm')}
        </Button>
      </form>
      <SendAgain flow={flow} callbackUrl={callbackUrl} email={email} />
      <p className="text-soft">{t('codeMissing')}</p>
      <LinkButton variant="quiet" className="self-start" href={{ pathname: `/${flow}`, query: { callbackUrl } }}>
        {t('otherAddress')}
      </LinkButton>
    </Column>
  )
}

/** After the code: a new password, or none. */
export function PasswordForm({ flow, callbackUrl, form }: Props) {
  const t = useTranslations('account')
  const { busy, problem, wrong, props } = useAccountForm(form.rejected)
  return (
    <Column>
      <h2 ref={focusOnMount} tabIndex={-1} className="font-semibold outline-none">
        {t('choosePassword')}
      </h2>
      <p>{t('choosePasswordLead')}</p>
      <form {...props} action={formUrl('choose-password')} className="flex flex-col gap-4">
        <PageFields flow={flow} callbackUrl={callbackUrl} />
        {/* For the password manager: which account the new password belongs to. */}
        <input type="hidden" name="email" autoComplete="username" value={form.email ?? ''} />
        <PasswordField isNew label={t('newPassword')} problem={wrong.password} />
        <ProblemNotice
          problem={problem}
          words={{ unauthenticated: t('passwordTooLate'), second_factor_required: t('passwordNeedsFactor') }}
        />
        <Button type="submit" variant="main" size="large" busy={busy !== null}>
          {t('savePassword')}
        </Button>
      </form>
      <a href={callbackUrl} className="touch-link self-start font-semibold">
        {t('skipPassword')}
      </a>
    </Column>
  )
}
