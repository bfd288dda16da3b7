import { MAX_NOTE, VEHICLE_CHECKS, VEHICLE_FACTS } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { TextInput, Tick } from '@salama/ui/components/controls.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { FieldError } from '@salama/ui/components/field-error.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Check as CheckMark, CircleOff, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { AskedFact, Check, Draft, Finding } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'
import { ChoiceField } from './choice-field.tsx'
import type { Field as FieldName } from './draft.ts'
import { findRoutes, findSaccos } from './find.ts'

const SEATS = ['14', '33', '51'] as const
const NOTHING: Names = { saccos: [], routes: [] }

type Props = {
  draft: Draft
  names: Names | null
  wrong: readonly FieldName[]
  shows: (field: string) => boolean
  edit: (changes: Partial<Draft>) => void
  /** The button that says that it cannot be seen, where the assignment asks for it. */
  notSeen: (fact: AskedFact) => React.ReactNode
}

/** What most vehicles are asked for: what never changes its height comes first, so that it stays in its place. */
export function MainFields({
  draft,
  names,
  wrong,
  shows,
  edit,
  notSeen,
  seatsHint,
}: Props & { seatsHint: string | undefined }) {
  const t = useTranslations('collect')
  const known = names ?? NOTHING
  return (
    <>
      {shows('capacity') && (
        <Seats draft={draft} isWrong={wrong.includes('capacity')} hint={seatsHint} edit={edit} notSeen={notSeen} />
      )}
      {shows('sticker') && (
        <Options
          legend={t('sticker')}
          value={draft.stickerStatus}
          onChange={(stickerStatus) => edit({ stickerStatus })}
          values={(['seen', 'placed', 'missing'] as const).map((value) => ({
            value,
            label: t(`stickerIs.${value}`),
          }))}
          also={notSeen('sticker')}
        />
      )}
      {shows('sacco') && (
        <ChoiceField
          label={t('sacco')}
          hint={names ? undefined : t('namesMissing')}
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
      {shows('sacco') && notSeen('sacco')}
      {shows('routeIds') && (
        <ChoiceField
          label={t('routes')}
          hint={undefined}
          error={wrong.includes('typedRoute') ? t('wrong.typedRoute') : undefined}
          carried={draft.carried.includes('routes')}
          chosen={draft.routes}
          typed={draft.typedRoute}
          find={(typed) => (draft.routes.length >= VEHICLE_FACTS.routes ? [] : findRoutes(known, typed))}
          onType={(typedRoute) => edit({ typedRoute })}
          onAdd={(route) => edit({ routes: [...draft.routes, route], typedRoute: '' })}
          onRemove={({ id }) => edit({ routes: draft.routes.filter((each) => each.id !== id) })}
          addLabel={t('addRoute')}
        />
      )}
      {shows('routeIds') && notSeen('routeIds')}
    </>
  )
}

/** Usual numbers of seats as buttons, beside a field for any other. */
function Seats({
  draft,
  isWrong,
  hint,
  edit,
  notSeen,
}: Pick<Props, 'draft' | 'edit' | 'notSeen'> & { isWrong: boolean; hint: string | undefined }) {
  const t = useTranslations('collect')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {t('capacity')} {!notSeen('capacity') && <span className="font-normal text-soft">({t('optional')})</span>}
      </label>
      <div className="flex flex-wrap gap-1.5">
        {SEATS.map((seats) => (
          <button
            key={seats}
            type="button"
            aria-label={t('seats', { seats: Number(seats) })}
            aria-pressed={draft.capacity === seats}
            onClick={() => edit({ capacity: draft.capacity === seats ? '' : seats })}
            className="chip min-w-[3.5rem] flex-1"
          >
            {seats}
          </button>
        ))}
        <TextInput
          id={id}
          type="text"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={draft.capacity}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-note` : `${id}-hint`}
          onChange={(event) => edit({ capacity: event.target.value })}
          className={`min-h-touch w-[5rem] flex-1 rounded-control border bg-raised px-3 text-center font-semibold ${isWrong ? 'border-danger' : 'border-edge'}`}
        />
        {notSeen('capacity')}
      </div>
      <FieldError
        id={`${id}-note`}
        error={isWrong ? t('wrong.capacity') : undefined}
        hint={
          <p id={`${id}-hint`} aria-live="polite" className="min-h-lh font-semibold text-warn">
            {hint}
          </p>
        }
      />
    </div>
  )
}

/** What is asked for less often. */
export function MoreFields({ draft, wrong, shows, edit, notSeen }: Omit<Props, 'names'>) {
  const t = useTranslations('collect')
  return (
    <>
      {shows('fleetName') && (
        <Field
          label={t('fleetName')}
          {...(!notSeen('fleetName') && { optional: t('optional') })}
          maxLength={VEHICLE_FACTS.fleetName}
          autoComplete="off"
          value={draft.fleetName}
          onChange={(event) => edit({ fleetName: event.target.value })}
        />
      )}
      {shows('fleetName') && notSeen('fleetName')}
      {shows('sticker') && draft.stickerStatus !== 'missing' && (
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
      {shows('checks') && (
        <details open={draft.fields.length > 0} className="border-y border-line py-2">
          <summary className="flex min-h-touch items-center font-semibold">
            {t('checks', { done: Object.keys(draft.checks).length, all: VEHICLE_CHECKS.length })}
          </summary>
          <div className="flex flex-col gap-4 py-2">
            <Button
              className="self-start"
              onClick={() => edit({ checks: Object.fromEntries(VEHICLE_CHECKS.map((check) => [check, 'ok'])) })}
            >
              {t('allOk')}
            </Button>
            <Checklist checks={draft.checks} onChange={(checks) => edit({ checks })} />
          </div>
        </details>
      )}
      {shows('checks') && notSeen('checks')}
      {shows('note') && (
        <Field
          multiline
          label={t('note')}
          {...(!notSeen('note') && { optional: t('optional') })}
          maxLength={MAX_NOTE}
          rows={2}
          value={draft.note}
          onChange={(event) => edit({ note: event.target.value })}
        />
      )}
      {shows('note') && notSeen('note')}
    </>
  )
}

const FINDINGS = { ok: CheckMark, faulty: TriangleAlert, missing: CircleOff } as const

/** Large radio buttons. Pressing the selected one clears it: not checked. */
function Options<Value extends string>({
  legend,
  values,
  value,
  onChange,
  also,
}: {
  legend: React.ReactNode
  values: readonly { value: Value; label: React.ReactNode }[]
  value: Value | null
  onChange: (value: Value | null) => void
  also?: React.ReactNode
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((each) => (
          <label key={each.value} className="chip min-h-12 min-w-min flex-1 basis-0 text-center">
            <Tick
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
        {also}
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
      {VEHICLE_CHECKS.map((check) => (
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
