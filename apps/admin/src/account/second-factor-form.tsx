'use client'

import type { verifySecondFactor } from '@salama/domain/second-factor/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { SignOutButton } from '@salama/ui/account/own-data.tsx'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'

/** The code of the second factor, or a recovery code; then the page `next` opens. */
export function SecondFactorForm({ next }: { next: string }) {
  const t = useTranslations('secondFactor')
  return (
    <div className="flex max-w-md flex-col gap-6">
      <CodeForm submit={t('continue')} hint={t('codeOrRecovery')} onDone={() => window.location.replace(next)} />
      <div className="flex flex-col items-start gap-2 border-t-2 border-line pt-4">
        <p className="text-soft">{t('lost')}</p>
        <SignOutButton />
      </div>
    </div>
  )
}

/** Sends a code. `onDone` gets the recovery codes of a factor that this code set up. */
export function CodeForm({
  submit,
  hint,
  lost,
  onDone,
}: {
  submit: string
  hint?: string
  /** What to do when no answer came, where trying again with the same code does not help. */
  lost?: string
  onDone: (recoveryCodes: string[]) => void
}) {
  const t = useTranslations('secondFactor')
  const words = useProblemWords()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy || code.trim() === '') return
    setBusy(true)
    setProblem(null)
    const result = await tryCall<typeof verifySecondFactor>('POST /api/me/second-factor/verify', { body: { code } })
    if (result.ok) return onDone(result.reply.recoveryCodes)
    setProblem(result.problem)
    setBusy(false)
  }

  return (
    <ScriptForm onSubmit={send} className="flex flex-col gap-4">
      <Field
        label={t('code')}
        {...(hint && { hint })}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        required
        error={problem ? (problem.code === 'network' && lost) || words(problem) : undefined}
      />
      <Button type="submit" variant="main" busy={busy} className="self-start">
        {submit}
      </Button>
    </ScriptForm>
  )
}

/** Why a step of the second factor failed. A code that is not well formed is wrong. */
export function useProblemWords() {
  const t = useTranslations('secondFactor')
  const errors = useTranslations('errors')
  return ({ code }: Problem) => (code === 'wrong_code' || code === 'invalid_request' ? t('wrongCode') : errors(code))
}
