'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useTransition } from 'react'

type Problem = 'network' | 'unauthenticated' | 'internal'

async function withdraw(id: string): Promise<Problem | null> {
  const headers = { accept: 'application/json' }
  const response = await fetch(`/api/reports/${id}`, { method: 'DELETE', headers }).catch(() => null)
  if (!response) return 'network'
  // Not found: nobody's any more, so there is nothing left to take back.
  if (response.ok || response.status === 404) return null
  return response.status === 401 ? 'unauthenticated' : 'internal'
}

/** Takes a report back, after asking once more. */
export function Withdraw({ id, what }: { id: string; what: string }) {
  const t = useTranslations('myReports')
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [refreshing, startRefresh] = useTransition()
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (asking) question.current?.focus()
  }, [asking])

  async function send() {
    setSending(true)
    setProblem(null)
    const failed = await withdraw(id)
    setSending(false)
    setProblem(failed)
    if (failed === null) startRefresh(() => router.refresh())
  }

  if (!asking)
    return (
      <Button look="quiet" className="-ml-3" onClick={() => setAsking(true)}>
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
          <p>{t(`problem.${problem}`)}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="danger" busy={sending || refreshing} onClick={send}>
          {t('withdrawYes')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('withdrawNo')}</Button>
      </div>
    </div>
  )
}
