'use client'

import { useTranslations } from 'next-intl'
import { Button } from '../components/button.tsx'
import { Column, EmailField, type FormProps, PageFields, PasswordField, ProblemNotice } from './parts.tsx'
import { formUrl } from './requests.ts'
import { useAccountForm } from './use-account-form.ts'

/** E-mail address and password; or the address alone, to which a code is sent. */
export function SignInForm({ callbackUrl, form: { email, rejected } }: FormProps) {
  const t = useTranslations('account')
  const { busy, problem, wrong, props } = useAccountForm(rejected)
  return (
    <Column>
      <form {...props} action={formUrl('sign-in')} className="flex flex-col gap-4">
        <PageFields flow="sign-in" callbackUrl={callbackUrl} />
        <EmailField problem={wrong.email} defaultValue={email ?? ''} />
        <PasswordField problem={wrong.password} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy === 'sign-in'} disabled={busy !== null}>
          {busy === 'sign-in' ? t('signingIn') : t('signIn')}
        </Button>
        <Button
          type="submit"
          formAction={formUrl('code')}
          formNoValidate
          className="self-start"
          busy={busy === 'code'}
          disabled={busy !== null}
        >
          {t('withCode')}
        </Button>
      </form>
    </Column>
  )
}
