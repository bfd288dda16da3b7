import type { OwnReport } from '@salama/domain/reports/contract'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { useTranslations } from 'next-intl'
import { TextLink } from '@/text-link.tsx'
import { Answer } from './answer.tsx'
import { Withdraw } from './withdraw.tsx'

/** An own report with its status and visibility. */
export function OwnReportCard({ report }: { report: OwnReport }) {
  const t = useTranslations('myReports')
  const category = useTranslations('categories')
  const { moment } = useTimes()
  const isOver = report.state === 'withdrawn' || report.state === 'rejected'
  return (
    <article id={`report-${report.id}`} className="flex gap-3 py-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-xl">
        <CategoryIcon category={report.category} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <h2 className="text-lg leading-snug font-bold">{category(report.category)}</h2>
        <p>{t('when', { time: moment(report.occurredAt) })}</p>
        {report.vehicle && (
          <p>
            <Plate value={report.vehicle.plate} />
          </p>
        )}
        {report.note && <p className="max-w-prose border-l-4 border-line pl-3 whitespace-pre-line">{report.note}</p>}
        <p className="max-w-prose pt-1">
          <strong>{t(`state.${report.state}`)}</strong> {t(`stateMeans.${report.state}`)}
        </p>
        {report.asked && <Answer id={report.id} asked={report.asked} answerBy={report.answerBy} />}
        {!isOver && report.state !== 'duplicate' && <p className="text-soft">{t(`shown.${report.shown}`)}</p>}
        {report.incidentId && <TextLink href={`/incidents/${report.incidentId}`}>{t('see')}</TextLink>}
        {report.state !== 'withdrawn' && <Withdraw id={report.id} what={category(report.category)} />}
      </div>
    </article>
  )
}
