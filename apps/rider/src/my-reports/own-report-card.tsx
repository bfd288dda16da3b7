import type { OwnReport } from '@salama/domain/reports/own-contract'
import { CATEGORIES, isOpenReport } from '@salama/domain/shared'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { useTranslations } from 'next-intl'
import { ReportProgress } from '@/report/progress.tsx'
import { OwnReportMails } from '@/report-mails/own-report-mails.tsx'
import { TextLink } from '@/text-link.tsx'
import { Answer } from './answer.tsx'
import { OwnPhotos } from './own-photos.tsx'
import { Withdraw } from './withdraw.tsx'

/** Whether mails about it can be turned on or off. */
export const canBeMailed = (report: OwnReport) => isOpenReport(report) || report.isMailed

/** An own report with its place, photos and status. The place of one that is never public exactly is left out. */
export function OwnReportCard({ report }: { report: OwnReport }) {
  const t = useTranslations('myReports')
  const category = useTranslations('categories')
  const { day, moment } = useTimes()
  const isExact = CATEGORIES[report.category].visibility === 'public'
  const happened = isExact ? moment(report.occurredAt) : day(report.occurredAt)
  const added = report.additions.flatMap(({ vehicle, words }) => [vehicle?.plate, words]).filter(Boolean)
  return (
    <article id={`report-${report.id}`} className="flex gap-3 py-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-xl @max-3xs:hidden">
        <CategoryIcon category={report.category} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <h2 className="leading-snug font-semibold">{category(report.category)}</h2>
        <p>
          {isExact && report.placeName && `${t('near', { place: report.placeName })}, `}
          {report.timeUncertain ? t('timeUncertain', { time: happened }) : happened}
        </p>
        {report.vehicle && (
          <p>
            <Plate value={report.vehicle.plate} />
          </p>
        )}
        {report.note && <p className="max-w-prose border-s-4 border-line ps-3 whitespace-pre-line">{report.note}</p>}
        {added.length > 0 && (
          <p className="max-w-prose border-s-4 border-line ps-3 whitespace-pre-line">
            {t('added', { words: added.join(', ') })}
          </p>
        )}
        {report.photos.length > 0 && <OwnPhotos id={report.id} photos={report.photos} />}
        <ReportProgress report={report} />
        {report.asked && <Answer id={report.id} asked={report.asked} answerBy={report.answerBy} />}
        {canBeMailed(report) && (
          <OwnReportMails id={report.id} what={category(report.category)} isMailed={report.isMailed} />
        )}
        {report.incidentId && <TextLink href={`/incidents/${report.incidentId}`}>{t('see')}</TextLink>}
        {report.state !== 'withdrawn' && <Withdraw id={report.id} what={category(report.category)} />}
      </div>
    </article>
  )
}
