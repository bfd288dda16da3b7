'use client'

import type { verifySecondFactor } from '@salama/domain/second-factor/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { SignOutButton } from '@salama/ui/account/own-data.tsx'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'

/** The code of the second factor, or a recovery code; new recovery codes are shown before `next` opens. */
export function SecondFactorForm({ next, hasCodes = true }: { next: string; hasCodes?: boolean }) {
  const t = useTranslations('secondFactor')
  const [codes, setCodes] = useState<string[]>([])
  const goOn = () => window.location.replace(next)
  if (codes.length > 0) {
    return (
      <div className="flex max-w-md flex-col items-start gap-6">
        <RecoveryCodes codes={codes} />
        <Button variant="main" onClick={goOn}>
          {t('continue')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex max-w-md flex-col gap-6">
      {hasCodes && (
        <CodeForm
          submit={t('continue')}
          hint={t('codeOrRecovery')}
          onDone={(made) => (made.length > 0 ? setCodes(made) : goOn())}
        />
      )}
      <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
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

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('secondFactor')
  return (
    <Notice tone="ok" announce="polite" title={t('codesTitle')}>
      <p>{t('codesWords')}</p>
      <ul className="grid grid-cols-2 gap-x-6 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a
        href={`data:text/plain,${encodeURIComponent(codes.join('\n'))}`}
        download="salama-recovery-codes.txt"
        className="touch-link font-semibold"
      >
        {t('codesDownload')}
      </a>
    </Notice>
  )
}

/** Why a step of the second factor failed. A code that is not well formed is wrong. */
export function useProblemWords() {
  const t = useTranslations('secondFactor')
  const errors = useTranslations('errors')
  return ({ code }: Problem) => (code === 'wrong_code' || code === 'invalid_request' ? t('wrongCode') : errors(code))
}
