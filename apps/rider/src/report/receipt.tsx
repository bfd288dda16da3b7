'use client'

import type { ItemFile } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck, Copy, KeyRound, Share2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { PhotoStates } from '@/outbox/photo-states.tsx'
import { inGroups, receiptAddress, receiptLink } from '@/outbox/receipt-code.ts'
import { QuickExit } from './quick-exit.tsx'
import type { Received } from './send-report.ts'
import { Support } from './support.tsx'

/** The receipt of a received report: the time, the next steps, and how to open it again. */
export function Receipt({
  received,
  sensitive,
  receiptCode,
  photos,
  past = false,
}: {
  received: Received
  sensitive: boolean
  receiptCode: string | null
  photos: readonly ItemFile[]
  /** The report was received earlier and is shown under another page's title. */
  past?: boolean
}) {
  const t = useTranslations('report.receipt')
  const { clock, moment } = useTimes()
  const Heading = past ? 'h2' : 'h1'
  return (
    <div className="flex flex-col gap-6 py-4">
      {sensitive && <QuickExit />}
      <section aria-labelledby="receipt" className="flex flex-col gap-3">
        <Heading
          id="receipt"
          ref={focusOnMount}
          tabIndex={-1}
          className="flex items-start gap-3 text-2xl font-bold outline-none"
        >
          <Icon as={CircleCheck} className="mt-0.5 text-ok" />
          {t('received', { time: clock(received.receivedAt) })}
        </Heading>
        <p className="max-w-prose text-lg">{t(`kinds.${received.shown}`)}</p>
        {past && <p className="max-w-prose text-soft">{t('then', { time: moment(received.receivedAt) })}</p>}
        <PhotoStates photos={photos} />
        {sensitive && <p className="max-w-prose text-soft">{t('erased')}</p>}
      </section>
      {receiptCode !== null && <ReceiptCode code={receiptCode} sensitive={sensitive} />}
      {sensitive && <Support />}
      <div className="flex flex-col gap-3 md:flex-row">
        {received.incidentId !== null && (
          <LinkButton variant="main" size="large" href={`/incidents/${received.incidentId}`}>
            {t('see')}
          </LinkButton>
        )}
        <LinkButton size="large" href="/">
          {t('nearby')}
        </LinkButton>
      </div>
    </div>
  )
}

/** The receipt code and link for people without an account. Only this phone has them. */
function ReceiptCode({ code, sensitive }: { code: string; sensitive: boolean }) {
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
          // Cancelling the share dialog rejects, which is not an error.
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
