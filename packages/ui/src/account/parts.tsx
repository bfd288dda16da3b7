'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { ProblemMessage } from '../components/problem-message.tsx'
import { askAccount, type Failure } from './requests.ts'
import type { FieldProblem } from './use-account-form.ts'

// Shared parts of the account forms.

/** `mailboxUrl`: where e-mails are shown, when they do not leave this computer. */
export type FormProps = { callbackUrl: string; mailboxUrl: string | null }

type FieldProps = { problem?: FieldProblem | undefined; label?: string; defaultValue?: string; hint?: string }

function useWords() {
  const t = useTranslations('account')
  const common = useTranslations('common')
  return (problem: FieldProblem | undefined) =>
    problem === undefined ? undefined : problem === 'missing' ? common('required') : t(problem)
}

export function EmailField({ problem, ...rest }: FieldProps) {
  const t = useTranslations('account')
  const words = useWords()
  return (
    <Field
      label={t('email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      error={words(problem)}
      {...rest}
    />
  )
}

/** `isNew`: a password is being chosen, so the rules are shown and the browser suggests one. */
export function PasswordField({ problem, isNew = false, ...rest }: FieldProps & { isNew?: boolean }) {
  const t = useTranslations('account')
  const words = useWords()
  const [shown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={t('password')}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={words(problem)}
        {...(isNew && { minLength: 8, maxLength: 72, hint: t('passwordHint') })}
        {...rest}
      />
      <label className="inline-flex min-h-touch items-center gap-2 self-start">
        <input
          type="checkbox"
          checked={shown}
          onChange={(event) => setShown(event.currentTarget.checked)}
          className="size-5 accent-body"
        />
        {t('showPassword')}
      </label>
    </div>
  )
}

export function CodeField({ problem, ...rest }: FieldProps & { readOnly?: boolean }) {
  const t = useTranslations('account')
  const words = useWords()
  return (
    <Field
      label={t('code')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*[0-9]{6}\s*"
      maxLength={12}
      required
      className="[&_input]:max-w-48 [&_input]:text-2xl [&_input]:tracking-[0.2em]"
      error={words(problem)}
      {...rest}
    />
  )
}

/** An error of the whole form, announced at once. */
export function ProblemNotice({ problem }: { problem: Failure | null }) {
  const words = useProblemWords()
  if (problem === null) return null
  return <ProblemMessage problem={problem} words={words(problem.code)} />
}

function useProblemWords() {
  const t = useTranslations('account')
  const errors = useTranslations('errors')
  return (problem: Failure['code']) => {
    if (problem === 'wrong_credentials') return t('wrongCredentials')
    if (problem === 'email_not_confirmed') return t('emailNotConfirmed')
    if (problem === 'account_suspended') return t('ended.suspended.title')
    if (problem === 'cookies_off') return t('cookiesOff')
    return errors(problem)
  }
}

/** The mailbox, when e-mails do not leave this computer. */
export function MailboxHint({ mailboxUrl }: { mailboxUrl: string | null }) {
  const t = useTranslations('account')
  if (mailboxUrl === null) return null
  return (
    <Notice title={t('mailboxTitle')}>
      <p>
        {t('mailboxWords')}{' '}
        <a href={mailboxUrl} target="_blank" rel="noopener" className="font-semibold text-link underline">
          {t('mailboxLink')}
        </a>
      </p>
    </Notice>
  )
}

/** Auth sends at most one e-mail a minute to an e-mail address. */
const PAUSE_S = 60

const from = (seconds: number, nowMs = Date.now()) => ({ untilMs: nowMs + seconds * 1000, nowMs })

/**
 * A countdown in whole seconds, based on the clock because timers stop while a phone sleeps; and a function to restart
 * it.
 */
function useCountdown(startS: number): [number, (seconds: number) => void] {
  const [{ untilMs, nowMs }, set] = useState(() => from(startS))
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => set((before) => ({ ...before, nowMs: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return [seconds, (again) => set(from(again))]
}

/** Resends the code, once a minute. `notSent`: why the previous one was not sent, so there is no minute to wait. */
export function SendAgain({
  action,
  email,
  notSent = null,
}: {
  action: 'resend' | 'recover'
  email: string
  notSent?: Failure | null
}) {
  const t = useTranslations('account')
  const [seconds, waitFor] = useCountdown(notSent ? 0 : PAUSE_S)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Failure | 'sent' | null>(notSent)

  async function send() {
    setBusy(true)
    setOutcome(null)
    const problem = await askAccount(action, { email })
    setOutcome(problem ?? 'sent')
    if (problem === null) waitFor(PAUSE_S)
    setBusy(false)
  }

  return (
    <>
      <Button onClick={send} busy={busy} disabled={seconds > 0}>
        {seconds > 0 ? t('sendAgainIn', { seconds }) : t('sendAgain')}
      </Button>
      {outcome === 'sent' && (
        <Notice tone="ok" announce="polite">
          {t('sentAgain')}
        </Notice>
      )}
      {outcome !== 'sent' && <ProblemNotice problem={outcome} />}
    </>
  )
}

/** A column no wider than a readable line. */
export function Column({ children }: { children: ReactNode }) {
  return <div className="flex max-w-md flex-col gap-4 pb-8">{children}</div>
}

/** Shown without scripts: a form that cannot be sent should say so. */
export function NeedsScript() {
  const t = useTranslations('account')
  return (
    <noscript>
      <Notice tone="warn">{t('needsScript')}</Notice>
    </noscript>
  )
}
