'use client'

import type { createAssignment } from '@salama/domain/assignments/admin-contract'
import type { PointOfInterest, searchPointsOfInterest } from '@salama/domain/network/contract'
import { type ASKED_FACTS, MAX_ASSIGNMENT } from '@salama/domain/shared'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { StageSearch } from '@salama/ui/components/stage-search.tsx'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { findRoutes } from '@/lists/find.ts'
import { RadioChoice } from '@/parts/options.tsx'
import { type Named, PickSome } from '@/parts/pick-some.tsx'
import { ProblemNotice, refusedIn, useFirstWrong } from '@/parts/problem-notice.tsx'
import { useDone } from '@/parts/toasts.tsx'
import { useTextFields } from '@/parts/use-text-fields.ts'
import { type AreaText, areaIn } from './area.ts'
import { AreaInput } from './area-input.tsx'
import { QuotaFields, WordFields } from './assignment-fields.tsx'
import { EMPTY_WORDS, KINDS, readAssignment } from './read-assignment.ts'

const WAYS = ['stop', 'route', 'area'] as const
const PLACE_FIELDS = ['place', 'routeId', 'area']
/** The fields that can be marked as rejected, by their names in the API. */
const MARKED = ['title', 'slotCount', 'dueAt', 'quota.vehicles', 'quota.minutes', ...PLACE_FIELDS]

const findStops = async (q: string, signal: AbortSignal) =>
  (await call<typeof searchPointsOfInterest>('GET /api/map-search', { query: { q }, signal })).data

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
  const [words, field] = useTextFields(EMPTY_WORDS, (name) => changed(name, `quota.${name}`))
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
  const { body: asked, wrong: wrongWords } = readAssignment({ kind, words, facts })
  const wrong = { ...wrongWords, where: !where }
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
    const body = { ...asked, ...where }
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
      <WordFields field={field} titleWrong={tried && (wrong.title || refused.includes('title'))} />
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
      <QuotaFields
        kind={kind}
        field={field}
        facts={facts}
        onFacts={setFacts}
        vehiclesWrong={tried && (wrong.vehicles || refused.includes('quota.vehicles'))}
        minutesWrong={tried && (wrong.minutes || refused.includes('quota.minutes'))}
      />
      <ProblemNotice problem={problem} />
      <Button type="submit" variant="main" busy={busy} className="self-start">
        {t('ask')}
      </Button>
    </ScriptForm>
  )
}
