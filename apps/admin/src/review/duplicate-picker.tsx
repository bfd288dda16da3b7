import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type { IncidentBeside } from '@salama/domain/review-subjects/contract'
import { Field } from '@salama/ui/components/field.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { awayOf, awayText } from '@salama/ui/incidents/words.ts'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { RadioRow } from '@/parts/options.tsx'

type Props = { entry: ReviewEntryDetail; value: string; onChange: (id: string) => void; error: boolean }

/** Selects the original of a duplicate: a sibling, or anything else by its id. */
export function DuplicatePicker({ entry, value, onChange, error }: Props) {
  const t = useTranslations('review')
  const name = useId()
  const candidates = useCandidates(entry)
  const isOther = value !== '' && !candidates.some(({ id }) => id === value)
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="pb-1 font-semibold">{t('duplicateOf')}</legend>
      {candidates.length === 0 && <p className="text-soft">{t('noCandidates')}</p>}
      {candidates.map(({ id, words }) => (
        <RadioRow key={id} name={name} checked={value === id} onChoose={() => onChange(id)}>
          {words}
        </RadioRow>
      ))}
      <Field
        label={t('duplicateOther')}
        hint={t('duplicateOtherHint')}
        value={isOther ? value : ''}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        spellCheck={false}
        autoCapitalize="none"
      />
      <p id={`${name}-error`} aria-live="polite" className={error ? 'font-semibold text-danger' : 'sr-only'}>
        {error && t('duplicateMissing')}
      </p>
    </fieldset>
  )
}

function useCandidates({ subject }: ReviewEntryDetail): { id: string; words: string }[] {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const format = useTranslations('incidents')
  const { moment } = useTimes()
  const join = (parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  const incident = (each: IncidentBeside) => ({
    id: each.id,
    words: join([
      t('candidateIncident', { category: category(each.category) }),
      each.placeName,
      awayText(awayOf(each.distanceM), format),
      t('reportsCount', { count: each.reports }),
      moment(each.lastSeenAt),
    ]),
  })
  switch (subject.kind) {
    case 'report':
      return subject.nearby.map(incident).concat(
        subject.siblings.map((each) => ({
          id: each.id,
          words: join([
            t('candidateReport', { category: category(each.category) }),
            each.placeName,
            each.vehicle?.plate,
            moment(each.occurredAt),
          ]),
        })),
      )
    case 'dispute':
      return subject.nearby.filter((each) => each.category === subject.category).map(incident)
    case 'feedback':
      return subject.siblings.map((each) => ({
        id: each.id,
        words: join([t('starsOf', { stars: each.stars }), moment(each.rodeAt)]),
      }))
    case 'collection_entry':
      return subject.siblings.map((each) => ({
        id: each.id,
        words: join([t('kind.collection_entry'), moment(each.capturedAt), t(`entryState.${each.state}`)]),
      }))
  }
}
