'use client'

import { MAX_NOTE } from '@salama/domain/shared'
import { StorageProblem } from '@salama/outbox/store.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { focusFirstWrong } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PhotoPicker } from '@salama/ui/components/photo-picker.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { plateKey } from '@salama/ui/incidents/plate.ts'
import { Save } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { stamp } from '@/field-state/clock.ts'
import type { Draft } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'
import { claimToken } from '@/field-state/session.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import {
  asksPlate,
  bodyOf,
  type Field as FieldName,
  lastValuesOf,
  newDraft,
  problemsOf,
  withChanges,
  withTypedName,
} from './draft.ts'
import { FormFields } from './form-fields.tsx'
import { PlaceField } from './place-field.tsx'
import { PlateField } from './plate-field.tsx'

type Props = {
  fieldState: FieldState
  draft: Draft
  names: Names | null
  sessionId: string | null
  stored: boolean
  change: (draft: Draft) => void
  startAnew: (next: Draft | null) => Promise<void>
}

/** The form for one vehicle. Saving adds it to the outbox and opens the next form. */
export function EntryForm({ fieldState, draft, names, sessionId, stored, change, startAnew }: Props) {
  const t = useTranslations('collect')
  const [failure, setFailure] = useState<'full' | 'unavailable' | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const duplicate = useDuplicate(fieldState, draft)
  const shows = (field: string) => draft.fields.length === 0 || draft.fields.includes(field)
  const edit = (changes: Partial<Draft>) => {
    setSaved(null)
    setAsking(0)
    change(withChanges(draft, changes))
  }
  /** How often the confirmation of the plate was requested; 0 while it was not. */
  const [asking, setAsking] = useState(0)
  const said = withTypedName(draft, names)
  const problems = problemsOf(said)
  /** The errors of the last attempt to save; an error is cleared once its field is valid. */
  const [refused, setRefused] = useState<FieldName[]>([])
  const wrong = refused.filter((field) => problems.includes(field))
  useEffect(() => {
    if (refused.length > 0) focusFirstWrong(form.current)
  }, [refused])

  const save = async (isSure = !shows('plate') || !asksPlate(said)) => {
    setRefused(problems)
    if (problems.length > 0 || sessionId === null || saving.current) return
    setAsking(isSure ? 0 : asking + 1)
    if (!isSure) return
    saving.current = true
    setFailure(null)
    const capturedAt = stamp(fieldState.server)
    const token = claimToken(fieldState.entries, fieldState.server, fieldState.nowMs)
    try {
      const plate = said.plate.trim()
      const body = bodyOf(said, capturedAt, token)
      // The same draft may have been saved in another tab: then this is a new vehicle.
      const isTaken = fieldState.entries.some(({ item }) => item.id === draft.id)
      await fieldState.outbox.put(isTaken ? crypto.randomUUID() : draft.id, {
        kind: 'entry',
        sessionId,
        plate,
        capturedAt,
        body,
      })
      await fieldState.fieldCache.put('last', lastValuesOf(said))
      await startAnew(draft.revises === null ? newDraft(lastValuesOf(said)) : null)
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

  if (saved !== null && draft.revises !== null)
    return (
      <Notice tone="ok" says="soon" title={t('corrected', { plate: saved })}>
        <p>{t('savedWords')}</p>
        <LinkButton href="/">{t('toToday')}</LinkButton>
      </Notice>
    )
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="flex flex-col gap-6"
    >
      <div role="status">
        {saved !== null && (
          <Notice tone="info" title={t('saved', { plate: saved })}>
            <p>{t('savedWords')}</p>
          </Notice>
        )}
      </div>
      {shows('plate') ? (
        <PlateField
          value={draft.plate}
          onChange={(plate) => edit({ plate })}
          error={wrong.includes('plate') ? t('wrong.plate') : undefined}
          hint={duplicate}
          asks={asking}
          onConfirm={() => {
            change(withChanges(draft, { confirmedPlate: plateKey(draft.plate) }))
            save(true)
          }}
        />
      ) : (
        <p className="text-xl font-bold">{draft.plate}</p>
      )}
      <FormFields draft={draft} names={names} wrong={wrong} shows={shows} edit={edit} />
      {shows('note') && (
        <Field
          multiline
          label={t('note')}
          optional={t('optional')}
          maxLength={MAX_NOTE}
          rows={2}
          value={draft.note}
          onChange={(event) => edit({ note: event.target.value })}
        />
      )}
      {shows('place') && (
        <PlaceField fieldState={fieldState} place={draft.place} onChange={(place) => edit({ place })} />
      )}
      <PhotoPicker
        key={draft.id}
        heading="h2"
        outbox={fieldState.outbox}
        itemId={draft.id}
        hint={t('photos.hint')}
        troubleText={(failure) => t(`photos.trouble.${failure}`)}
      />
      {!stored && (
        <Notice tone="warn" says="soon">
          {t('draftNotKept')}
        </Notice>
      )}
      {failure && (
        <Notice tone="danger" says="now" title={t('notSavedTitle')}>
          <p>{t(`notSaved.${failure}`)}</p>
        </Notice>
      )}
      <Button type="submit" variant="main" size="large" wide disabled={sessionId === null}>
        <Icon as={Save} />
        {t(draft.revises === null ? 'save' : 'saveCorrection')}
      </Button>
    </form>
  )
}

/** A hint that this plate was recorded on this phone today. The server compares with all surveyors' entries. */
function useDuplicate(fieldState: FieldState, draft: Draft): string | undefined {
  const t = useTranslations('collect')
  const { clock } = useTimes()
  const key = plateKey(draft.plate)
  if (key.length < 6 || draft.revises !== null) return undefined
  const day = (at: string | number) => new Date(at).toLocaleDateString('en-KE', { timeZone: 'Africa/Nairobi' })
  const today = day(fieldState.nowMs)
  const mine = fieldState.entries.flatMap(({ item: { content } }) =>
    content.kind === 'entry' ? [{ plate: content.plate, capturedAt: content.capturedAt }] : [],
  )
  const others = (fieldState.server?.entries ?? []).map(({ vehicle, capturedAt }) => ({
    plate: vehicle.plate,
    capturedAt,
  }))
  const seen = [...mine, ...others].find((each) => plateKey(each.plate) === key && day(each.capturedAt) === today)
  return seen && t('duplicate', { time: clock(seen.capturedAt) })
}
