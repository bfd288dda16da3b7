'use client'

import { MAX_ADDITIONS, MAX_PHOTOS, MAX_WORDS } from '@salama/domain/shared'
import type { ItemFile } from '@salama/outbox/items.ts'
import { StorageProblem } from '@salama/outbox/store.ts'
import { isPhoto, usePhotos } from '@salama/outbox/use-photos.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PhotoInput } from '@salama/ui/components/photo-picker.tsx'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { addToReport, reportOutbox } from '@/outbox/report-outbox.ts'
import { asVehicle } from './draft.ts'
import { NotSavedNotice } from './problem-notice.tsx'
import { vehicleProblem } from './steps.ts'
import { useVehicleCheck } from './use-vehicle-check.ts'
import { VehicleField } from './vehicle-field.tsx'

/** Adds a photo, a plate or a note to a report that was sent, also while it waits on this phone. */
export function AddMore({ id, files }: { id: string; files: readonly ItemFile[] }) {
  const t = useTranslations('report.addMore')
  const additions = files.filter((file) => !isPhoto(file)).length
  return (
    <details className="rounded-control border-2 border-edge bg-raised">
      <summary className="flex min-h-14 cursor-pointer items-center gap-2 px-3 font-semibold">
        <Icon as={Plus} />
        {t('title')}
      </summary>
      <div className="flex flex-col gap-5 border-t-2 border-line p-3">
        <p className="text-soft">{t('words')}</p>
        <AddPhoto id={id} count={files.length - additions} />
        {additions < MAX_ADDITIONS ? <AddText key={additions} id={id} /> : <p>{t('full')}</p>}
      </div>
    </details>
  )
}

function AddPhoto({ id, count }: { id: string; count: number }) {
  const t = useTranslations('report')
  const { busy, problems, add } = usePhotos(reportOutbox, id, MAX_PHOTOS)
  const sent = useRef(count)
  useEffect(() => {
    if (count > sent.current) reportOutbox.flush({ eager: true }).catch(() => null) // its status shows the result
    sent.current = count
  }, [count])
  return (
    <div className="flex flex-col gap-2">
      {count < MAX_PHOTOS && <PhotoInput busy={busy} onChoose={add} />}
      <p className="text-sm text-soft">{t('photos.hint')}</p>
      {problems.length > 0 && (
        <Notice tone="warn" says="now">
          {problems.map((problem) => (
            <p key={problem}>{t(`photos.trouble.${problem}`)}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}

/** A plate, a note, or both. */
function AddText({ id }: { id: string }) {
  const t = useTranslations('report')
  const [plate, setPlate] = useState('')
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<'plate' | 'code' | 'empty' | null>(null)
  const [notSaved, setNotSaved] = useState<StorageProblem['reason'] | null>(null)
  const check = useVehicleCheck(plate)
  const send = async () => {
    const [words, vehicle] = [note.trim(), formatPlate(plate)]
    const problem =
      words === '' && vehicle === ''
        ? 'empty'
        : vehicleProblem({ vehicle: asVehicle(vehicle) }, check.state === 'unknown')
    setWrong(problem)
    if (problem !== null) return
    try {
      await addToReport(id, { ...(words !== '' && { words }), ...(vehicle !== '' && { vehicle }) })
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      setNotSaved(cause.reason)
    }
  }
  return (
    <form
      noValidate
      autoComplete="off"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <VehicleField
        text={plate}
        check={check}
        error={wrong === 'plate' || wrong === 'code' ? t(`vehicle.wrong.${wrong}`) : undefined}
        onChange={setPlate}
      />
      <Field
        multiline
        label={t('note')}
        hint={t('noteHint')}
        error={wrong === 'empty' ? t('addMore.empty') : undefined}
        maxLength={MAX_WORDS}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {notSaved && <NotSavedNotice reason={notSaved} />}
      <Button type="submit" size="large">
        {t('addMore.send')}
      </Button>
    </form>
  )
}
