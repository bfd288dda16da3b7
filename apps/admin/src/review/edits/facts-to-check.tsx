'use client'

import { useTranslations } from 'next-intl'
import type { EditProps } from './edits.ts'

const FACTS = ['plate', 'fleetName', 'sacco', 'routeIds', 'capacity', 'sticker', 'checks', 'note', 'place'] as const

/** The facts that the surveyor should look at again: the form opens those alone. */
export function FactsToCheck({ edits, onChange }: EditProps) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const chosen: unknown[] = Array.isArray(edits.facts) ? edits.facts : []
  const toggle = (name: string) => {
    const facts = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]
    onChange(facts.length > 0 ? { facts } : {})
  }
  return (
    <fieldset className="flex flex-wrap gap-x-5">
      <legend className="font-semibold">
        {t('factsToCheck')} <span className="font-normal text-soft">({common('optional')})</span>
      </legend>
      {FACTS.map((name) => (
        <label key={name} className="inline-flex min-h-touch items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
            className="size-5 accent-body"
          />
          {t(`fact.${name === 'routeIds' ? 'routes' : name}`)}
        </label>
      ))}
    </fieldset>
  )
}
