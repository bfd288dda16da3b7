'use client'

import { ASKED_FACTS } from '@salama/domain/assignments/contract'
import { useTranslations } from 'next-intl'

export type AskedFact = (typeof ASKED_FACTS)[number]

type Props = { value: readonly AskedFact[]; onChange: (value: readonly AskedFact[]) => void }

/** What an assignment asks of each vehicle beside its plate. */
export function FactsInput({ value, onChange }: Props) {
  const t = useTranslations('assignments')
  return (
    <fieldset>
      <legend className="font-semibold">{t('facts')}</legend>
      <p className="text-sm text-soft">{t('factsHint')}</p>
      <div className="flex flex-wrap gap-x-6">
        {ASKED_FACTS.map((fact) => (
          <label key={fact} className="inline-flex min-h-touch items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-body"
              checked={value.includes(fact)}
              onChange={({ target }) =>
                onChange(ASKED_FACTS.filter((each) => (each === fact ? target.checked : value.includes(each))))
              }
            />
            {t(`fact.${fact}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
