'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { TryAgainAt } from '@salama/ui/components/try-again-at.tsx'
import { useTranslations } from 'next-intl'
import type { Problem } from '@/ask.ts'

const WAITS: Problem['code'][] = ['network', 'unavailable', 'rate_limited']

/** What went wrong, in words, spoken at once; and trying again where that can help. */
export function ProblemNotice({ problem, onRetry }: { problem: Problem | null; onRetry?: () => void }) {
  const t = useTranslations('errors')
  const common = useTranslations('common')
  if (!problem) return null
  return (
    <Notice tone={WAITS.includes(problem.code) ? 'warn' : 'danger'} says="now">
      <p>{t(problem.code)}</p>
      {problem.retryAfterS !== null && <TryAgainAt afterS={problem.retryAfterS} />}
      {onRetry && <Button onClick={onRetry}>{common('retry')}</Button>}
    </Notice>
  )
}
