'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { type Draft, privacyChoices, privacyOfDraft, withPrivacy } from './draft.ts'

/** Lets a reporter show less of this report than is usual for its kind. */
export function ShowLess({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const t = useTranslations('report.showLess')
  const name = useId()
  const chosen = privacyOfDraft(draft)
  return (
    <fieldset aria-describedby={`${name}-hint`}>
      <legend className="font-semibold">{t('title')}</legend>
      <p id={`${name}-hint`} className="text-sm text-soft">
        {t('hint')}
      </p>
      {privacyChoices(draft.category).map((choice, index) => (
        <label key={choice} className="flex min-h-touch items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={choice === chosen}
            onChange={() => onChange(withPrivacy(draft, choice))}
            className="size-5 shrink-0 accent-body"
          />
          <span>
            {t(choice)}
            {index === 0 && <span className="text-soft"> ({t('usual')})</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
