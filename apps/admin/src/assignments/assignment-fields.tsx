import { ASKED_FACTS, MAX_ASSIGNMENT, MIN_MINUTES, TRANSLATED_INTO, WRITTEN_IN } from '@salama/domain/shared'
import { Field } from '@salama/ui/components/field.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { Checkboxes } from '@/parts/options.tsx'
import type { useTextFields } from '@/parts/use-text-fields.ts'
import type { EMPTY_WORDS, KINDS } from './read-assignment.ts'
import { languageName } from './words.tsx'

type TextField = ReturnType<typeof useTextFields<keyof typeof EMPTY_WORDS>>[1]
type WordField = ReturnType<typeof useTextFields<'title' | 'titleSw' | 'instructions' | 'instructionsSw'>>[1]
type Fact = (typeof ASKED_FACTS)[number]

/** Title and instructions, in both languages. */
export function WordFields({ field, titleWrong }: { field: WordField; titleWrong: boolean }) {
  const t = useTranslations('assignments')
  const common = useTranslations('common')
  const locale = useLocale()
  const written = { language: languageName(WRITTEN_IN, locale) }
  const translated = TRANSLATED_INTO && { language: languageName(TRANSLATED_INTO, locale) }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field
        label={t('titleIn', written)}
        maxLength={MAX_ASSIGNMENT.title}
        error={titleWrong ? t('needsTitle') : undefined}
        {...field('title')}
      />
      {translated && (
        <Field
          label={t('titleIn', translated)}
          optional={common('optional')}
          maxLength={MAX_ASSIGNMENT.title}
          lang={TRANSLATED_INTO}
          {...field('titleSw')}
        />
      )}
      <Field
        multiline
        label={t('instructionsIn', written)}
        optional={common('optional')}
        maxLength={MAX_ASSIGNMENT.instructions}
        {...field('instructions')}
      />
      {translated && (
        <Field
          multiline
          label={t('instructionsIn', translated)}
          optional={common('optional')}
          maxLength={MAX_ASSIGNMENT.instructions}
          lang={TRANSLATED_INTO}
          {...field('instructionsSw')}
        />
      )}
    </div>
  )
}

type QuotaProps = {
  kind: (typeof KINDS)[number]
  field: TextField
  facts: readonly Fact[]
  onFacts: (facts: readonly Fact[]) => void
  vehiclesWrong: boolean
  minutesWrong: boolean
}

/** What is asked of each slot. */
export function QuotaFields({ kind, field, facts, onFacts, vehiclesWrong, minutesWrong }: QuotaProps) {
  const t = useTranslations('assignments')
  const common = useTranslations('common')
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="font-semibold">{t('quota')}</legend>
      <p className="text-sm text-soft">{t('quotaHint')}</p>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t('vehicles')}
          optional={common('optional')}
          inputMode="numeric"
          error={vehiclesWrong ? t('needsVehicles', { most: MAX_ASSIGNMENT.vehicles }) : undefined}
          {...field('vehicles')}
        />
        {kind === 'stage_count' && (
          <Field
            label={t('minutes')}
            optional={common('optional')}
            inputMode="numeric"
            error={minutesWrong ? t('needsMinutes', { least: MIN_MINUTES, most: MAX_ASSIGNMENT.minutes }) : undefined}
            {...field('minutes')}
          />
        )}
      </div>
      <fieldset>
        <legend className="font-semibold">{t('facts')}</legend>
        <p className="text-sm text-soft">{t('factsHint')}</p>
        <div className="flex flex-wrap gap-x-6">
          <Checkboxes options={ASKED_FACTS} words={(fact) => t(`fact.${fact}`)} chosen={facts} onChange={onFacts} />
        </div>
      </fieldset>
    </fieldset>
  )
}
