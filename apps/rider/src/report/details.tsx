import { MAX_NOTE } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Tick } from '@salama/ui/components/controls.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PhotoPicker } from '@salama/ui/components/photo-picker.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Camera, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { reportOutbox } from '@/outbox/report-outbox.ts'
import {
  type Draft,
  FRESH_MS,
  happenedBefore,
  MAX_AGE_MS,
  privacyChoices,
  privacyOfDraft,
  withPrivacy,
} from './draft.ts'

/** A value for a time input: local time, to the minute. */
function forTimeField(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** What may be said of a report beside its category, place and vehicle; folded away. */
export function Details({
  draft,
  errors,
  onChange,
}: {
  draft: Draft
  errors: { note?: string | undefined; happenedAt?: string | undefined }
  onChange: (draft: Draft) => void
}) {
  const t = useTranslations('report')
  const common = useTranslations('common')
  const [open, setOpen] = useState(draft.note !== '' || draft.happenedAt !== '' || draft.visibility !== undefined)
  const timeField = useRef<HTMLInputElement>(null)
  const isWrong = errors.note !== undefined || errors.happenedAt !== undefined
  const ifEmpty = happenedBefore({ ...draft, happenedAt: '' }, useNow(draft.startedAt))
  const time = useDayTime()(ifEmpty)
  return (
    <>
      {ifEmpty !== null && draft.happenedAt === '' && (
        <Notice title={t('happened', { time })}>
          <p>{t('happenedWords')}</p>
          <Button
            variant="quiet"
            className="-ms-3"
            onClick={() => {
              setOpen(true)
              onChange({ ...draft, happenedAt: forTimeField(Date.parse(ifEmpty)) })
              requestAnimationFrame(() => timeField.current?.focus())
            }}
          >
            {t('changeTime')}
          </Button>
        </Notice>
      )}
      <details open={open || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-14 items-center gap-3 border-y border-line">
          <Icon as={Camera} className="text-soft" />
          <span className="flex-1">{t('more')}</span>
          <Icon as={Plus} className="text-soft in-open:hidden" />
        </summary>
        <div className="flex flex-col gap-6 py-4">
          <Field
            multiline
            label={t('note')}
            hint={t('noteHint')}
            optional={common('optional')}
            error={errors.note}
            maxLength={MAX_NOTE}
            value={draft.note}
            onChange={(event) => onChange({ ...draft, note: event.target.value })}
          />
          <Field
            ref={timeField}
            type="datetime-local"
            label={t('when')}
            hint={ifEmpty === null ? t('whenHint') : t('whenHintBefore', { time })}
            optional={common('optional')}
            error={errors.happenedAt}
            min={forTimeField(Date.now() - MAX_AGE_MS)}
            max={forTimeField(Date.now())}
            value={draft.happenedAt}
            onChange={(event) => onChange({ ...draft, happenedAt: event.target.value })}
          />
          <ShowLess draft={draft} onChange={onChange} />
          <PhotoPicker
            heading="h2"
            outbox={reportOutbox}
            itemId={draft.id}
            hint={t('photos.hint')}
            troubleText={(problem) => t(`photos.trouble.${problem}`)}
          />
        </div>
      </details>
    </>
  )
}

/** The current time, updated when a draft that was started at `startedAt` stops being fresh. */
function useNow(startedAt: string | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (startedAt === undefined) return
    const left = Date.parse(startedAt) + FRESH_MS - Date.now()
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, left) + 1)
    return () => clearTimeout(timer)
  }, [startedAt])
  return now
}

/** Today's time as hours and minutes, any other with its date. */
function useDayTime() {
  const { clock, moment } = useTimes()
  return (at: string | null) => {
    if (at === null) return ''
    const isToday = new Date(at).toDateString() === new Date().toDateString()
    return isToday ? clock(at) : moment(at)
  }
}

/** Lets a reporter choose a narrower visibility than the default. */
function ShowLess({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const t = useTranslations('report.showLess')
  const name = useId()
  const chosen = privacyOfDraft(draft)
  return (
    <fieldset aria-describedby={`${name}-hint`}>
      <legend className="font-semibold">{t('title')}</legend>
      <p id={`${name}-hint`} className="text-sm text-soft">
        {t('hint')}
      </p>
      {privacyChoices(draft.category).map((choice, index) => (
        <label key={choice} className="flex min-h-touch items-center gap-3">
          <Tick
            type="radio"
            name={name}
            checked={choice === chosen}
            onChange={() => onChange(withPrivacy(draft, choice))}
            className="size-5 shrink-0 accent-body"
          />
          <span>
            {t(choice)}
            {index === 0 && <span className="text-soft"> ({t('usual')})</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
