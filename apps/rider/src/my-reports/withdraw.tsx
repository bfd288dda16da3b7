'use client'

import type { withdrawReport } from '@salama/domain/reports/own-contract'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useTransition } from 'react'
import { RequestProblem, useRequest } from '@/request.tsx'

/** Withdraws a report after confirmation. A report that is not found counts as withdrawn. */
export function Withdraw({ id, what }: { id: string; what: string }) {
  const t = useTranslations('myReports')
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const { busy, problem, settle } = useRequest()
  const [refreshing, startRefresh] = useTransition()
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (asking) question.current?.focus()
  }, [asking])

  async function send() {
    const request = { params: { id }, names: null }
    const result = await settle(tryCall<typeof withdrawReport>('DELETE /api/reports/{id}', request))
    if (result.ok || result.problem.code === 'not_found') startRefresh(() => router.refresh())
  }

  if (!asking)
    return (
      <Button variant="quiet" className="-ms-3" onClick={() => setAsking(true)}>
        <Icon as={Undo2} />
        {t('withdraw')}
        <span className="sr-only">: {what}</span>
      </Button>
    )
  return (
    <div className="flex w-full flex-col gap-3 rounded-control bg-danger-wash p-3">
      <p ref={question} tabIndex={-1} className="font-semibold outline-none">
        {t('withdrawSure')}
      </p>
      <p>{t('withdrawMeans')}</p>
      <RequestProblem problem={problem === 'not_found' ? null : problem} />
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy || refreshing} onClick={send}>
          {t('withdrawYes')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('withdrawNo')}</Button>
      </div>
    </div>
  )
}
