'use client'

import type { mailReceipt } from '@salama/domain/receipts/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ReceiptMails } from './receipt-mails.tsx'

/** Offers mails on the receipt of a report that was just sent, as long as this phone still has its code. */
export function NewReceiptMails({ code }: { code: string }) {
  const failed = useTranslations('errors')
  const locale = useLocale()
  const [isMailed, setIsMailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem['code'] | null>(null)
  const mail = async (email: string | null) => {
    setBusy(true)
    const body = { code, locale, ...(email && { email }) }
    const result = await tryCall<typeof mailReceipt>('POST /api/receipt/mail', { body })
    setBusy(false)
    setProblem(result.ok ? null : result.problem.code)
    if (result.ok) setIsMailed(result.reply.isMailed)
    return result.ok
  }
  return (
    <div className="flex flex-col gap-3">
      <ReceiptMails isMailed={isMailed} busy={busy} onMail={mail} />
      {problem !== null && (
        <Notice tone="danger" says="now">
          {failed(problem)}
        </Notice>
      )}
    </div>
  )
}
