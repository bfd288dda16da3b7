'use client'

import type { ReviewedReport } from '@salama/domain/review-subjects/contract'
import { useTranslations } from 'next-intl'
import type { EditProps } from './edits.ts'

/** The photos to reject. They are erased a day later; the others are approved with the report. */
export function EditPhotos({ report, edits, onChange }: EditProps & { report: ReviewedReport }) {
  const t = useTranslations('review')
  const refused: unknown[] = Array.isArray(edits.refusedPhotos) ? edits.refusedPhotos : []
  const pending = report.photos
    .map((photo, index) => ({ ...photo, n: index + 1 }))
    .filter(({ state }) => state === 'pending')
  if (pending.length === 0) return null
  const toggle = (id: string) => {
    const next = refused.includes(id) ? refused.filter((each) => each !== id) : [...refused, id]
    const { refusedPhotos: _, ...others } = edits
    onChange(next.length > 0 ? { ...others, refusedPhotos: next } : others)
  }
  return (
    <fieldset className="flex flex-col">
      <legend className="font-semibold">{t('refusePhotos')}</legend>
      {pending.map(({ id, n }) => (
        <label key={id} className="inline-flex min-h-touch items-center gap-2 self-start">
          <input
            type="checkbox"
            checked={refused.includes(id)}
            onChange={() => toggle(id)}
            className="size-5 accent-body"
          />
          {t('refusePhoto', { n })}
        </label>
      ))}
    </fieldset>
  )
}
