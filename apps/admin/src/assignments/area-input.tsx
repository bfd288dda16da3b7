'use client'

import { Field, FieldError } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { type AreaText, areaIn, SIDES, textOf } from './area.ts'
import { AreaMap } from './area-map.tsx'

/** A part of the map: drawn with a finger or mouse, or given as four numbers. Both always say the same. */
export function AreaInput({
  value,
  error,
  onChange,
}: {
  value: AreaText
  error: string | undefined
  onChange: (area: AreaText) => void
}) {
  const t = useTranslations('assignments')
  const id = useId()
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
            aria-invalid={error ? true : undefined}
            aria-describedby={error && id}
            onChange={(event) => onChange({ ...value, [side]: event.currentTarget.value })}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
      <AreaMap area={area} onChange={(drawn) => onChange(textOf(drawn))} />
    </fieldset>
  )
}
