'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import type { FormProps } from './parts.tsx'
import { SignInByCodeForm } from './sign-in-by-code-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in with a password, or with a code by e-mail. */
export function SignInChoice(props: FormProps & { email: string | null }) {
  const t = useTranslations('account')
  const [byCode, setByCode] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      {byCode ? <SignInByCodeForm {...props} /> : <SignInForm {...props} />}
      <Button className="self-start" onClick={() => setByCode(!byCode)}>
        {t(byCode ? 'withPassword' : 'withCode')}
      </Button>
    </div>
  )
}
