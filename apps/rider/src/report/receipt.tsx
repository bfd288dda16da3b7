import type { Category } from '@salama/domain/incidents/contract'
import type { mailReceipt } from '@salama/domain/receipts/contract'
import { tryCall } from '@salama/http/call'
import type { ItemFile } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { MapPage } from '@salama/ui/components/map-page.tsx'
import { ShareButton } from '@salama/ui/components/share-button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { IncidentSign } from '@salama/ui/incidents/incident-sign.tsx'
import { CircleCheck, MapPin, Megaphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { StillMap } from '@/map/still-map.tsx'
import { isTimePublic, type ReportContent } from '@/outbox/content.ts'
import { FileStates } from '@/outbox/file-states.tsx'
import { ReceiptMails } from '@/report-mails/receipt-mails.tsx'
import { RequestProblem, useRequest } from '@/request.tsx'
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
  const { incidentId } = received
  const address = `/incidents/${incidentId}`
  const body = (
    <>
      {sensitive && <QuickExit />}
      <section aria-labelledby="receipt" className="flex flex-col gap-3">
        <DoneHeading as={past ? 'h2' : 'h1'} id="receipt">
          {title}
        </DoneHeading>
        <p className="max-w-prose">{t(`kinds.${received.shown}`)}</p>
        {past && <p className="max-w-prose text-soft">{t('then', { time: when(received.receivedAt) })}</p>}
        {received.alone && <p className="max-w-prose text-soft">{t('alone')}</p>}
        <ReportProgress report={received} />
        <FileStates files={files} />
        {sensitive && <p className="max-w-prose text-soft">{t('erased')}</p>}
      </section>
      {incidentId !== null && <ShareButton title={title} url={`/${locale}${address}`} />}
      {addMore}
      {receiptCode !== null && <ReceiptCode code={receiptCode} sensitive={sensitive} />}
      {receiptCode !== null && !past && <NewReceiptMails code={receiptCode} />}
      {sensitive && <Support />}
      {incidentId !== null && (
        <LinkButton href="/" className="self-start">
          {t('nearby')}
        </LinkButton>
      )}
      <Actions docked={!past}>
        {onStartNew && (
          <Button size="large" onClick={onStartNew}>
            <Icon as={Megaphone} />
            {t('another')}
          </Button>
        )}
        <LinkButton variant={past ? 'second' : 'main'} size="large" href={incidentId === null ? '/' : `${address}#map`}>
          {incidentId !== null && <Icon as={MapPin} />}
          {t(incidentId === null ? 'nearby' : 'see')}
        </LinkButton>
      </Actions>
    </>
  )
  if (incidentId === null || past)
    return <div className="@container mx-auto flex w-full max-w-140 flex-1 flex-col gap-6 pt-4">{body}</div>
  return (
    <MapPage low map={<StillMap address={address} sign={reported.place && signOf(reported.category)} />}>
      {body}
    </MapPage>
  )
}

const signOf = (category: Category | null) =>
  category && <IncidentSign category={category} corroboration="unverified" />

const Actions = ({ docked, children }: { docked: boolean; children: ReactNode }) =>
  docked ? <Dock follows>{children}</Dock> : <div className="flex flex-wrap gap-3 pb-4">{children}</div>

type HeadingProps = { as?: 'h1' | 'h2'; id: string; children: string }

/** What was achieved, as the heading that has focus after it. */
export const DoneHeading = ({ as: Heading = 'h1', id, children }: HeadingProps) => (
  <Heading id={id} ref={focusOnMount} tabIndex={-1} className="flex items-start gap-3 text-xl font-bold outline-none">
    <Icon as={CircleCheck} className="mt-0.5 text-ok" />
    {children}
  </Heading>
)

/** Offers mails on the receipt of a report that was just sent, as long as this phone still has its code. */
function NewReceiptMails({ code }: { code: string }) {
  const locale = useLocale()
  const [isMailed, setIsMailed] = useState(false)
  const { busy, problem, settle } = useRequest()
  const mail = async (email: string | null) => {
    const body = { code, locale, ...(email && { email }) }
    const result = await settle(tryCall<typeof mailReceipt>('POST /api/receipt/mail', { body }))
    if (result.ok) setIsMailed(result.reply.isMailed)
    return result.ok
  }
  return (
    <div className="flex flex-col gap-3">
      <ReceiptMails isMailed={isMailed} busy={busy} onMail={mail} />
      <RequestProblem problem={problem} />
    </div>
  )
}
