import { MAX_PHOTOS } from '@salama/domain/shared'
import { shrinkPhoto } from '@salama/outbox/shrink-photo.ts'
import { addPhotos, type PhotoProblem, photoProblemOf } from '@salama/outbox/use-photos.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PhotoInput } from '@salama/ui/components/photo-picker.tsx'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { PhotoProblems } from '@/report/photo-problems.tsx'

/** A shrunk photo. It keeps its id, so that retries are idempotent. */
type Photo = { id: string; blob: Blob }

type Props = {
  /** How many photos the report has. */
  count: number
  busy: boolean
  onSend: (photo: Blob, id: string) => Promise<boolean>
}

/** Sends photos with the receipt code. Those that did not arrive stay on this page and can be sent again. */
export function AddPhotos({ count, busy, onSend }: Props) {
  const t = useTranslations('lookBack')
  const report = useTranslations('report')
  const [isShrinking, setShrinking] = useState(false)
  const [problems, setProblems] = useState<readonly PhotoProblem[]>([])
  const [unsent, setUnsent] = useState<readonly Photo[]>([])
  const [sent, setSent] = useState(0)
  const isSending = useRef(false)

  const sendAll = async (photos: readonly Photo[]) => {
    if (isSending.current) return
    isSending.current = true
    let rest = photos
    for (const { id, blob } of photos) {
      setUnsent(rest)
      if (!(await onSend(blob, id))) break
      rest = rest.filter((each) => each.id !== id)
      setSent((before) => before + 1)
    }
    setUnsent(rest)
    isSending.current = false
  }
  const choose = async (files: File[]) => {
    setShrinking(true)
    const photos = [...unsent]
    const shrink = async (file: File) => {
      try {
        photos.push({ id: crypto.randomUUID(), blob: await shrinkPhoto(file) })
        return null
      } catch (cause) {
        return photoProblemOf(cause)
      }
    }
    try {
      setProblems(await addPhotos(files, MAX_PHOTOS - count - unsent.length, shrink))
    } finally {
      setShrinking(false)
    }
    await sendAll(photos)
  }
  const isBusy = busy || isShrinking
  return (
    <div className="flex flex-col gap-2">
      {count + unsent.length < MAX_PHOTOS && <PhotoInput busy={isBusy} onChoose={choose} />}
      <p className="max-w-prose text-sm text-soft">
        {count > 0 && `${t('photoCount', { count, most: MAX_PHOTOS })} `}
        {report('photos.hint')}
      </p>
      <p role="status" className="font-semibold empty:hidden">
        {busy
          ? t('photosSending', { count: unsent.length })
          : sent > 0 && unsent.length === 0 && t('photosReceived', { count: sent })}
      </p>
      <PhotoProblems problems={problems} />
      {unsent.length > 0 && !isBusy && (
        <Notice tone="warn" announce="assertive" title={t('photosUnsent', { count: unsent.length })}>
          <p>{t('photosUnsentWords', { count: unsent.length })}</p>
          <Button onClick={() => sendAll(unsent)}>{t('photosSend')}</Button>
        </Notice>
      )}
    </div>
  )
}
