'use client'

import type { withdrawReport } from '@salama/domain/reports/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useTransition } from 'react'

/** Null means withdrawn. A report that is not found counts as withdrawn too. */
async function withdraw(id: string): Promise<Problem['code'] | null> {
  const result = await tryCall<typeof withdrawReport>('DELETE /api/reports/{id}', { params: { id } })
  return result.ok || result.problem.code === 'not_found' ? null : result.problem.code
}

/** Withdraws a report after confirmation. */
export function Withdraw({ id, what }: { id: string; what: string }) {
  const t = useTranslations('myReports')
  const failed = useTranslations('errors')
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem['code'] | null>(null)
  const [refreshing, startRefresh] = useTransition()
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (asking) question.current?.focus()
  }, [asking])

  async function send() {
    setSending(true)
    setProblem(null)
    const why = await withdraw(id)
    setSending(false)
    setProblem(why)
    if (why === null) startRefresh(() => router.refresh())
  }

  if (!asking)
    return (
      <Button variant="quiet" className="-ml-3" onClick={() => setAsking(true)}>
        <Icon as={Undo2} />
        {t('withdraw')}
        <span className="sr-only">: {what}</span>
      </Button>
    )
  return (
    <div className="flex w-full flex-col gap-3 rounded-control border-2 border-danger p-3">
      <p ref={question} tabIndex={-1} className="font-bold outline-none">
        {t('withdrawSure')}
      </p>
      <p>{t('withdrawMeans')}</p>
      {problem && (
        <Notice tone="danger" says="now">
          <p>{failed(problem)}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={sending || refreshing} onClick={send}>
          {t('withdrawYes')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('withdrawNo')}</Button>
      </div>
    </div>
  )
}
