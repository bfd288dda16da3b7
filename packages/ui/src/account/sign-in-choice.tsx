'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import type { FormProps } from './parts.tsx'
import { SignInByCodeForm } from './sign-in-by-code-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in with a password, or with a code by e-mail. A typed e-mail address is in both forms. */
export function SignInChoice({ email: known, ...props }: FormProps & { email: string | null }) {
  const t = useTranslations('account')
  const [byCode, setByCode] = useState(false)
  const [email, setEmail] = useState(known)
  const forms = useRef<HTMLDivElement>(null)
  const switchForm = () => {
    setEmail(forms.current?.querySelector<HTMLInputElement>('input[name="email"]')?.value ?? email)
    setByCode(!byCode)
  }
  return (
    <div ref={forms} className="flex flex-col gap-4">
      {byCode ? <SignInByCodeForm {...props} email={email} /> : <SignInForm {...props} email={email} />}
      <Button className="self-start" onClick={switchForm}>
        {t(byCode ? 'withPassword' : 'withCode')}
      </Button>
    </div>
  )
}
