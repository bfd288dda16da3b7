'use client'

import type { Problem } from '@salama/ui/ask.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { SaidProblem } from '@salama/ui/components/said-problem.tsx'
import { useLocale, useTranslations } from 'next-intl'

const SIGN_IN: Problem['code'][] = ['unauthenticated', 'token_expired', 'invalid_token']

type Props = {
  problem: Problem | null
  onRetry?: () => void
  /** Words for what is known better than by the code of the problem alone. */
  words?: string | undefined
}

/** What went wrong, with signing in or trying again where that can help. */
export function ProblemNotice({ problem, onRetry, words }: Props) {
  const errors = useTranslations('errors')
  const t = useTranslations('console')
  const locale = useLocale()
  const common = useTranslations('common')
  if (!problem) return null
  return (
    <SaidProblem problem={problem} words={words ?? errors(problem.code)}>
      {SIGN_IN.includes(problem.code) && (
        // Beside this page and not instead of it, so that nothing on it is lost.
        <a href={`/${locale}/sign-in`} target="_blank" rel="noopener" className="font-semibold text-link underline">
          {t('signIn')}
        </a>
      )}
      {onRetry && <Button onClick={onRetry}>{common('retry')}</Button>}
    </SaidProblem>
  )
}
