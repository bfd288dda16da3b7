'use client'

import type { ItemFile } from '@salama/outbox/items.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { takeFocus } from '@salama/ui/components/take-focus.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { PhotoStates } from '@/outbox/photo-states.tsx'
import { QuickExit } from './quick-exit.tsx'
import { ReceiptCode } from './receipt-code.tsx'
import type { Received } from './send-report.ts'
import { Support } from './support.tsx'

/** The report has arrived: when, what happens to it now, and how to look back. */
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
  /** It arrived a while ago and is opened again, under another page's title. */
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
          ref={takeFocus}
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
          <LinkButton look="main" size="large" href={`/incidents/${received.incidentId}`}>
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
