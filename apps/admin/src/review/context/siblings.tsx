'use client'

import type { ReportBeside, ReviewedFeedback, ReviewSubject } from '@salama/domain/review-subjects/contract'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { Part } from './part.tsx'

/** What a subject should be read beside: other reports, ratings that say the same, other records of the plate. */
export function Siblings({ subject }: { subject: ReviewSubject }) {
  const t = useTranslations('review')
  const { moment } = useTimes()
  return (
    <Part title={t(`siblings.${subject.kind}`, { count: subject.siblings.length })}>
      {subject.siblings.length === 0 && <p className="text-soft">{t('siblingsNone')}</p>}
      <ul className="flex flex-col">
        {subject.kind === 'collection_entry'
          ? subject.siblings.map((each) => (
              <li key={each.id} className="border-b border-line py-1.5 last:border-0">
                {moment(each.capturedAt)} · {t(`entryState.${each.state}`)}
              </li>
            ))
          : subject.kind === 'feedback'
            ? subject.siblings.map((each) => <FeedbackLine key={each.id} feedback={each} />)
            : subject.siblings.map((each) => <ReportLine key={each.id} report={each} />)}
      </ul>
    </Part>
  )
}

/** A report beside another: its facts in a line, its words when one asks for them. */
function ReportLine({ report }: { report: ReportBeside }) {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const { moment } = useTimes()
  return (
    <li className="border-b border-line py-1.5 last:border-0">
      <p>
        <strong>{category(report.category)}</strong> · {t(`beside.${report.beside}`)} ·{' '}
        {t(`reportState.${report.state}`)}
      </p>
      <p className="text-soft">
        {[
          moment(report.occurredAt),
          report.placeName,
          report.vehicle?.plate,
          report.injury && `${t('fact.injury')}: ${t(`injury.${report.injury}`)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Words words={[report.note, ...report.additions.map(({ words }) => words)]} />
    </li>
  )
}

function FeedbackLine({ feedback }: { feedback: ReviewedFeedback['siblings'][number] }) {
  const t = useTranslations('review')
  const tags = useTranslations('tags')
  const { moment } = useTimes()
  return (
    <li className="border-b border-line py-1.5 last:border-0">
      <p>
        <strong>{t('starsOf', { stars: feedback.stars })}</strong> · {t(`feedbackState.${feedback.state}`)} ·{' '}
        {t(feedback.newAccount ? 'accountNew' : 'accountKnown')}
      </p>
      <p className="text-soft">{[moment(feedback.rodeAt), ...feedback.tags.map((tag) => tags(tag))].join(' · ')}</p>
      <Words words={[feedback.comment]} />
    </li>
  )
}

function Words({ words }: { words: readonly (string | null)[] }) {
  const t = useTranslations('review')
  const said = words.filter((each) => each !== null)
  if (said.length === 0) return null
  return (
    <details>
      <summary className="min-h-touch content-center font-semibold text-link">{t('readWords')}</summary>
      {said.map((each) => (
        <blockquote key={each} className="border-l-4 border-edge pl-3 break-words whitespace-pre-line">
          {each}
        </blockquote>
      ))}
    </details>
  )
}
