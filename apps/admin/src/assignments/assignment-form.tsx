'use client'

import type { createAssignment } from '@salama/domain/assignments/admin-contract'
import type { PointOfInterest, searchPointsOfInterest } from '@salama/domain/network/contract'
import { ASKED_FACTS, fromCityTime, MAX_ASSIGNMENT, MIN_MINUTES } from '@salama/domain/shared'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { StageSearch } from '@salama/ui/components/stage-search.tsx'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { findRoutes } from '@/lists/find.ts'
import { Checkboxes, RadioChoice } from '@/parts/options.tsx'
import { type Named, PickSome } from '@/parts/pick-some.tsx'
import { ProblemNotice, refusedIn, useFirstWrong } from '@/parts/problem-notice.tsx'
import { useDone } from '@/parts/toasts.tsx'
import { useTextFields } from '@/parts/use-text-fields.ts'
import { type AreaText, areaIn } from './area.ts'
import { AreaInput } from './area-input.tsx'

const WAYS = ['stop', 'route', 'area'] as const
const KINDS = ['stage_count', 'vehicle_survey'] as const
const EMPTY = {
  title: '',
  instructions: '',
  titleSw: '',
  instructionsSw: '',
  dueAt: '',
  slotCount: '3',
  vehicles: '',
  minutes: '',
}
const PLACE_FIELDS = ['place', 'routeId', 'area']
/** The fields that can be marked as rejected, by their names in the API. */
const MARKED = ['title', 'slotCount', 'dueAt', 'quota.vehicles', 'quota.minutes', ...PLACE_FIELDS]

const findStops = async (q: string, signal: AbortSignal) =>
  (await call<typeof searchPointsOfInterest>('GET /api/map-search', { query: { q }, signal })).data

/** An optional whole number within limits: null for none. */
function numberIn(text: string, min: number, max: number): number | null | 'wrong' {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isInteger(number) && number >= min && number <= max ? number : 'wrong'
}

/** Creates an assignment: what, where, for how many surveyors, until when. */
export function AssignmentForm() {
  const t = useTranslations('assignments')
  const common = useTranslations('common')
  const errors = useTranslations('errors')
  const done = useDone()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('stage_count')
  const [facts, setFacts] = useState<readonly (typeof ASKED_FACTS)[number][]>([])
  const [way, setWay] = useState<(typeof WAYS)[number]>('stop')
  const [stop, setStop] = useState<PointOfInterest | null>(null)
  const [routes, setRoutes] = useState<readonly Named[]>([])
  const [area, setArea] = useState<AreaText>({ south: '', west: '', north: '', east: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // The fields that the API rejected, until they are changed.
  const [refused, setRefused] = useState<readonly string[]>([])
  const changed = (...names: string[]) => setRefused((before) => before.filter((name) => !names.includes(name)))
  const [words, field] = useTextFields(EMPTY, (name) => changed(name, `quota.${name}`))
  const [isHalfDue, setHalfDue] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const attempt = useAttemptId()
  const box = areaIn(area)
  const where =
    way === 'stop'
      ? stop && { place: { stopId: stop.id } }
      : way === 'route'
        ? routes[0] && { routeId: routes[0].id }
        : box && { area: box }
  const slots = Number(words.slotCount)
  const vehicles = numberIn(words.vehicles, 1, MAX_ASSIGNMENT.vehicles)
  const minutes = kind === 'stage_count' ? numberIn(words.minutes, MIN_MINUTES, MAX_ASSIGNMENT.minutes) : null
  const wrong = {
    title: words.title.trim() === '',
    where: !where,
    vehicles: vehicles === 'wrong',
    minutes: minutes === 'wrong',
    slots: !(Number.isInteger(slots) && slots >= 1 && slots <= MAX_ASSIGNMENT.slots),
  }
  const isOutside = PLACE_FIELDS.some((name) => refused.includes(name))
  const whereWords = isOutside ? errors(problem?.code ?? 'outside_service_area') : t(`needs.${way}`)
  const whereError = tried && (wrong.where || isOutside) ? whereWords : undefined
  const toPlace =
    <Value,>(put: (value: Value) => void) =>
    (value: Value) => {
      put(value)
      changed(...PLACE_FIELDS)
    }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    // An incomplete date input has no value: it would be sent as none.
    const isHalf = form.current?.querySelector<HTMLInputElement>('[type=datetime-local]')?.validity.badInput === true
    setHalfDue(isHalf)
    if (isHalf || refused.length > 0 || Object.values(wrong).includes(true)) return goToWrong()
    if (busy) return
    setBusy(true)
    setProblem(null)
    const body = {
      kind,
      title: words.title.trim(),
      instructions: words.instructions.trim(),
      ...(words.titleSw.trim() && { titleSw: words.titleSw.trim() }),
      ...(words.instructionsSw.trim() && { instructionsSw: words.instructionsSw.trim() }),
      ...where,
      ...(words.dueAt && { dueAt: fromCityTime(words.dueAt).toISOString() }),
      slotCount: slots,
      quota: {
        ...(typeof vehicles === 'number' && { vehicles }),
        ...(typeof minutes === 'number' && { minutes }),
        facts: [...facts],
      },
    }
    try {
      const made = await call<typeof createAssignment>('POST /api/assignments', {
        idempotencyKey: attempt.idOf(body),
        body,
      })
      done(t('made'), `/assignments/${made.id}`)
    } catch (error) {
      const why = problemIn(error)
      setProblem(why)
      setRefused(refusedIn(why).filter((name) => MARKED.includes(name)))
      goToWrong()
      setBusy(false)
    }
  }

  return (
    <ScriptForm ref={form} onSubmit={submit} noValidate className="flex max-w-4xl flex-col gap-5">
      <RadioChoice
        legend={t('kind')}
        name="kind"
        options={KINDS}
        value={kind}
        onChange={setKind}
        words={(one) => t(`kinds.${one}`)}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t('titleEn')}
          maxLength={MAX_ASSIGNMENT.title}
          error={tried && (wrong.title || refused.includes('title')) ? t('needsTitle') : undefined}
          {...field('title')}
        />
        <Field
          label={t('titleSw')}
          optional={common('optional')}
          maxLength={MAX_ASSIGNMENT.title}
          lang="sw"
          {...field('titleSw')}
        />
        <Field
          multiline
          label={t('instructionsEn')}
          optional={common('optional')}
          maxLength={MAX_ASSIGNMENT.instructions}
          {...field('instructions')}
        />
        <Field
          multiline
          label={t('instructionsSw')}
          optional={common('optional')}
          maxLength={MAX_ASSIGNMENT.instructions}
          lang="sw"
          {...field('instructionsSw')}
        />
      </div>
      <RadioChoice
        legend={t('where')}
        name="way"
        options={WAYS}
        value={way}
        onChange={toPlace(setWay)}
        words={(one) => t(`ways.${one}`)}
      />
      {way === 'stop' && (
        <StageSearch label={t('stop')} error={whereError} value={stop} onChange={toPlace(setStop)} search={findStops} />
      )}
      {way === 'route' && (
        <PickSome
          label={t('oneRoute')}
          error={whereError}
          find={findRoutes}
          max={1}
          picked={routes}
          onChange={toPlace(setRoutes)}
        />
      )}
      {way === 'area' && <AreaInput value={area} onChange={toPlace(setArea)} error={whereError} />}
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t('slots')}
          hint={t('slotsHint', { most: MAX_ASSIGNMENT.slots })}
          inputMode="numeric"
          error={
            tried && (wrong.slots || refused.includes('slotCount'))
              ? t('needsSlots', { most: MAX_ASSIGNMENT.slots })
              : undefined
          }
          {...field('slotCount')}
        />
        <Field
          label={t('due')}
          hint={t('dueHint')}
          optional={common('optional')}
          type="datetime-local"
          error={(isHalfDue && words.dueAt === '') || refused.includes('dueAt') ? t('needsDue') : undefined}
          {...field('dueAt')}
        />
      </div>
      <fieldset className="flex flex-col gap-4">
        <legend className="font-semibold">{t('quota')}</legend>
        <p className="text-sm text-soft">{t('quotaHint')}</p>
        <div className="grid gap-4 md:grid-cols-2">
          <Field
            label={t('vehicles')}
            optional={common('optional')}
            inputMode="numeric"
            error={
              tried && (wrong.vehicles || refused.includes('quota.vehicles'))
                ? t('needsVehicles', { most: MAX_ASSIGNMENT.vehicles })
                : undefined
            }
            {...field('vehicles')}
          />
          {kind === 'stage_count' && (
            <Field
              label={t('minutes')}
              optional={common('optional')}
              inputMode="numeric"
              error={
                tried && (wrong.minutes || refused.includes('quota.minutes'))
                  ? t('needsMinutes', { least: MIN_MINUTES, most: MAX_ASSIGNMENT.minutes })
                  : undefined
              }
              {...field('minutes')}
            />
          )}
        </div>
        <fieldset>
          <legend className="font-semibold">{t('facts')}</legend>
          <p className="text-sm text-soft">{t('factsHint')}</p>
          <div className="flex flex-wrap gap-x-6">
            <Checkboxes options={ASKED_FACTS} words={(fact) => t(`fact.${fact}`)} chosen={facts} onChange={setFacts} />
          </div>
        </fieldset>
      </fieldset>
      <ProblemNotice problem={problem} />
      <Button type="submit" variant="main" busy={busy} className="self-start">
        {t('ask')}
      </Button>
    </ScriptForm>
  )
}
