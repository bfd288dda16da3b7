import { MAX_ADDITIONS, MAX_PHOTOS } from '@salama/domain/shared'
import { tabStore } from '@salama/http/device-storage'
import type { ItemFile } from '@salama/outbox/items.ts'
import { StorageProblem } from '@salama/outbox/store.ts'
import { isPhoto, usePhotos } from '@salama/outbox/use-photos.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PhotoInput } from '@salama/ui/components/photo-picker.tsx'
import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { addToReport, reportOutbox } from '@/outbox/report-outbox.ts'
import { readStored, writeStored } from '@/stored.ts'
import { AdditionForm, type TypedAddition } from './addition-form.tsx'
import { PhotoProblems } from './photo-problems.tsx'
import { NotSavedNotice } from './problem-notice.tsx'
import type { Addition } from './send-report.ts'

/** Adds a photo, a plate or a note to a report that was sent, also while it waits on this phone. */
export function AddMore({ id, files }: { id: string; files: readonly ItemFile[] }) {
  const t = useTranslations('report.addMore')
  const additions = files.filter((file) => !isPhoto(file)).length
  const [typed] = useState(() => readAddition(id))
  return (
    <details open={typed.plate !== '' || typed.note !== ''} className="rounded-control bg-raised">
      <summary className="flex min-h-14 cursor-pointer items-center gap-2 px-3 font-semibold">
        <Icon as={Plus} />
        {t('title')}
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-3">
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
      <PhotoProblems problems={problems} />
    </div>
  )
}

/** A plate, a note, or both, through this phone's outbox. */
function AddText({ id }: { id: string }) {
  const [typed, setTyped] = useState(() => readAddition(id))
  const [notSaved, setNotSaved] = useState<StorageProblem['reason'] | null>(null)
  const [busy, setBusy] = useState(false)
  const type = (next: TypedAddition) => {
    setTyped(next)
    saveAddition(id, next)
  }
  const send = async (addition: Addition) => {
    setBusy(true) // each press would add another
    try {
      await addToReport(id, addition)
      saveAddition(id, { plate: '', note: '' })
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      setNotSaved(cause.reason)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AdditionForm typed={typed} busy={busy} onType={type} onSend={send}>
      {notSaved && <NotSavedNotice reason={notSaved} />}
    </AdditionForm>
  )
}

// What somebody has typed is kept for a reload of the tab: phones discard pages while their camera or another app is
// open. It is gone with the tab, and once it is sent.

const store = () => tabStore
const keyOf = (id: string) => `salama-rider.addition.${id}`

function readAddition(id: string): TypedAddition {
  const { plate, note } = Object(readStored(store, keyOf(id)))
  return typeof plate === 'string' && typeof note === 'string' ? { plate, note } : { plate: '', note: '' }
}

const saveAddition = (id: string, typed: TypedAddition) =>
  writeStored(store, keyOf(id), typed.plate === '' && typed.note === '' ? null : typed)
