import type { ReviewEntryDetail, ReviewReason } from '@salama/domain/review-entries/contract'
import type {
  ReportBeside,
  ReviewAuthor,
  ReviewedCollectionEntry,
  ReviewedFeedback,
  ReviewSubject,
} from '@salama/domain/review-subjects/contract'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { AuthorMenu } from '@/authors/author-menu.tsx'
import { labelIn } from '@/parts/label-in.ts'
import { DifferenceTable } from '../difference.tsx'
import { additionWords, correctionOf, useFormatters } from '../facts.ts'
import { personName } from '../marks.tsx'
import { Photos } from '../photos.tsx'
import { NearbyIncidents } from './nearby-incidents.tsx'
import { Part, TimeLine, useEventWords } from './parts.tsx'
import { SubjectMap } from './subject-map.tsx'

export function Context({ entry }: { entry: ReviewEntryDetail }) {
  const t = useTranslations('review')
  const { subject } = entry
  return (
    <aside aria-label={t('context')} className="flex flex-col gap-6">
      {subject.kind !== 'feedback' && <SubjectMap subject={subject} />}
      {subject.kind === 'collection_entry' && <KnownVehicle subject={subject} reasons={entry.reasons} />}
      {subject.author && <AuthorRecord author={subject.author} entry={entry} />}
      <Siblings subject={subject} />
      {(subject.kind === 'report' || subject.kind === 'dispute') && <NearbyIncidents subject={subject} />}
      <History entry={entry} />
    </aside>
  )
}

const COUNTS = ['accepted', 'rejected', 'duplicate', 'returned', 'withdrawn', 'waiting'] as const

/** The author's other submissions as counts, and what can be done about them; never the author. */
function AuthorRecord({ author, entry }: { author: ReviewAuthor; entry: ReviewEntryDetail }) {
  const t = useTranslations('review')
  const counts = COUNTS.filter((name) => (author[name] ?? 0) > 0)
  return (
    <Part title={t('authorTitle')}>
      <p>
        {t(!author.account ? 'authorNone' : author.newAccount ? 'authorNew' : 'authorKnown')}{' '}
        {author.sent === 0 ? t('authorFirst') : t('authorSent', { count: author.sent })}
        {counts.length > 0 &&
          ` ${counts.map((name) => t(`authorCount.${name}`, { count: author[name] ?? 0 })).join(', ')}.`}
        {author.vehicles !== undefined && author.vehicles > 0 && ` ${t('authorVehicles', { count: author.vehicles })}`}
      </p>
      {entry.author && entry.kind !== 'dispute' && !entry.own && (
        <AuthorMenu
          of={{ kind: entry.kind, id: entry.subjectId }}
          name={t(`authorOf.${entry.kind}`)}
          standing={entry.author}
        />
      )}
    </Part>
  )
}

/** The current facts of the plate, the vehicle of the sticker, and the values before the entry was returned. */
function KnownVehicle({ subject, reasons }: { subject: ReviewedCollectionEntry; reasons: ReviewReason[] }) {
  const t = useTranslations('review')
  const locale = useLocale()
  const { moment } = useTimes()
  const { known, stickerOf, before } = subject
  const correction = correctionOf(subject, useFormatters())
  const isOtherSticker = stickerOf !== null && stickerOf.id !== known?.id
  const rows = known && [
    [t('fact.fleetName'), known.fleetName],
    [t('fact.sacco'), known.sacco?.name],
    [t('fact.routes'), known.routes.map(({ shortName }) => shortName).join(', ')],
    [t('fact.capacity'), known.capacity?.toString()],
    [t('fact.code'), known.publicCode],
    [t('fact.checkedAt'), known.checkedAt && moment(known.checkedAt)],
  ]
  return (
    <Part title={t('known')}>
      {!rows && <p>{t('knownNot')}</p>}
      {rows && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd>{value || t('none')}</dd>
            </div>
          ))}
        </dl>
      )}
      {isOtherSticker && (
        <Notice tone="warn">
          <p>
            {t('stickerOther')} <Plate value={stickerOf.plate} />
          </p>
        </Notice>
      )}
      {before && (
        <>
          <p>
            {t(before.returned ? 'revises' : 'correctsOwn')}{' '}
            {labelIn(reasons.find(({ code }) => code === before.reason)?.label, locale)}{' '}
            <span className="whitespace-pre-line">{before.note}</span>
          </p>
          {correction.length === 0 ? (
            <p>{t('correctsNothing')}</p>
          ) : (
            <DifferenceTable title={t('correction')} differences={correction} />
          )}
          <Photos of={{ kind: 'collection_entry', id: before.id }} photos={before.pictures} />
        </>
      )}
    </Part>
  )
}

/** The siblings of a subject: other reports, ratings with the same content, other records of the plate. */
function Siblings({ subject }: { subject: ReviewSubject }) {
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

/** Another report: its facts in one line, its text on request. */
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
      <Words words={[report.note, ...report.additions.map(additionWords)]} />
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
  const texts = words.filter((each) => each !== null)
  if (texts.length === 0) return null
  return (
    <details>
      <summary className="min-h-touch content-center font-semibold text-link">{t('readWords')}</summary>
      {texts.map((each) => (
        <blockquote key={each} className="border-s-4 border-edge ps-3 break-words whitespace-pre-line">
          {each}
        </blockquote>
      ))}
    </details>
  )
}

/** Whether an entry is pending again because its decision was undone, not because a claim was released. */
const isUndone = ({ from, to, note }: ReviewEntryDetail['history'][number]) =>
  to === 'pending' && from !== null && note !== null

/** The history of subject and entry in chronological order. */
function History({ entry }: { entry: ReviewEntryDetail }) {
  const t = useTranslations('review')
  const eventWords = useEventWords()
  const locale = useLocale()
  const reasonOf = (code: string | null) => labelIn(entry.reasons.find((reason) => reason.code === code)?.label, locale)
  const lines = [
    ...entry.events.map(({ at, to }, n) => ({ key: `event ${n}`, at, what: eventWords(to), who: null, more: [] })),
    ...entry.earlier.map((each) => ({
      key: each.id,
      at: each.decidedAt,
      what: t('earlier', { what: t(`state.${each.state}`) }),
      who: personName(each.decidedBy, t('author')),
      more: [reasonOf(each.reasonCode), each.note].filter((words) => typeof words === 'string'),
    })),
    ...entry.reversal.earlier.map(({ at, by, reason }) => ({
      key: `reversal ${at}`,
      at,
      what: t('moved.reversal_asked'),
      who: personName(by, t('colleague')),
      more: [reason],
    })),
    ...entry.history.map((each, n) => ({
      key: `history ${n}`,
      at: each.at,
      what: t(`moved.${isUndone(each) ? 'undone' : each.to}`),
      who: each.actor && personName(each.actor, t('colleague')),
      more: [each.from === null ? undefined : reasonOf(each.reasonCode), each.note].filter(
        (words) => typeof words === 'string',
      ),
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <Part title={t('history')}>
      <TimeLine happened={lines} />
    </Part>
  )
}
