'use client'

import type { Category } from '@salama/domain/incidents/contract'
import type { ItemFile } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ShareButton } from '@salama/ui/components/share-button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck, MapPin, Megaphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { isTimePublic, type ReportContent } from '@/outbox/content.ts'
import { FileStates } from '@/outbox/file-states.tsx'
import { NewReceiptMails } from '@/report-mails/new-receipt-mails.tsx'
import { ReportProgress } from './progress.tsx'
import { QuickExit } from './quick-exit.tsx'
import { ReceiptCode } from './receipt-code.tsx'
import type { Received } from './send-report.ts'
import { Support } from './support.tsx'

/** What was reported, as far as this phone may show it. */
export type Reported = { category: Category | null; place?: ReportContent['place'] | undefined }

/** A report as a title: "Crash at Koja, 14:02"; without its place and time where others may see it only roughly. */
function useReportTitle() {
  const t = useTranslations('report.receipt')
  const categoryName = useTranslations('categories')
  const { clock } = useTimes()
  return ({ category, place }: Reported, at: Date | string) => {
    if (category === null) return t('received')
    if (!place) return categoryName(category)
    const words = { category: categoryName(category), place: place.name, time: clock(at) }
    return t(place.isStage ? 'titleAt' : 'titleNear', words)
  }
}

/** The receipt of a received report: what it is, what becomes of it, and how to open it again. */
export function Receipt({
  received,
  reported,
  sensitive,
  receiptCode,
  files,
  addMore,
  onStartNew,
  past = false,
}: {
  received: Received
  reported: Reported
  sensitive: boolean
  receiptCode: string | null
  files: readonly ItemFile[]
  addMore?: ReactNode
  onStartNew?: () => void
  /** The report was received earlier and is shown under another page's title. */
  past?: boolean
}) {
  const t = useTranslations('report.receipt')
  const locale = useLocale()
  const { moment, day } = useTimes()
  const when = isTimePublic(reported.category) ? moment : day
  const title = useReportTitle()(reported, received.receivedAt)
  const Heading = past ? 'h2' : 'h1'
  const { incidentId } = received
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
          {title}
        </Heading>
        <p className="max-w-prose text-lg">{t(`kinds.${received.shown}`)}</p>
        {past && <p className="max-w-prose text-soft">{t('then', { time: when(received.receivedAt) })}</p>}
        <ReportProgress report={received} />
        <FileStates files={files} />
        {sensitive && <p className="max-w-prose text-soft">{t('erased')}</p>}
      </section>
      {incidentId !== null && (
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="main" size="large" href={`/incidents/${incidentId}#map`}>
            <Icon as={MapPin} />
            {t('see')}
          </LinkButton>
          <ShareButton title={title} url={`/${locale}/incidents/${incidentId}`} />
        </div>
      )}
      {addMore}
      {receiptCode !== null && <ReceiptCode code={receiptCode} sensitive={sensitive} />}
      {receiptCode !== null && !past && <NewReceiptMails code={receiptCode} />}
      {sensitive && <Support />}
      <div className="flex flex-col gap-3 md:flex-row">
        <LinkButton size="large" href="/">
          {t('nearby')}
        </LinkButton>
        {onStartNew && (
          <Button size="large" onClick={onStartNew}>
            <Icon as={Megaphone} />
            {t('another')}
          </Button>
        )}
      </div>
    </div>
  )
}
