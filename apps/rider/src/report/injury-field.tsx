'use client'

import { TileButton } from '@salama/ui/components/tile-button.tsx'
import { useTranslations } from 'next-intl'
import type { Draft } from './draft.ts'

type Injury = NonNullable<Draft['injury']>
const ANSWERS = ['none', 'some', 'unknown'] as const satisfies readonly Injury[]

/** Whether anyone was hurt. Without an answer it counts as not known. */
export function InjuryField({ chosen, onChoose }: { chosen: Injury | undefined; onChoose: (injury: Injury) => void }) {
  const t = useTranslations('report.injury')
  return (
    <fieldset>
      <legend className="pb-1 font-semibold">{t('title')}</legend>
      <div className="grid gap-2 @2xs:grid-cols-3">
        {ANSWERS.map((injury) => (
          <TileButton key={injury} label={t(injury)} chosen={injury === chosen} onClick={() => onChoose(injury)} />
        ))}
      </div>
    </fieldset>
  )
}
