'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleOff, Check as Tick, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { Check, Draft, Finding } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'
import { CHECKS } from './checks.ts'
import { ChoiceField } from './choice-field.tsx'
import type { Field as FieldName } from './draft.ts'
import { findRoutes, findSaccos } from './find.ts'

const SEATS = ['14', '33', '51'] as const
const MOST_ROUTES = 20
const NOTHING: Names = { saccos: [], routes: [] }

/** All fields of the vehicle except its plate. */
export function FormFields({
  draft,
  names,
  wrong,
  shows,
  edit,
}: {
  draft: Draft
  names: Names | null
  wrong: readonly FieldName[]
  shows: (field: string) => boolean
  edit: (changes: Partial<Draft>) => void
}) {
  const t = useTranslations('collect')
  const known = names ?? NOTHING
  return (
    <>
      {shows('sacco') && (
        <ChoiceField
          label={t('sacco')}
          hint={t(names ? 'saccoHint' : 'namesMissing')}
          error={wrong.includes('typedSacco') ? t('wrong.typedSacco') : undefined}
          carried={draft.carried.includes('sacco')}
          chosen={draft.sacco ? [draft.sacco] : []}
          typed={draft.typedSacco}
          find={(typed) => findSaccos(known, typed)}
          onType={(typedSacco) => edit({ typedSacco })}
          onAdd={(sacco) => edit({ sacco, typedSacco: '' })}
          onRemove={() => edit({ sacco: null })}
          onOwn={(name) => edit({ sacco: { id: null, name }, typedSacco: '' })}
        />
      )}
      {shows('routeIds') && (
        <ChoiceField
          label={t('routes')}
          hint={t('routesHint')}
          error={wrong.includes('typedRoute') ? t('wrong.typedRoute') : undefined}
          carried={draft.carried.includes('routes')}
          chosen={draft.routes}
          typed={draft.typedRoute}
          find={(typed) => (draft.routes.length >= MOST_ROUTES ? [] : findRoutes(known, typed))}
          onType={(typedRoute) => edit({ typedRoute })}
          onAdd={(route) => edit({ routes: [...draft.routes, route], typedRoute: '' })}
          onRemove={({ id }) => edit({ routes: draft.routes.filter((each) => each.id !== id) })}
        />
      )}
      {shows('fleetName') && (
        <Field
          label={t('fleetName')}
          optional={t('optional')}
          maxLength={80}
          autoComplete="off"
          value={draft.fleetName}
          onChange={(event) => edit({ fleetName: event.target.value })}
        />
      )}
      {shows('capacity') && (
        <div className="flex flex-col gap-2">
          <Field
            label={t('capacity')}
            optional={t('optional')}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            value={draft.capacity}
            error={wrong.includes('capacity') ? t('wrong.capacity') : undefined}
            onChange={(event) => edit({ capacity: event.target.value })}
          />
          <div className="flex flex-wrap gap-2">
            {SEATS.map((seats) => (
              <Button key={seats} aria-label={t('seats', { seats })} onClick={() => edit({ capacity: seats })}>
                {seats}
              </Button>
            ))}
          </div>
        </div>
      )}
      {shows('sticker') && (
        <div className="flex flex-col gap-3">
          <Options
            legend={t('sticker')}
            value={draft.stickerStatus}
            onChange={(stickerStatus) => edit({ stickerStatus })}
            values={(['seen', 'placed', 'missing'] as const).map((value) => ({
              value,
              label: t(`stickerIs.${value}`),
            }))}
          />
          {draft.stickerStatus !== 'missing' && (
            <Field
              label={t('stickerCode')}
              optional={t('optional')}
              hint={t('stickerHint')}
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              value={draft.stickerCode}
              error={wrong.includes('stickerCode') ? t('wrong.stickerCode') : undefined}
              onChange={(event) => edit({ stickerCode: event.target.value })}
            />
          )}
        </div>
      )}
      {shows('checks') && (
        <details open={draft.fields.length > 0} className="border-y-2 border-line py-2">
          <summary className="flex min-h-touch items-center text-lg font-bold">
            {t('checks', { done: Object.keys(draft.checks).length, all: CHECKS.length })}
          </summary>
          <div className="flex flex-col gap-4 py-2">
            <Button
              className="self-start"
              onClick={() => edit({ checks: Object.fromEntries(CHECKS.map((check) => [check, 'ok'])) })}
            >
              {t('allOk')}
            </Button>
            <Checklist checks={draft.checks} onChange={(checks) => edit({ checks })} />
          </div>
        </details>
      )}
    </>
  )
}

const FINDINGS = { ok: Tick, faulty: TriangleAlert, missing: CircleOff } as const

/** Large radio buttons. Pressing the selected one clears it: not checked. */
function Options<Value extends string>({
  legend,
  values,
  value,
  onChange,
}: {
  legend: React.ReactNode
  values: readonly { value: Value; label: React.ReactNode }[]
  value: Value | null
  onChange: (value: Value | null) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((each) => (
          <label
            key={each.value}
            className="flex min-h-12 min-w-min flex-1 basis-0 items-center justify-center gap-1.5 rounded-control border-2 border-edge bg-raised px-2 text-center leading-tight font-semibold has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              checked={value === each.value}
              onChange={() => onChange(each.value)}
              onClick={() => value === each.value && onChange(null)}
              className="sr-only"
            />
            {each.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Condition and safety, from the fixed list; unchecked items stay empty. */
function Checklist({ checks, onChange }: { checks: Draft['checks']; onChange: (checks: Draft['checks']) => void }) {
  const t = useTranslations('collect')
  const set = (check: Check, finding: Finding | null) => {
    const { [check]: _, ...rest } = checks
    onChange(finding === null ? rest : { ...rest, [check]: finding })
  }
  return (
    <div className="flex flex-col gap-4">
      {CHECKS.map((check) => (
        <Options
          key={check}
          legend={t(`check.${check}`)}
          value={checks[check] ?? null}
          onChange={(finding) => set(check, finding)}
          values={(['ok', 'faulty', 'missing'] as const).map((finding) => ({
            value: finding,
            label: (
              <>
                <Icon as={FINDINGS[finding]} />
                {t(`finding.${finding}`)}
              </>
            ),
          }))}
        />
      ))}
    </div>
  )
}
