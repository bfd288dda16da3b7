import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { VehicleLink } from '@/review/fact-list.tsx'
import { additionWords } from '@/review/facts.ts'
import { Photos } from '@/review/photos.tsx'
import type { IncidentRecord } from './use-record.ts'

/** The reports of an incident: what riders wrote, and their photos on request. Never who sent one. */
export function Reports({ reports }: { reports: IncidentRecord['reports'] }) {
  const t = useTranslations('incidentView')
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-2">
      <h2 id="reports" className="border-b border-line pb-1 font-semibold">
        {t('reports', { count: reports.length })}
      </h2>
      <ol className="flex flex-col">
        {reports.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ol>
    </section>
  )
}

function Report({ report }: { report: IncidentRecord['reports'][number] }) {
  const t = useTranslations('review')
  const { moment } = useTimes()
  const { vehicle, injury } = report
  const texts = [report.note, ...report.additions.map(additionWords)].filter((each) => each !== null && each !== '')
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-x-2 text-soft">
        <time dateTime={report.occurredAt}>{moment(report.occurredAt)}</time>
        <span>
          {[
            report.placeName,
            t(`reportState.${report.state}`),
            injury && `${t('fact.injury')}: ${t(`injury.${injury}`)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {vehicle && <VehicleLink id={vehicle.id} plate={vehicle.plate} />}
      </p>
      {texts.map((text) => (
        <blockquote key={text} className="max-w-prose border-s-4 border-edge ps-3 break-words whitespace-pre-line">
          {text}
        </blockquote>
      ))}
      <Photos of={{ kind: 'report', id: report.id }} photos={report.photos} />
    </li>
  )
}

const VOTES = ['confirm', 'deny', 'over'] as const

/** Votes, and how many of them have weight: those of accounts and phones that are independent of each other. */
export function Votes({ votes }: { votes: IncidentRecord['votes'] }) {
  const t = useTranslations('incidentView')
  const review = useTranslations('review')
  return (
    <table className="w-full border-collapse text-start">
      <caption className="border-b border-line pb-1 text-start font-semibold">{t('votes')}</caption>
      <thead>
        <tr className="text-sm text-soft">
          <th scope="col" className="py-1 font-semibold">
            {t('vote')}
          </th>
          <th scope="col" className="text-end font-semibold">
            {t('votesAll')}
          </th>
          <th scope="col" className="text-end font-semibold">
            {t('votesWeight')}
          </th>
        </tr>
      </thead>
      <tbody>
        {VOTES.map((vote) => (
          <tr key={vote} className="border-t border-line">
            <th scope="row" className="py-1.5 font-normal">
              {review(`fact.${vote}`)}
            </th>
            <td className="text-end">{votes[vote].all}</td>
            <td className="text-end font-semibold">{votes[vote].independent}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
