'use client'

import type { stopReportMails } from '@salama/domain/receipts/contract'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { RequestProblem, useRequest } from '@/request.tsx'

/**
 * Ends the mails, after a press because mail programs open links by themselves. The id is in the fragment: in no log.
 */
export function Unsubscribe() {
  const t = useTranslations('reportMails')
  const { busy, problem, settle } = useRequest()
  const [isDone, setIsDone] = useState(false)
  const unsubscribe = async () => {
    const body = { id: window.location.hash.slice(1) }
    const { ok } = await settle(tryCall<typeof stopReportMails>('POST /api/report-mails/stop', { body }))
    setIsDone(ok)
  }
  if (isDone)
    return (
      <div ref={focusOnMount} tabIndex={-1} className="outline-none">
        <Notice tone="ok">{t('stopped')}</Notice>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-4">
      {problem === 'invalid_request' ? (
        <Notice tone="danger" announce="assertive">
          {t('wrongLink')}
        </Notice>
      ) : (
        <RequestProblem problem={problem} />
      )}
      <Button variant="main" size="large" wide busy={busy} onClick={() => void unsubscribe()}>
        {t('stop')}
      </Button>
    </div>
  )
}
