'use client'

import { Field } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import { type EditProps, textOf, withEdit } from './edits.ts'

/** The vehicle by plate or code; empty is none. */
export function EditVehicle({ said, edits, onChange }: EditProps & { said: string | null }) {
  const t = useTranslations('review')
  return (
    <Field
      label={t('fact.vehicle')}
      hint={t('vehicleHint', { said: said ?? t('none') })}
      maxLength={40}
      value={textOf(edits, 'vehicle', said ?? '')}
      onChange={({ currentTarget }) =>
        onChange(withEdit(edits, 'vehicle', currentTarget.value.trim() === '' ? null : currentTarget.value, said))
      }
    />
  )
}
