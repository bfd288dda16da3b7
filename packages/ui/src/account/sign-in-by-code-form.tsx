'use client'

import { useTranslations } from 'next-intl'
import { Button } from '../components/button.tsx'
import { CodeByEmail, CodeColumn, type StepProps } from './code-by-email.tsx'
import { CodeField, type FormProps, ProblemNotice } from './parts.tsx'
import { signInWithCode } from './requests.ts'
import { useAccountForm } from './use-account-form.ts'

/** Signs in without a password: the e-mail address, then the code from the e-mail. */
export const SignInByCodeForm = (props: FormProps & { email: string | null }) => (
  <CodeByEmail {...props} saveAs="sign-in-by-code" Step={CodeStep} />
)

function CodeStep({ email, callbackUrl, mailboxUrl, onDone, onOtherAddress }: StepProps) {
  const t = useTranslations('account')
  const { busy, problem, wrong, props } = useAccountForm(async ({ code = '' }) => {
    const failed = await signInWithCode(email, code.trim())
    if (failed) return failed
    onDone()
    window.location.replace(callbackUrl)
    return 'leaving'
  })
  const words = t('resetSent', { email })
  return (
    <CodeColumn {...{ words, mailboxUrl, email, onOtherAddress }} action="recover">
      <form {...props} className="flex flex-col gap-4">
        <CodeField problem={wrong.code} />
        <ProblemNotice problem={problem} />
        <Button type="submit" variant="main" size="large" busy={busy}>
          {busy ? t('signingIn') : t('signIn')}
        </Button>
      </form>
    </CodeColumn>
  )
}
