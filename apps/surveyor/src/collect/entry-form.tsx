import { MAX_PHOTOS } from '@salama/domain/shared'
import { usePhotos } from '@salama/outbox/use-photos.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PhotoPicker } from '@salama/ui/components/photo-picker.tsx'
import type { Fix } from '@salama/ui/gps.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { AskedFact, Draft } from '@/field-state/draft.ts'
import { useCached } from '@/field-state/use-field-state.ts'
import { placeIfAllowed } from '@/gps.ts'
import { farFrom } from '@/work/far-from.ts'
import { doneUnder } from '@/work/quota.ts'
import { AssignmentField } from './assignment-field.tsx'
import { MainFields, MoreFields } from './form-fields.tsx'
import { duplicateOf, seatsHint } from './hints.ts'
import { MessageLine } from './message-line.tsx'
import { NotSeen } from './not-seen.tsx'
import { PlaceField } from './place-field.tsx'
import { PlateField } from './plate-field.tsx'
import { PlatePhoto } from './plate-photo.tsx'
import { leftToFix } from './returned.tsx'
import { SameAsLast } from './same-as-last.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Stored } from './use-draft.ts'
import { useEffectOfSaving } from './use-effect-of-saving.ts'
import { useEntry, type Writing } from './use-entry.ts'
import { useMessage } from './use-message.tsx'
import { useRegister } from './use-register.ts'

const MORE = ['fleetName', 'sticker', 'checks', 'note', 'place']

/** The form for one vehicle. Saving adds it to the outbox and opens the next form. */
export function EntryForm({ stored, ...writing }: Writing & { stored: Stored }) {
  const { fieldState, draft, names, sessionId, change } = writing
  const { entries, server, nowMs } = fieldState
  const t = useTranslations('collect')
  const form = useRef<HTMLFormElement>(null)
  const plate = useRef<HTMLInputElement>(null)
  const { photos, busy, problems, add, remove } = usePhotos(fieldState.outbox, draft.id, MAX_PHOTOS)
  const { isNew, sendsPhotos, claims, claim, slot, notCounted, shows, wrong, asking, saved, edit, save, confirm } =
    useEntry(form, writing, photos.length)
  const last = useCached(fieldState.fieldCache, 'last')
  useOwnPlace(draft, (id, place) => {
    change(id, (latest) => (latest.place ? latest : { ...latest, place }))
    fieldState.fieldCache.put('fix', place)
  })
  const registered = useRegister(fieldState, isNew ? draft.plate : '')
  const duplicate = duplicateOf(draft, entries, server?.entries ?? [], nowMs)
  const seats = shows('capacity') ? seatsHint(draft.capacity, registered?.capacity ?? null) : null
  const far = farFrom(draft, claim?.assignment ?? null)
  const done = claim && doneUnder(claim, entries, server)
  const effect = useEffectOfSaving(draft.plate, slot, isNew ? done : null, notCounted)
  /** What a choice needs to offer that it cannot be seen: only what the assignment asks for is missed. */
  const notSeen = (fact: AskedFact) =>
    slot?.assignment.quota.facts.includes(fact) && <NotSeen fact={fact} draft={draft} edit={edit} />
  const kept = String(fieldState.isKept)
  const keptPhotos = server?.entries.find(({ id }) => id === draft.revises)?.photos ?? 0
  const all = claim?.assignment.quota.vehicles ?? null
  const reached = done && all !== null && done.vehicles >= all ? { done: done.vehicles, all } : null
  const message = useMessage(
    {
      draft,
      names,
      edit,
      saved,
      kept,
      duplicate,
      registered,
      far,
      stored,
      reached,
      photoProblem: problems[0],
      photo: photos.length === 0 ? null : sendsPhotos ? 'sent' : 'deleted',
    },
    wrong.includes('plate'),
  )

  /** One that is not sent is of use only once. The draft is stored with it, though nothing is typed yet. */
  const takePlate = async (file: File) => {
    edit({})
    const found = await add([file])
    if (!sendsPhotos && found.length === 0) for (const { id } of photos) remove(id)
  }

  const next = leftToFix(fieldState).find(({ id }) => id !== draft.revises)
  if (saved !== null && !isNew)
    return (
      <Notice tone="ok" announce="polite" title={t('corrected', { plate: saved, kept })}>
        <p>{t(navigator.onLine ? 'savedOnline' : 'savedWords')}</p>
        <div className="flex flex-wrap gap-2">
          {next && (
            <LinkButton variant="main" href={`/collect?revises=${next.id}`}>
              {t('fixNext', { plate: next.vehicle.plate })}
            </LinkButton>
          )}
          <LinkButton href="/">{t('toToday')}</LinkButton>
        </div>
      </Notice>
    )
  return (
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
        <div className="flex flex-col gap-1.5">
          <AssignmentField
            claims={isNew ? claims : []}
            chosen={claim}
            done={isNew ? done : null}
            title={t(isNew ? 'title' : 'correctTitle')}
            onChange={(token) => edit({ claim: token })}
          />
          {shows('plate') ? (
            <PlateField
              input={plate}
              value={draft.plate}
              onChange={(typed) => edit({ plate: typed })}
              isWrong={wrong.includes('plate')}
              photo={<PlatePhoto key={draft.id} photo={photos.at(-1)} busy={busy} onTake={takePlate} />}
              message={(id) => <MessageLine id={id} message={message} />}
            />
          ) : (
            <p className="font-bold">{draft.plate}</p>
          )}
          <MainFields
            draft={draft}
            names={names}
            wrong={wrong}
            shows={shows}
            edit={edit}
            notSeen={notSeen}
            seatsHint={seats ? t(`seatsHint.${seats}`, { seats: registered?.capacity ?? 0 }) : undefined}
          />
          <SameAsLast
            draft={draft}
            last={last}
            onTake={(values) => change(draft.id, (latest) => ({ ...latest, ...values }))}
          />
        </div>
        <div className="flex flex-col gap-4">
          {sendsPhotos && (
            <div className="flex flex-col gap-2">
              <PhotoPicker
                key={draft.id}
                heading="h2"
                outbox={fieldState.outbox}
                itemId={draft.id}
                hint={keptPhotos > 0 ? t('photos.kept', { count: keptPhotos }) : t('photos.hint')}
                troubleText={(failure) => t(`photos.trouble.${failure}`)}
              />
              {notSeen('photo')}
            </div>
          )}
          {MORE.some(shows) && (
            <div className="flex flex-col gap-5">
              <MoreFields draft={draft} wrong={wrong} shows={shows} edit={edit} notSeen={notSeen} />
              {shows('place') && (
                <div className="flex flex-col gap-2">
                  <PlaceField fieldState={fieldState} place={draft.place} onChange={(place) => edit({ place })} />
                  {notSeen('place')}
                </div>
              )}
            </div>
          )}
        </div>
        <div className="contents lg:col-span-2 lg:block">
          <SaveBar
            stored={stored}
            isNew={isNew}
            isOff={sessionId === null}
            effect={effect}
            plate={draft.plate}
            asks={asking}
            onConfirm={confirm}
            onChangePlate={() => plate.current?.focus()}
          />
        </div>
      </form>
    </div>
  )
}

/** Adds the phone's location to every new draft, asked for or not, if that is allowed already; it does not ask. */
function useOwnPlace(draft: Draft, onFound: (id: string, place: Fix) => void) {
  const found = useEffectEvent(onFound)
  const isEmpty = draft.place === null && draft.revises === null
  useEffect(() => {
    if (isEmpty) placeIfAllowed().then((place) => place && found(draft.id, place))
  }, [isEmpty, draft.id])
}
