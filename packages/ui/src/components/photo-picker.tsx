'use client'

import { MAX_PHOTOS } from '@salama/domain/shared'
import type { Outbox } from '@salama/outbox/outbox.ts'
import { type PhotoProblem, usePhotos } from '@salama/outbox/use-photos.ts'
import { Camera, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { FileInput } from './controls.tsx'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'

type Photo = { id: string; blob: Blob }

type Props<Content, Reply> = {
  heading: 'h2' | 'h3'
  outbox: Outbox<Content, Reply>
  /** The item that the photos belong to. */
  itemId: string
  hint: ReactNode
  /** Why some could not be added, as text. */
  troubleText: (problem: PhotoProblem) => string
}

/**
 * Photos for an item: shrunk, without metadata, previewed, kept until the server has them. Needs the messages `photos`.
 */
export function PhotoPicker<Content, Reply>(props: Props<Content, Reply>) {
  const { heading: Heading, outbox, itemId, hint, troubleText } = props
  const { photos, busy, problems, add, remove } = usePhotos(outbox, itemId, MAX_PHOTOS)
  const t = useTranslations('photos')
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-2">
      <Heading id={`${id}-title`} className="font-semibold">
        {t('title')} <span className="font-normal text-soft">{t('optional', { most: MAX_PHOTOS })}</span>
      </Heading>
      <p id={`${id}-hint`} className="text-sm text-soft">
        {hint}
      </p>
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 md:max-w-md">
          {photos.map((photo, index) => (
            <li key={photo.id} className="flex flex-col gap-1">
              <Preview photo={photo} alt={t('photo', { n: index + 1 })} />
              <button
                type="button"
                aria-label={t('remove', { n: index + 1 })}
                onClick={() => remove(photo.id)}
                className="touch-link justify-center gap-1 font-semibold decoration-line decoration-2 underline-offset-4"
              >
                <Icon as={X} />
                {t('removeShort')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < MAX_PHOTOS && <PhotoInput busy={busy} describedBy={`${id}-hint`} onChoose={add} />}
      {problems.length > 0 && (
        <Notice tone="warn" announce="assertive">
          {problems.map((problem) => (
            <p key={problem}>{troubleText(problem)}</p>
          ))}
        </Notice>
      )}
    </section>
  )
}

/** A button that opens the camera or the files of this device. */
export function PhotoInput({
  busy,
  describedBy,
  onChoose,
}: {
  busy: boolean
  describedBy?: string
  onChoose: (files: File[]) => unknown
}) {
  const t = useTranslations('photos')
  return (
    <label className="relative inline-flex min-h-12 w-fit cursor-pointer items-center gap-2 rounded-control bg-fill px-4 font-semibold focus-within:outline-3 focus-within:outline-ink hover:bg-line">
      <Icon as={busy ? LoaderCircle : Camera} {...(busy && { className: 'animate-turn' })} />
      {busy ? t('shrinking') : t('add')}
      <FileInput
        accept="image/*"
        multiple
        disabled={busy}
        aria-describedby={describedBy}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          onChoose(chosen)
        }}
      />
    </label>
  )
}

function Preview({ photo, alt }: { photo: Photo; alt: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(photo.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo.blob])
  // A local picture: an image service could not optimize it.
  return (
    <span
      role="img"
      aria-label={alt}
      className="aspect-square rounded-control bg-sunken bg-cover bg-center"
      style={url === undefined ? {} : { backgroundImage: `url(${url})` }}
    />
  )
}
