'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Copy, KeyRound, Share2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { inGroups, receiptAddress, receiptLink } from '@/outbox/receipt-code.ts'

/** The code and the link with which somebody without an account looks back. Nobody but this phone has them. */
export function ReceiptCode({ code, sensitive }: { code: string; sensitive: boolean }) {
  const t = useTranslations('report.code')
  const locale = useLocale()
  const [copied, setCopied] = useState<'code' | 'link' | 'failed' | null>(null)
  const link = receiptLink(window.location.origin, locale, code)
  const copy = (what: 'code' | 'link') =>
    navigator.clipboard.writeText(what === 'code' ? inGroups(code) : link).then(
      () => setCopied(what),
      () => setCopied('failed'),
    )
  return (
    <section aria-labelledby="code" className="flex flex-col gap-3 border-y-2 border-line py-4">
      <h2 id="code" className="flex items-center gap-2 text-xl font-bold">
        <Icon as={KeyRound} />
        {t('title')}
      </h2>
      <p className="max-w-prose">{t('words')}</p>
      <p className="w-fit rounded-control border-2 border-edge bg-raised px-3 py-2 font-bold text-xl tracking-widest tabular-nums">
        {inGroups(code)}
      </p>
      <p className="max-w-prose">{t('where', { address: receiptAddress(window.location.host, locale) })}</p>
      <p className="max-w-prose font-semibold">{t(sensitive ? 'onceNow' : 'onceToday')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => copy('code')}>
          <Icon as={Copy} />
          {t('copyCode')}
        </Button>
        <Button onClick={() => copy('link')}>
          <Icon as={Copy} />
          {t('copyLink')}
        </Button>
        {'share' in navigator && (
          // A person who thinks better of it makes it reject, which is no fault.
          <Button onClick={() => navigator.share({ url: link }).catch(() => null)}>
            <Icon as={Share2} />
            {t('share')}
          </Button>
        )}
      </div>
      <p role="status" className="text-soft empty:hidden">
        {copied && t(`copied.${copied}`)}
      </p>
    </section>
  )
}
