'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { ScriptForm } from '../components/script-form.tsx'
import { askAccount } from './requests.ts'

/** An action that may need the password again: then it asks and repeats. `words`: why it failed otherwise. */
export function usePasswordStep<Refused extends { code: string }>(
  act: () => Promise<Refused | null>,
  words: (refused: Refused) => string,
) {
  const errors = useTranslations('errors')
  const [busy, setBusy] = useState(false)
  const [needsPassword, setNeedsPassword] = useState(false)
  const [wrong, setWrong] = useState<string>()
  async function run(password?: string) {
    setBusy(true)
    setWrong(undefined)
    const refused = password === undefined ? null : await askAccount('confirm-password', { password })
    if (refused) setWrong(errors(refused.code === 'wrong_password' ? 'wrong_password' : 'unavailable'))
    else {
      const problem = await act()
      if (problem?.code === 'password_required') setNeedsPassword(true)
      else {
        setNeedsPassword(false)
        if (problem) setWrong(words(problem))
      }
    }
    setBusy(false)
  }
  return { busy, needsPassword, wrong, run }
}

/** Its button, and the field of the password once it is needed. `about`: what the button is for, to those who only hear it. */
export function PasswordStep({
  busy,
  needsPassword,
  wrong,
  run,
  label,
  about,
  variant = 'main',
  children,
}: ReturnType<typeof usePasswordStep> & {
  label: string
  about?: string
  variant?: 'main' | 'second' | 'danger'
  children?: ReactNode
}) {
  const t = useTranslations('account')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    void run(typeof password === 'string' ? password : undefined)
  }
  return (
    <ScriptForm onSubmit={submit} className="flex flex-col items-start gap-3">
      {children}
      {needsPassword && (
        <Field
          type="password"
          name="password"
          label={t('password')}
          hint={t('passwordAgain')}
          autoComplete="current-password"
          required
          error={wrong}
        />
      )}
      {wrong && !needsPassword && (
        <Notice tone="danger" announce="assertive">
          {wrong}
        </Notice>
      )}
      <Button type="submit" variant={variant} busy={busy} {...(about && { 'aria-label': `${label}: ${about}` })}>
        {label}
      </Button>
    </ScriptForm>
  )
}
