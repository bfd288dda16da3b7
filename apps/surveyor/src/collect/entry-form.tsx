import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PhotoPicker } from '@salama/ui/components/photo-picker.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Draft } from '@/field-state/draft.ts'
import { useCached } from '@/field-state/use-field-state.ts'
import { placeIfAllowed } from '@/gps.ts'
import type { FieldPlace } from '@/outbox/content.ts'
import { doneUnder } from '@/work/quota.ts'
import { AssignmentField } from './assignment-field.tsx'
import { MainFields, MoreFields } from './form-fields.tsx'
import { duplicateOf, farFrom, seatsHint } from './hints.ts'
import { PlaceField } from './place-field.tsx'
import { PlateField } from './plate-field.tsx'
import { RegisterHit } from './register-hit.tsx'
import { SameAsLast } from './same-as-last.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Stored } from './use-draft.ts'
import { useEntry, type Writing } from './use-entry.ts'
import { useRegister } from './use-register.ts'

const MORE = ['fleetName', 'sticker', 'checks', 'note', 'place']

/** The form for one vehicle. Saving adds it to the outbox and opens the next form. */
export function EntryForm({ stored, ...writing }: Writing & { stored: Stored }) {
  const { fieldState, draft, names, sessionId, change } = writing
  const { entries, server, nowMs } = fieldState
  const t = useTranslations('collect')
  const { clock } = useTimes()
  const form = useRef<HTMLFormElement>(null)
  const { isNew, claims, claim, shows, wrong, asking, saved, edit, save, confirm } = useEntry(form, writing)
  const last = useCached(fieldState.fieldCache, 'last')
  useOwnPlace(draft, shows('place'), (id, place) =>
    change(id, (latest) => (latest.place ? latest : { ...latest, place })),
  )
  const registered = useRegister(fieldState, isNew ? draft.plate : '')
  const duplicate = duplicateOf(draft, entries, server?.entries ?? [], nowMs)
  const seats = shows('capacity') ? seatsHint(draft.capacity, registered?.capacity ?? null) : null
  const far = farFrom(draft, claim?.assignment ?? null)
  const kept = String(fieldState.isKept)

  if (saved !== null && !isNew)
    return (
      <Notice tone="ok" announce="polite" title={t('corrected', { plate: saved, kept })}>
        <p>{t('savedWords')}</p>
        <LinkButton href="/">{t('toToday')}</LinkButton>
      </Notice>
    )
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
            {saved !== null && t('saved', { plate: saved, kept })}
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
              onConfirm={confirm}
            />
          ) : (
            <p className="font-bold">{draft.plate}</p>
          )}
          {registered && <RegisterHit vehicle={registered} draft={draft} names={names} edit={edit} />}
          <SameAsLast
            draft={draft}
            last={last}
            onTake={(values) => change(draft.id, (latest) => ({ ...latest, ...values }))}
          />
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
          {MORE.some(shows) && (
            <div className="flex flex-col gap-5">
              <MoreFields draft={draft} wrong={wrong} shows={shows} edit={edit} />
              {shows('place') && (
                <PlaceField fieldState={fieldState} place={draft.place} onChange={(place) => edit({ place })} />
              )}
            </div>
          )}
        </div>
        <SaveBar stored={stored} isNew={isNew} isOff={sessionId === null} />
      </form>
    </div>
  )
}

/** Adds the phone's location to a new draft if that is allowed already; it does not ask. */
function useOwnPlace(draft: Draft, isAsked: boolean, onFound: (id: string, place: FieldPlace) => void) {
  const found = useEffectEvent(onFound)
  const isEmpty = draft.place === null && draft.revises === null && isAsked
  useEffect(() => {
    if (isEmpty) placeIfAllowed().then((place) => place && found(draft.id, place))
  }, [isEmpty, draft.id])
}
