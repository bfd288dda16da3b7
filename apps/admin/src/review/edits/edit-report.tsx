'use client'

import { Category } from '@salama/domain/incidents/contract'
import { Injury, Visibility } from '@salama/domain/reports/contract'
import type { ReviewedReport } from '@salama/domain/review-subjects/contract'
import { Field } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Choice } from '@/parts/choice.tsx'
import { EditVehicle } from './edit-vehicle.tsx'
import { type EditProps, textOf, withEdit } from './edits.ts'

/** What can be put right in a report: its kind, whether somebody was hurt, who may learn of it, the vehicle, the place. */
export function EditReport({ report, edits, onChange }: EditProps & { report: ReviewedReport }) {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const set = (name: string, value: string, said: string | null) => onChange(withEdit(edits, name, value, said))
  // From private to public: a reviewer may only make it narrower.
  const narrower = Visibility.options.slice(0, Visibility.options.indexOf(report.visibility) + 1)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label={t('fact.category')}
        value={textOf(edits, 'category', report.category)}
        onChange={(value) => set('category', value, report.category)}
        options={Category.options.map((value) => ({ value, label: category(value) }))}
      />
      <Choice
        label={t('fact.injury')}
        value={textOf(edits, 'injury', report.injury ?? '')}
        onChange={(value) =>
          value === '' ? onChange(withEdit(edits, 'injury', null, null)) : set('injury', value, report.injury)
        }
        {...(report.injury === null && { none: t('none') })}
        options={Injury.options.map((value) => ({ value, label: t(`injury.${value}`) }))}
      />
      <Choice
        label={t('fact.visibility')}
        value={textOf(edits, 'visibility', report.visibility)}
        onChange={(value) => set('visibility', value, report.visibility)}
        options={narrower.map((value) => ({ value, label: t(`visibility.${value}`) }))}
      />
      <EditVehicle said={report.vehicle?.plate ?? null} edits={edits} onChange={onChange} />
      <EditPlace said={report.place} edits={edits} onChange={onChange} />
    </div>
  )
}

/** "-1.28120, 36.82260", as maps give it. What is no place yet is no edit yet. */
function EditPlace({ said, edits, onChange }: EditProps & { said: { lat: number; lng: number } }) {
  const t = useTranslations('review')
  const before = `${said.lat.toFixed(5)}, ${said.lng.toFixed(5)}`
  const [written, setWritten] = useState(() => placeText(edits.place) ?? before)
  const place = readPlace(written)
  const change = (text: string) => {
    setWritten(text)
    const { place: _, ...others } = edits
    const read = readPlace(text)
    onChange(read && text.trim() !== before ? { ...others, place: read } : others)
  }
  return (
    <Field
      className="sm:col-span-2"
      label={t('fact.place')}
      hint={t('placeHint', { said: before })}
      value={written}
      onChange={(event) => change(event.currentTarget.value)}
      error={place ? undefined : t('placeWrong')}
    />
  )
}

function readPlace(text: string): { lat: number; lng: number } | null {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? []
  return lat === undefined || lng === undefined ? null : { lat: Number(lat), lng: Number(lng) }
}

const placeText = (place: unknown) =>
  typeof place === 'object' && place !== null && 'lat' in place && 'lng' in place ? `${place.lat}, ${place.lng}` : null
