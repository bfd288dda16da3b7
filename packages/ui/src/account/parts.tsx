'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Tick } from '../components/controls.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { ProblemMessage } from '../components/problem-message.tsx'
import { type Failure, formUrl, isOfPasskey, sendForm } from './requests.ts'
import { type FieldProblem, valuesOf } from './use-account-form.ts'

// Shared parts of the account forms.

export type Flow = 'sign-in' | 'sign-up' | 'forgot-password'

/** Where a form of these pages stands, by the server. */
type AccountStep = {
  step: 'email' | 'code' | 'password'
  /** The address of the code; in the first step, one to fill in. */
  email: string | null
  /** Another browser asked for the code, or it is too old. */
  isLate: boolean
  /** Why the form was rejected, without scripts. */
  rejected: { code: string; paths: string[] } | null
}

/** `mailboxUrl`: where e-mails are shown, when they do not leave this computer. */
export type FormProps = { callbackUrl: string; mailboxUrl: string | null; form: AccountStep }

/** The page that a form is on, for its way back and on. */
export function PageFields({ flow, callbackUrl }: { flow: Flow; callbackUrl: string }) {
  return (
    <>
      <input type="hidden" name="flow" value={flow} />
      <input type="hidden" name="locale" value={useLocale()} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  )
}

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
        <Tick
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
      className="[&_input]:max-w-48 [&_input]:text-xl [&_input]:tracking-[0.2em]"
      error={words(problem)}
      {...rest}
    />
  )
}

type Words = Partial<Record<Failure['code'], string>>

/** An error of the whole form, announced at once. `words`: what a code means on this form. */
export function ProblemNotice({ problem, words: own = {} }: { problem: Failure | null; words?: Words }) {
  const words = useProblemWords()
  if (problem === null) return null
  return <ProblemMessage problem={problem} words={own[problem.code] ?? words(problem.code)} />
}

export function useProblemWords() {
  const t = useTranslations('account')
  const errors = useTranslations('errors')
  return (problem: Failure['code']) => {
    if (problem === 'wrong_password') return t('wrongCredentials')
    if (problem === 'wrong_code') return t('wrongCode')
    if (problem === 'cookies_off') return t('cookiesOff')
    if (isOfPasskey(problem)) return t(`passkeys.${problem}`)
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

/** Whole seconds left, by the clock because timers stop while a phone sleeps, and a restart. Begins with the script. */
function useCountdown(startS: number): [number, (seconds: number) => void] {
  const [{ untilMs, nowMs }, set] = useState(() => from(0))
  useEffect(() => set(from(startS)), [startS])
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => set((before) => ({ ...before, nowMs: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return [seconds, (again) => set(from(again))]
}

/** Sends another code, once a minute. */
export function SendAgain({ flow, callbackUrl, email }: { flow: Flow; callbackUrl: string; email: string }) {
  const t = useTranslations('account')
  const [seconds, waitFor] = useCountdown(PAUSE_S)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Failure | string | null>(null)

  async function send(form: HTMLFormElement) {
    setBusy(true)
    setOutcome(null)
    const sent = await sendForm('code', valuesOf(form))
    setOutcome(sent)
    if (typeof sent === 'string') waitFor(PAUSE_S)
    setBusy(false)
  }

  return (
    <form
      method="post"
      action={formUrl('code')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(event.currentTarget)
      }}
      className="flex flex-col items-start gap-4"
    >
      <PageFields flow={flow} callbackUrl={callbackUrl} />
      <input type="hidden" name="email" value={email} />
      <Button type="submit" busy={busy} disabled={seconds > 0}>
        {seconds > 0 ? t('sendAgainIn', { seconds }) : t('sendAgain')}
      </Button>
      {typeof outcome === 'string' ? (
        <Notice tone="ok" announce="polite">
          {t('sentAgain')}
        </Notice>
      ) : (
        <ProblemNotice problem={outcome} />
      )}
    </form>
  )
}

/** A request after which the browser leaves for the URL that it returns; else why it stays. */
export function useLeaving(ask: () => Promise<Failure | string>, leaveFor: (url: string) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  async function leave() {
    setBusy(true)
    setProblem(null)
    const answer = await ask()
    if (typeof answer === 'string') return leaveFor(answer)
    setProblem(answer)
    setBusy(false)
  }
  return { busy, problem, leave }
}

/** A column no wider than a readable line. */
export function Column({ children }: { children: ReactNode }) {
  return <div className="flex max-w-md flex-col gap-4 pb-8">{children}</div>
}
