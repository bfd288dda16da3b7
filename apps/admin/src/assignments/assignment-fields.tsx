import { ASKED_FACTS, MAX_ASSIGNMENT, MIN_MINUTES } from '@salama/domain/shared'
import { Field } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import { Checkboxes } from '@/parts/options.tsx'
import type { useTextFields } from '@/parts/use-text-fields.ts'
import type { EMPTY_WORDS, KINDS } from './read-assignment.ts'

type TextField = ReturnType<typeof useTextFields<keyof typeof EMPTY_WORDS>>[1]
type Fact = (typeof ASKED_FACTS)[number]

/** Title and instructions, in both languages. */
export function WordFields({ field, titleWrong }: { field: TextField; titleWrong: boolean }) {
  const t = useTranslations('assignments')
  const common = useTranslations('common')
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field
        label={t('titleEn')}
        maxLength={MAX_ASSIGNMENT.title}
        error={titleWrong ? t('needsTitle') : undefined}
        {...field('title')}
      />
      <Field
        label={t('titleSw')}
        optional={common('optional')}
        maxLength={MAX_ASSIGNMENT.title}
        lang="sw"
        {...field('titleSw')}
      />
      <Field
        multiline
        label={t('instructionsEn')}
        optional={common('optional')}
        maxLength={MAX_ASSIGNMENT.instructions}
        {...field('instructions')}
      />
      <Field
        multiline
        label={t('instructionsSw')}
        optional={common('optional')}
        maxLength={MAX_ASSIGNMENT.instructions}
        lang="sw"
        {...field('instructionsSw')}
      />
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
