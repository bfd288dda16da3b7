'use client'

import type { Problem } from '@salama/ui/ask.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { TryAgainAt } from '@salama/ui/components/try-again-at.tsx'
import { useLocale, useTranslations } from 'next-intl'

const SIGN_IN: Problem['code'][] = ['unauthenticated', 'token_expired', 'invalid_token']
const WAITS: Problem['code'][] = ['network', 'unavailable', 'rate_limited']

/** What went wrong, in words, spoken at once; and trying again where that can help. */
export function ProblemNotice({ problem, onRetry }: { problem: Problem | null; onRetry?: () => void }) {
  const errors = useTranslations('errors')
  const t = useTranslations('console')
  const locale = useLocale()
  const common = useTranslations('common')
  if (!problem) return null
  return (
    <Notice tone={WAITS.includes(problem.code) ? 'warn' : 'danger'} says="now">
      <p>{errors(problem.code)}</p>
      {problem.retryAfterS !== null && <TryAgainAt afterS={problem.retryAfterS} />}
      {SIGN_IN.includes(problem.code) && (
        // Beside this page and not instead of it, so that nothing on it is lost.
        <a href={`/${locale}/sign-in`} target="_blank" rel="noopener" className="font-semibold text-link underline">
          {t('signIn')}
        </a>
      )}
      {onRetry && <Button onClick={onRetry}>{common('retry')}</Button>}
    </Notice>
  )
}
