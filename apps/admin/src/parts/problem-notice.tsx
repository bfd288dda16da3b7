import { type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { focusFirstWrong } from '@salama/ui/components/focus-on-mount.ts'
import { ProblemMessage } from '@salama/ui/components/problem-message.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'

const SIGN_IN: Problem['code'][] = ['unauthenticated', 'token_expired', 'invalid_token']

type Props = {
  problem: Problem | null
  onRetry?: () => void
  /** A more specific message than that of the problem's code. */
  words?: string | undefined
}

/** An error message with a link to sign in or a retry button where that helps. */
export function ProblemNotice({ problem, onRetry, words }: Props) {
  const errors = useTranslations('errors')
  const common = useTranslations('common')
  if (!problem) return null
  return (
    <ProblemMessage problem={problem} words={words ?? errors(problem.code)}>
      {SIGN_IN.includes(problem.code) && <SignInLink className="font-semibold text-link underline" />}
      {onRetry && <Button onClick={onRetry}>{common('retry')}</Button>}
    </ProblemMessage>
  )
}

/** A link to sign in, in a new tab, so that nothing on this page is lost. */
export function SignInLink({ className }: { className: string }) {
  const t = useTranslations('console')
  const locale = useLocale()
  return (
    <a href={`/${locale}/sign-in`} target="_blank" rel="noopener" className={className}>
      {t('signIn')}
    </a>
  )
}

/** The rejected fields of a request, by the first part of their paths: `area` for `area.north`. */
export const refusedIn = ({ fields, detail }: Problem): string[] =>
  [...fields.map(({ path }) => path), detail.path].flatMap((path) =>
    typeof path === 'string' ? path.split('.').slice(0, 1) : [],
  )

/** `const [form, goToWrong] = useFirstWrong()`: `goToWrong()` focuses the first invalid control of the form. */
export function useFirstWrong(): [form: RefObject<HTMLFormElement | null>, goToWrong: () => void] {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) focusFirstWrong(form.current)
  }, [tries])
  return [form, () => setTries((before) => before + 1)]
}

/** The requests of a form, one at a time: whether one is running, its name, and why the last one failed. */
export function useRequest() {
  const [running, setRunning] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function run(work: () => Promise<unknown>, name = '') {
    if (running !== null) return
    setRunning(name)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(problemIn(error))
    } finally {
      setRunning(null)
    }
  }
  return { busy: running !== null, running, problem, run }
}
