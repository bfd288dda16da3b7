import type { ReviewDecision, ReviewKind, ReviewReason } from '@salama/domain/review-entries/contract'
import { MAX_WORDS } from '@salama/domain/shared'
import { Field } from '@salama/ui/components/field.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { Choice } from '@/parts/choice.tsx'
import { labelIn } from '@/parts/label-in.ts'

/** The reason, from the codes that fit a decision. The author sees its text in their language. */
export function ReasonField({
  reasons,
  decision,
  value,
  onChange,
  error,
}: {
  reasons: readonly ReviewReason[]
  decision: ReviewDecision
  value: string
  onChange: (code: string) => void
  error: boolean
}) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const locale = useLocale()
  const isOptional = decision === 'approved_with_edits'
  return (
    <Choice
      label={t('reason')}
      {...(isOptional && { optional: common('optional') })}
      value={value}
      onChange={onChange}
      none={t(reasons.length === 0 ? 'reading' : 'chooseReason')}
      disabled={reasons.length === 0}
      error={error ? t('reasonMissing') : undefined}
      options={reasons
        .filter(({ decisions }) => decisions.includes(decision))
        .map(({ code, label }) => ({ value: code, label: labelIn(label, locale) ?? label.en }))}
    />
  )
}

const NOTE_HINTS = {
  report: 'noteHint',
  collection_entry: 'noteHintSurveyor',
  feedback: 'noteHintColleagues',
  dispute: 'noteHintColleagues',
} as const satisfies Record<ReviewKind, string>

/** A note with the decision. Its readers depend on the decision, so the label says who they are. */
export function NoteField({
  decision,
  kind,
  value,
  onChange,
  error,
}: {
  decision: ReviewDecision
  kind: ReviewKind
  value: string
  onChange: (note: string) => void
  error?: string | undefined
}) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const isQuestion = decision === 'changes_requested' && kind === 'report'
  const hint = t(isQuestion ? 'questionHint' : decision === 'escalated' ? 'noteHintColleagues' : NOTE_HINTS[kind])
  return (
    <Field
      multiline
      rows={3}
      label={t(isQuestion ? 'question' : 'note')}
      {...(!isQuestion && { optional: common('optional') })}
      hint={hint}
      maxLength={MAX_WORDS}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
