'use client'

import { VEHICLE_CHECKS } from '@salama/domain/collection-entries/contract'
import type { ReviewedCollectionEntry } from '@salama/domain/review-subjects/contract'
import { Field } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import { Choice } from '@/parts/choice.tsx'
import { type EditProps, textOf, withEdit } from './edits.ts'

type Facts = ReviewedCollectionEntry['vehicle']

const FINDINGS = ['ok', 'faulty', 'missing', 'not_checked'] as const
const STICKERS = ['seen', 'placed', 'missing'] as const

/** What can be put right in what a surveyor recorded. A field that is emptied says nothing any more. */
export function EditCollectionEntry({ said, edits, onChange }: EditProps & { said: Facts }) {
  const t = useTranslations('review')
  const now = { ...said, ...edits } as Facts // what was said, with edits of the same shape in it
  const set = (name: keyof Facts, value: unknown) => onChange(withEdit(edits, name, value ?? null, said[name] ?? null))
  const saccoName = said.sacco && 'name' in said.sacco ? said.sacco.name : ''
  const sacco = now.sacco && 'name' in now.sacco ? now.sacco.name : ''
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('fact.plate')}
        maxLength={20}
        value={textOf(edits, 'plate', said.plate)}
        onChange={(event) => set('plate', event.currentTarget.value)}
      />
      <Field
        label={t('fact.fleetName')}
        maxLength={80}
        value={textOf(edits, 'fleetName', said.fleetName ?? '')}
        onChange={(event) => set('fleetName', event.currentTarget.value || null)}
      />
      <Field
        label={t('fact.capacity')}
        inputMode="numeric"
        value={textOf(edits, 'capacity', said.capacity?.toString() ?? '')}
        onChange={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '')
          set('capacity', digits === '' ? null : Number(digits))
        }}
      />
      <Field
        label={t('fact.sacco')}
        hint={t('saccoHint')}
        maxLength={120}
        value={sacco}
        onChange={({ currentTarget: { value } }) =>
          set('sacco', value === saccoName ? said.sacco : value === '' ? null : { name: value })
        }
      />
      <Choice
        label={t('fact.sticker')}
        none={t('none')}
        value={now.sticker?.status ?? ''}
        onChange={(status) => set('sticker', status === '' ? null : { ...now.sticker, status })}
        options={STICKERS.map((value) => ({ value, label: t(`sticker.${value}`) }))}
      />
      <Field
        label={t('stickerCode')}
        maxLength={20}
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
