import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type { ReviewedReport } from '@salama/domain/review-subjects/contract'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { awayOf, awayText } from '@salama/ui/incidents/words.ts'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { RadioRow } from '@/parts/options.tsx'

type Props = { entry: ReviewEntryDetail; value: string; onChange: (id: string) => void; error: boolean }

/** Instead of an id: it stays on its own. */
export const NONE_OF_THESE = 'none'

/** What a candidate says, beside what the entry says. Null: not known, or not of that kind. */
type Side = { says: readonly string[]; at: string | null; place: string | null; plate: string | null }
type Candidate = Side & { id: string; title: string; distance: string | null }

/** Selects the original of a duplicate: one of the same kind, near in place and time, or none of them. */
export function DuplicatePicker({ entry, value, onChange, error }: Props) {
  const t = useTranslations('review')
  const name = useId()
  const { candidates, self } = useCandidates(entry)
  const { moment } = useTimes()
  const join = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  const chosen = candidates.find(({ id }) => id === value)
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="pb-1 font-semibold">{t('duplicateOf')}</legend>
      {candidates.length === 0 && <p className="text-soft">{t('noCandidates')}</p>}
      <div>
        {candidates.map(({ id, title, says, at, place, distance }) => (
          <RadioRow key={id} name={name} checked={value === id} onChoose={() => onChange(id)}>
            <strong className="font-semibold">{title}</strong>
            <span className="text-soft"> {join([distance, place, at && moment(at)])}</span>
            {says[0] && <span className="line-clamp-1">“{says[0]}”</span>}
          </RadioRow>
        ))}
        <RadioRow name={name} checked={value === NONE_OF_THESE} onChoose={() => onChange(NONE_OF_THESE)}>
          <strong className="font-semibold">{t('noneOfThese')}</strong>
          <span className="text-soft"> {t('noneOfTheseWords')}</span>
        </RadioRow>
      </div>
      {chosen && <SideBySide self={self} other={chosen} />}
      <p id={`${name}-error`} aria-live="polite" className={error ? 'font-semibold text-danger' : 'sr-only'}>
        {error && t('duplicateMissing')}
      </p>
    </fieldset>
  )
}

function SideBySide({ self, other }: { self: Side; other: Candidate }) {
  const t = useTranslations('review')
  const { moment } = useTimes()
  const says = ({ says }: Side) => (says.length === 0 ? t('none') : says.map((words) => <p key={words}>“{words}”</p>))
  const rows = [
    { name: 'says', of: says },
    { name: 'at', of: ({ at }: Side) => (at ? moment(at) : t('none')) },
    { name: 'place', of: ({ place }: Side) => place ?? t('none') },
    { name: 'plate', of: ({ plate }: Side) => plate ?? t('none') },
  ] as const
  return (
    <table className="w-full table-fixed border-collapse text-start [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:p-1.5 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top">
      <caption className="sr-only">{t('sideBySide')}</caption>
      <thead>
        <tr>
          <td className="w-24" />
          <th scope="col">{t('thisOne')}</th>
          <th scope="col">{[other.title, other.distance].filter(Boolean).join(' · ')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row" className="text-sm font-normal text-soft">
              {t(`beside.${row.name}`)}
            </th>
            <td className="break-words">{row.of(self)}</td>
            <td className="break-words">{row.of(other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const words = (...texts: (string | null)[]) => texts.flatMap((each) => (each ? [each] : []))

function useCandidates({ subject }: ReviewEntryDetail): { candidates: Candidate[]; self: Side } {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const format = useTranslations('incidents')
  const incident = (each: ReviewedReport['nearby'][number]): Candidate => ({
    id: each.id,
    title: `${t('candidateIncident', { category: category(each.category) })}, ${t('reportsCount', { count: each.reports })}`,
    says: each.says,
    at: each.lastSeenAt,
    place: each.placeName,
    plate: each.vehicle?.plate ?? null,
    distance: awayText(awayOf(each.distanceM), format),
  })
  switch (subject.kind) {
    case 'report':
      return {
        self: sideOf(subject),
        candidates: subject.nearby
          .filter((each) => each.category === subject.category)
          .map(incident)
          .concat(
            subject.siblings.map((each) => ({
              ...sideOf(each),
              id: each.id,
              title: t('candidateReport', { category: category(each.category) }),
              distance: null,
            })),
          ),
      }
    case 'dispute':
      return {
        self: {
          says: words(...subject.siblings.map(({ note }) => note)),
          at: subject.lastSeenAt,
          place: subject.placeName,
          plate: subject.vehicle?.plate ?? null,
        },
        candidates: subject.nearby.filter((each) => each.category === subject.category).map(incident),
      }
    case 'feedback': {
      const side = ({ comment, rodeAt }: Pick<typeof subject, 'comment' | 'rodeAt'>): Side => ({
        says: words(comment),
        at: rodeAt,
        place: null,
        plate: subject.vehicle.plate,
      })
      return {
        self: side(subject),
        candidates: subject.siblings.map((each) => ({
          ...side(each),
          id: each.id,
          title: t('starsOf', { stars: each.stars }),
          distance: null,
        })),
      }
    }
    case 'collection_entry':
      return {
        self: { says: words(subject.note), at: subject.capturedAt, place: null, plate: subject.vehicle.plate },
        candidates: subject.siblings.map((each) => ({
          id: each.id,
          title: `${t('kind.collection_entry')}, ${t(`entryState.${each.state}`)}`,
          says: [],
          at: each.capturedAt,
          place: null,
          plate: subject.vehicle.plate,
          distance: null,
        })),
      }
  }
}

const sideOf = ({
  note,
  occurredAt,
  placeName,
  vehicle,
}: Pick<ReviewedReport, 'note' | 'occurredAt' | 'placeName' | 'vehicle'>) => ({
  says: words(note),
  at: occurredAt,
  place: placeName,
  plate: vehicle?.plate ?? null,
})
