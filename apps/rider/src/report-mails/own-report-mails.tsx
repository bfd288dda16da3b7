'use client'

import type { mailOwnReport } from '@salama/domain/reports/own-contract'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Mail, MailX } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { RequestProblem, useRequest } from '@/request.tsx'

/** Turns mails about an own report on or off, at the e-mail address of the account. The page says what they are. */
export function OwnReportMails({ id, what, isMailed }: { id: string; what: string; isMailed: boolean }) {
  const t = useTranslations('reportMails')
  const locale = useLocale()
  const [isOn, setIsOn] = useState(isMailed)
  const { busy, problem, settle } = useRequest()
  const change = async () => {
    const request = { params: { id }, body: { isOn: !isOn, locale } }
    const result = await settle(tryCall<typeof mailOwnReport>('PUT /api/my-reports/{id}/mail', request))
    if (result.ok) setIsOn(result.reply.isMailed)
  }
  return (
    <div className="flex flex-col items-start gap-1 py-1">
      <p role="status" className="max-w-prose text-soft">
        {isOn && t('onAccount')}
      </p>
      <Button busy={busy} onClick={() => void change()} aria-label={`${t(isOn ? 'stop' : 'ask')}: ${what}`}>
        {!busy && <Icon as={isOn ? MailX : Mail} />}
        {t(isOn ? 'stop' : 'ask')}
      </Button>
      <RequestProblem problem={problem} />
    </div>
  )
}
