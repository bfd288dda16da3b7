'use client'

import type { stopReportMails } from '@salama/domain/receipts/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

/**
 * Ends the mails whose link was opened. After a press and not at once, because mail programs open links by themselves;
 * the id is in the URL's fragment, which is in no log.
 */
export function StopMails() {
  const t = useTranslations('reportMails')
  const failed = useTranslations('errors')
  const [state, setState] = useState<'ask' | 'busy' | 'done'>('ask')
  const [problem, setProblem] = useState<Problem['code'] | null>(null)
  const stop = async () => {
    setState('busy')
    const body = { id: window.location.hash.slice(1) }
    const result = await tryCall<typeof stopReportMails>('POST /api/report-mails/stop', { body })
    setProblem(result.ok ? null : result.problem.code)
    setState(result.ok ? 'done' : 'ask')
  }
  if (state === 'done')
    return (
      <div ref={focusOnMount} tabIndex={-1} className="outline-none">
        <Notice tone="ok">{t('stopped')}</Notice>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-4">
      {problem !== null && (
        <Notice tone="danger" says="now">
          {problem === 'invalid_request' ? t('wrongLink') : failed(problem)}
        </Notice>
      )}
      <Button variant="main" size="large" wide busy={state === 'busy'} onClick={() => void stop()}>
        {t('stop')}
      </Button>
    </div>
  )
}
