'use client'

import type { retryFailedJobs } from '@salama/domain/jobs/contract'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useTranslations } from 'next-intl'
import { ProblemNotice, useRequest } from '@/parts/problem-notice.tsx'
import { useDone } from '@/parts/toasts.tsx'

export function RetryFailedJobs({ count }: { count: number }) {
  const t = useTranslations('failedJobs')
  const done = useDone()
  const { busy, problem, run } = useRequest()
  const retry = () =>
    run(async () => {
      await call<typeof retryFailedJobs>('POST /api/failed-jobs')
      done(t('retried'))
    })
  return (
    <div className="flex flex-col items-start gap-3 pt-4">
      <Button busy={busy} onClick={retry}>
        {t('retry', { count })}
      </Button>
      <ProblemNotice problem={problem} />
    </div>
  )
}
