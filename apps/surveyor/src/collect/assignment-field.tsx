import { Select } from '@salama/ui/components/controls.tsx'
import { useLocale, useTranslations } from 'next-intl'
import type { HeldSlot } from '@/field-state/session.ts'
import { wordsOf } from '@/work/assignment-view-model.ts'
import type { Done } from '@/work/quota.ts'

/** The assignment that a record counts for; another of the person's claims, or none, can be chosen. */
export function AssignmentField({
  claims,
  chosen,
  done,
  onChange,
}: {
  claims: readonly HeldSlot[]
  chosen: HeldSlot | null
  done: Done | null
  onChange: (token: number | null) => void
}) {
  const t = useTranslations('collect')
  const locale = useLocale()
  if (claims.length === 0) return null
  const asked = chosen?.assignment.quota.vehicles ?? null
  return (
    <div className="flex items-center gap-2">
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <span className="shrink-0 text-sm text-soft">{t('countsFor')}</span>
        <Select
          value={chosen?.token ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
          className="min-h-touch min-w-0 flex-1 rounded-control border border-edge bg-raised px-2 font-semibold text-ellipsis"
        >
          {claims.map((claim) => (
            <option key={claim.token} value={claim.token}>
              {wordsOf(claim.assignment, locale).title}
            </option>
          ))}
          <option value="">{t('countsForNone')}</option>
        </Select>
      </label>
      {done && asked !== null && (
        <p className="shrink-0 font-semibold tabular-nums" aria-live="polite">
          {t('doneOf', { done: done.vehicles, all: asked })}
        </p>
      )}
    </div>
  )
}
