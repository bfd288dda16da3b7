import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type { ReviewedCollectionEntry, ReviewedReport } from '@salama/domain/review-subjects/contract'
import {
  CATEGORY_CODES,
  fromCityTime,
  IDENTIFIER_LENGTH,
  INJURIES,
  MAX_NOTE,
  toCityTime,
  VEHICLE_CHECKS,
  VEHICLE_FACTS,
  VISIBILITIES,
} from '@salama/domain/shared'
import { Field } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { findGroups, findRoutes, routeNamed } from '@/lists/find.ts'
import { Choice } from '@/parts/choice.tsx'
import { Checkbox } from '@/parts/options.tsx'
import { PickSome } from '@/parts/pick-some.tsx'
import { isForPhotos } from '../tasks.ts'
import { EditPlace } from './edit-place.tsx'
import { type EditProps, textOf, withEdit } from './edits.ts'

/** The fields in which a reviewer corrects a subject. The original is kept. */
export function EditFields({ entry, ...props }: EditProps & { entry: ReviewEntryDetail }) {
  const { subject } = entry
  switch (subject.kind) {
    case 'report':
      return (
        <>
          {!isForPhotos(entry) && <EditReport report={subject} {...props} />}
          <EditPhotos report={subject} {...props} />
        </>
      )
    case 'collection_entry':
      return <EditCollectionEntry entry={subject} {...props} />
    case 'dispute':
      return <EditVehicle original={subject.vehicle?.plate ?? null} {...props} />
    case 'feedback':
      return null
  }
}

/** The editable fields of a report: category, injury, visibility, vehicle, place. */
function EditReport({ report, edits, onChange }: EditProps & { report: ReviewedReport }) {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const set = (name: string, value: string, original: string | null) => onChange(withEdit(edits, name, value, original))
  // From private to public: a reviewer can only narrow the visibility.
  const narrower = VISIBILITIES.slice(0, VISIBILITIES.indexOf(report.visibility) + 1)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label={t('fact.category')}
        value={textOf(edits, 'category', report.category)}
        onChange={(value) => set('category', value, report.category)}
        options={CATEGORY_CODES.map((value) => ({ value, label: category(value) }))}
      />
      <Choice
        label={t('fact.injury')}
        value={textOf(edits, 'injury', report.injury ?? '')}
        onChange={(value) =>
          value === '' ? onChange(withEdit(edits, 'injury', null, null)) : set('injury', value, report.injury)
        }
        {...(report.injury === null && { none: t('none') })}
        options={INJURIES.map((value) => ({ value, label: t(`injury.${value}`) }))}
      />
      <Choice
        label={t('fact.visibility')}
        value={textOf(edits, 'visibility', report.visibility)}
        onChange={(value) => set('visibility', value, report.visibility)}
        options={narrower.map((value) => ({ value, label: t(`visibility.${value}`) }))}
      />
      <EditVehicle original={report.vehicle?.plate ?? null} edits={edits} onChange={onChange} />
      <Field
        type="datetime-local"
        label={t('fact.occurredAt')}
        max={toCityTime(report.receivedAt)}
        value={toCityTime(textOf(edits, 'occurredAt', report.occurredAt))}
        onChange={({ currentTarget: { value } }) =>
          value &&
          onChange(withEdit(edits, 'occurredAt', wholeMinute(value), wholeMinute(toCityTime(report.occurredAt))))
        }
      />
      <Field
        multiline
        rows={4}
        className="sm:col-span-2"
        label={t('editNote')}
        hint={t('editNoteHint')}
        maxLength={MAX_NOTE}
        value={textOf(edits, 'note', report.note ?? '')}
        onChange={({ currentTarget: { value } }) =>
          onChange(withEdit(edits, 'note', value.trim() ? value : null, report.note))
        }
      />
      <EditPlace original={report.place} edits={edits} onChange={onChange} />
    </div>
  )
}

const wholeMinute = (cityTime: string) => fromCityTime(cityTime).toISOString()

/** The vehicle by plate or code; empty means none. */
function EditVehicle({ original, edits, onChange }: EditProps & { original: string | null }) {
  const t = useTranslations('review')
  return (
    <Field
      label={t('fact.vehicle')}
      hint={t('vehicleHint', { original: original ?? t('none') })}
      maxLength={IDENTIFIER_LENGTH.most}
      value={textOf(edits, 'vehicle', original ?? '')}
      onChange={({ currentTarget }) =>
        onChange(withEdit(edits, 'vehicle', currentTarget.value.trim() === '' ? null : currentTarget.value, original))
      }
    />
  )
}

type Facts = ReviewedCollectionEntry['vehicle']

const namesIn = ({ saccoTold, routesTold, known }: ReviewedCollectionEntry) =>
  new Map(
    [saccoTold, known?.sacco]
      .flatMap((sacco) => (sacco ? [[sacco.id, sacco.name] as const] : []))
      .concat(routesTold.map((route) => [route.id, routeNamed(route).name] as const)),
  )

const pickedSacco = (sacco: Facts['sacco'] | null, names: ReadonlyMap<string, string>) =>
  sacco && 'id' in sacco ? [{ id: sacco.id, name: names.get(sacco.id) ?? sacco.id }] : []

const FINDINGS = ['ok', 'faulty', 'missing', 'not_checked'] as const
const STICKERS = ['seen', 'placed', 'missing'] as const

/** The editable fields of a collection entry. An emptied field has no value any more. */
function EditCollectionEntry({ entry, edits, onChange }: EditProps & { entry: ReviewedCollectionEntry }) {
  const t = useTranslations('review')
  const original = entry.vehicle
  // The names of the sacco and the routes that were recorded or chosen since, by id.
  const [names] = useState(() => namesIn(entry))
  const now = { ...original, ...edits } as Facts // the original with edits of the same shape applied
  const set = (name: keyof Facts, value: unknown) =>
    onChange(withEdit(edits, name, value ?? null, original[name] ?? null))
  const written = now.sacco && 'name' in now.sacco ? now.sacco.name : ''
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('fact.plate')}
        maxLength={VEHICLE_FACTS.plate}
        value={textOf(edits, 'plate', original.plate)}
        onChange={(event) => set('plate', event.currentTarget.value)}
      />
      <Field
        label={t('fact.fleetName')}
        maxLength={VEHICLE_FACTS.fleetName}
        value={textOf(edits, 'fleetName', original.fleetName ?? '')}
        onChange={(event) => set('fleetName', event.currentTarget.value || null)}
      />
      <Field
        label={t('fact.capacity')}
        inputMode="numeric"
        value={textOf(edits, 'capacity', original.capacity?.toString() ?? '')}
        onChange={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '')
          set('capacity', digits === '' ? null : Number(digits))
        }}
      />
      <div className="flex flex-col gap-2 sm:col-span-2">
        <PickSome
          label={t('fact.sacco')}
          find={findGroups}
          max={1}
          picked={pickedSacco(now.sacco, names)}
          onChange={([chosen]) => {
            if (chosen) names.set(chosen.id, chosen.name)
            set('sacco', chosen ? { id: chosen.id } : null)
          }}
        />
        <Field
          label={t('saccoWritten')}
          hint={t('saccoHint')}
          maxLength={VEHICLE_FACTS.sacco.most}
          value={written}
          onChange={({ currentTarget: { value } }) => set('sacco', value === '' ? null : { name: value })}
        />
      </div>
      <div className="sm:col-span-2">
        <PickSome
          label={t('fact.routes')}
          find={findRoutes}
          max={VEHICLE_FACTS.routes}
          picked={(now.routeIds ?? []).map((id) => ({ id, name: names.get(id) ?? id }))}
          onChange={(chosen) => {
            for (const each of chosen) names.set(each.id, each.name)
            set('routeIds', chosen.length > 0 ? chosen.map(({ id }) => id) : null)
          }}
        />
      </div>
      <Choice
        label={t('fact.sticker')}
        none={t('none')}
        value={now.sticker?.status ?? ''}
        onChange={(status) => set('sticker', status === '' ? null : { ...now.sticker, status })}
        options={STICKERS.map((value) => ({ value, label: t(`sticker.${value}`) }))}
      />
      <Field
        label={t('stickerCode')}
        maxLength={VEHICLE_FACTS.plate}
        value={now.sticker?.code ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { code: _, ...others } = now.sticker ?? { status: 'seen' as const }
          set('sticker', value === '' ? others : { ...others, code: value })
        }}
      />
      <details className="sm:col-span-2">
        <summary className="min-h-touch content-center font-semibold">{t('fact.checks')}</summary>
        <div className="grid gap-3 sm:grid-cols-3">
          {VEHICLE_CHECKS.map((name) => (
            <Choice
              key={name}
              label={t(`check.${name}`)}
              none={t('none')}
              value={now.checks?.[name] ?? ''}
              onChange={(finding) => {
                const { [name]: _, ...others } = now.checks ?? {}
                set('checks', finding === '' ? others : { ...others, [name]: finding })
              }}
              options={FINDINGS.map((value) => ({ value, label: t(`finding.${value}`) }))}
            />
          ))}
        </div>
      </details>
    </div>
  )
}

const FACTS = ['plate', 'fleetName', 'sacco', 'routeIds', 'capacity', 'sticker', 'checks', 'note', 'place'] as const

/** The facts that the surveyor should check again: only those are open in their form. */
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
        <Checkbox key={name} checked={chosen.includes(name)} onChange={() => toggle(name)}>
          {t(`fact.${name === 'routeIds' ? 'routes' : name}`)}
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** The photos to reject. They are erased a day later; the others are approved with the report. */
function EditPhotos({ report, edits, onChange }: EditProps & { report: ReviewedReport }) {
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
        <Checkbox key={id} checked={refused.includes(id)} onChange={() => toggle(id)} className="self-start">
          {t('refusePhoto', { n })}
        </Checkbox>
      ))}
    </fieldset>
  )
}
