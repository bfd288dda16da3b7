'use client'

import { StorageProblem } from '@salama/outbox/store.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { focusFirstWrong } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PhotoPicker } from '@salama/ui/components/photo-picker.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { plateKey } from '@salama/ui/incidents/plate.ts'
import { CircleCheck, CopyPlus, Save } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { stamp } from '@/field-state/clock.ts'
import type { Draft, LastValues } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'
import { claimsOf, currentClaim } from '@/field-state/session.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'
import { placeIfAllowed } from '@/gps.ts'
import type { FieldPlace } from '@/outbox/content.ts'
import { doneUnder } from '@/work/quota.ts'
import { AssignmentField } from './assignment-field.tsx'
import {
  asksPlate,
  bodyOf,
  type Field as FieldName,
  lastValuesOf,
  newDraft,
  onlyAsked,
  problemsOf,
  withChanges,
  withTypedName,
} from './draft.ts'
import { MainFields, MoreFields } from './form-fields.tsx'
import { duplicateOf, farFrom, seatsHint } from './hints.ts'
import { PlaceField } from './place-field.tsx'
import { PlateField } from './plate-field.tsx'
import { RegisterHit } from './register-hit.tsx'
import type { Stored } from './use-draft.ts'
import { useRegister } from './use-register.ts'

type Props = {
  fieldState: FieldState
  draft: Draft
  names: Names | null
  sessionId: string | null
  stored: Stored
  change: (id: string, make: (draft: Draft) => Draft) => void
  startAnew: (next: Draft | null) => Promise<void>
}

/** The form for one vehicle. Saving adds it to the outbox and opens the next form. */
export function EntryForm({ fieldState, draft, names, sessionId, stored, change, startAnew }: Props) {
  const t = useTranslations('collect')
  const { clock } = useTimes()
  const [failure, setFailure] = useState<'full' | 'unavailable' | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const last = useCached(fieldState.fieldCache, 'last')
  const { entries, server, nowMs } = fieldState
  const claims = claimsOf(server)
  const claim =
    draft.claim === undefined
      ? currentClaim(entries, server, nowMs)
      : (claims.find(({ token }) => token === draft.claim) ?? null)
  const facts: readonly string[] = draft.revises === null && claim ? claim.assignment.quota.facts : []
  const shows = (field: string) =>
    draft.fields.length > 0
      ? draft.fields.includes(field)
      : facts.length === 0 || field === 'plate' || facts.includes(field)
  const edit = (changes: Partial<Draft>) => {
    setSaved(null)
    setAsking(0)
    change(draft.id, (latest) => withChanges(latest, changes))
  }
  /** How often the confirmation of the plate was requested; 0 while it was not. */
  const [asking, setAsking] = useState(0)
  const recorded = onlyAsked(withTypedName(draft, names), claim?.assignment.quota.facts ?? [])
  const problems = problemsOf(recorded)
  /** The errors of the last attempt to save; an error is cleared once its field is valid. */
  const [refused, setRefused] = useState<FieldName[]>([])
  const wrong = refused.filter((field) => problems.includes(field))
  useEffect(() => {
    if (refused.length > 0) focusFirstWrong(form.current)
  }, [refused])
  const isNew = draft.revises === null
  useOwnPlace(draft, shows('place'), (id, place) =>
    change(id, (latest) => (latest.place ? latest : { ...latest, place })),
  )
  const registered = useRegister(fieldState, isNew ? draft.plate : '')
  const duplicate = duplicateOf(draft, entries, server?.entries ?? [], nowMs)
  const seats = shows('capacity') ? seatsHint(draft.capacity, registered?.capacity ?? null) : null
  const far = farFrom(draft, claim?.assignment ?? null)
  const hasMore = MORE.some(shows)

  const save = async (isSure = !shows('plate') || !asksPlate(recorded)) => {
    setRefused(problems)
    if (problems.length > 0 || sessionId === null || saving.current) return
    setAsking(isSure ? 0 : asking + 1)
    if (!isSure) return
    saving.current = true
    setFailure(null)
    const capturedAt = stamp(server)
    try {
      const plate = recorded.plate.trim()
      const body = bodyOf(recorded, capturedAt, claim?.token ?? null)
      // The same draft may have been saved in another tab: then this is a new vehicle.
      const isTaken = entries.some(({ item }) => item.id === draft.id)
      await fieldState.outbox.put(isTaken ? crypto.randomUUID() : draft.id, {
        kind: 'entry',
        sessionId,
        plate,
        capturedAt,
        body,
        ...(draft.retryIds && { retryIds: draft.retryIds }),
      })
      if (isNew) await fieldState.fieldCache.put('last', lastValuesOf(withTypedName(draft, names)))
      await startAnew(isNew ? newDraft(lastValuesOf(withTypedName(draft, names)), draft.claim) : null)
      setSaved(plate)
      window.scrollTo({ top: 0 })
      fieldState.outbox.flush({ eager: true }).catch(() => null) // the outbox shows the result
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      setFailure(cause.reason)
    } finally {
      saving.current = false
    }
  }

  if (saved !== null && !isNew)
    return (
      <Notice tone="ok" announce="polite" title={t('corrected', { plate: saved })}>
        <p>{t('savedWords')}</p>
        <LinkButton href="/">{t('toToday')}</LinkButton>
      </Notice>
    )
  const canRepeat = isNew && last && draft.sacco === null && draft.routes.length === 0 && hasValues(last)
  return (
    // With very large text there is no room for a button that stays: see the bar at the end.
    <div className="@container/form">
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        // A focused field stays above the bar.
        className="flex flex-col gap-3 [&_input]:scroll-mb-64 [&_textarea]:scroll-mb-64 lg:grid lg:grid-cols-2 lg:items-start lg:gap-x-8"
      >
        <div className="flex flex-col gap-3">
          {isNew && (
            <AssignmentField
              claims={claims}
              chosen={claim}
              done={claim && doneUnder(claim, entries, server)}
              onChange={(token) => edit({ claim: token })}
            />
          )}
          {/* The last vehicle, in the place where the next one's hints will be. */}
          <p role="status" className={saved === null ? 'sr-only' : 'flex items-center gap-2 font-semibold text-ok'}>
            {saved !== null && <Icon as={CircleCheck} />}
            {saved !== null && t('saved', { plate: saved })}
          </p>
          {shows('plate') ? (
            <PlateField
              key={draft.id}
              value={draft.plate}
              onChange={(plate) => edit({ plate })}
              error={wrong.includes('plate') ? t('wrong.plate') : undefined}
              hint={
                duplicate && t(duplicate.isRecent ? 'duplicateNow' : 'duplicate', { time: clock(duplicate.capturedAt) })
              }
              asks={asking}
              onConfirm={() => {
                change(draft.id, (latest) => withChanges(latest, { confirmedPlate: plateKey(latest.plate) }))
                save(true)
              }}
            />
          ) : (
            <p className="text-xl font-bold">{draft.plate}</p>
          )}
          {registered && <RegisterHit vehicle={registered} draft={draft} names={names} edit={edit} />}
          {canRepeat && (
            <Button
              className="self-start"
              onClick={() => change(draft.id, (latest) => ({ ...latest, ...last, carried: newDraft(last).carried }))}
            >
              <Icon as={CopyPlus} />
              {t('sameAsLast', { names: namesIn(last) })}
            </Button>
          )}
          <MainFields
            draft={draft}
            names={names}
            wrong={wrong}
            shows={shows}
            edit={edit}
            seatsHint={seats ? t(`seatsHint.${seats}`, { seats: registered?.capacity ?? 0 }) : undefined}
          />
        </div>
        <div className="flex flex-col gap-4">
          {far !== null && <Notice tone="warn">{t('far', { km: Math.round(far / 100) / 10 })}</Notice>}
          {(shows('photo') || !isNew) && (
            <PhotoPicker
              key={draft.id}
              heading="h2"
              outbox={fieldState.outbox}
              itemId={draft.id}
              hint={t('photos.hint')}
              troubleText={(failure) => t(`photos.trouble.${failure}`)}
            />
          )}
          {hasMore && (
            <div className="flex flex-col gap-5">
              <MoreFields draft={draft} wrong={wrong} shows={shows} edit={edit} />
              {shows('place') && (
                <PlaceField fieldState={fieldState} place={draft.place} onChange={(place) => edit({ place })} />
              )}
            </div>
          )}
        </div>
        <div className="@2xs/form:sticky bottom-[calc(3.5rem+2px+env(safe-area-inset-bottom))] z-5 -mx-4 flex flex-col gap-2 border-t-2 border-line bg-paper px-4 py-2 md:bottom-0 lg:col-span-2">
          {/* Not announced: it follows every key. It keeps its room, so that the button does not move below a finger. */}
          <p className={`text-center text-sm text-soft ${stored === 'saved' ? '' : 'invisible'}`}>{t('draftKept')}</p>
          {stored === 'failed' && (
            <Notice tone="warn" announce="polite">
              {t('draftNotKept')}
            </Notice>
          )}
          {failure && (
            <Notice tone="danger" announce="assertive" title={t('notSavedTitle')}>
              <p>{t(`notSaved.${failure}`)}</p>
            </Notice>
          )}
          <Button type="submit" variant="main" size="large" wide disabled={sessionId === null}>
            <Icon as={Save} />
            {t(isNew ? 'save' : 'saveCorrection')}
          </Button>
        </div>
      </form>
    </div>
  )
}

const MORE = ['fleetName', 'sticker', 'checks', 'note', 'place']

const hasValues = ({ sacco, routes }: LastValues) => sacco !== null || routes.length > 0
const namesIn = ({ sacco, routes }: LastValues) =>
  [sacco, ...routes].flatMap((each) => (each ? [each.name.split(' · ')[0]] : [])).join(', ')

/** Adds the phone's location to a new draft if that is allowed already; it does not ask. */
function useOwnPlace(draft: Draft, isAsked: boolean, onFound: (id: string, place: FieldPlace) => void) {
  const found = useEffectEvent(onFound)
  const isEmpty = draft.place === null && draft.revises === null && isAsked
  useEffect(() => {
    if (isEmpty) placeIfAllowed().then((place) => place && found(draft.id, place))
  }, [isEmpty, draft.id])
}
