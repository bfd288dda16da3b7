'use client'

import { Field } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import { type AreaText, areaIn, SIDES, textOf } from './area.ts'
import { AreaMap } from './area-map.tsx'

/** A part of the map: drawn with a finger or mouse, or given as four numbers. Both always say the same. */
export function AreaInput({
  value,
  onChange,
  showsWrong,
}: {
  value: AreaText
  onChange: (area: AreaText) => void
  showsWrong: boolean
}) {
  const t = useTranslations('assignments')
  const area = areaIn(value)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-semibold">{t('ways.area')}</legend>
      <p className="text-sm text-soft">{t('areaHint')}</p>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {SIDES.map((side) => (
          <Field
            key={side}
            label={t(`sides.${side}`)}
            inputMode="decimal"
            value={value[side]}
            aria-invalid={showsWrong && area === null ? true : undefined}
            onChange={(event) => onChange({ ...value, [side]: event.currentTarget.value })}
          />
        ))}
      </div>
      <AreaMap area={area} onChange={(drawn) => onChange(textOf(drawn))} />
    </fieldset>
  )
}
