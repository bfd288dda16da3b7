'use client'

import type { ItemFile } from '@salama/outbox/items.ts'
import { usePhotos } from '@salama/outbox/use-photos.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Camera, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useState } from 'react'
import type { FieldOutbox } from '@/outbox/field-outbox.ts'

const MOST = 3

/** Up to three photos, made small and bare on this phone, and kept on it until the server has them. */
export function Photos({ outbox, entryId }: { outbox: FieldOutbox; entryId: string }) {
  const t = useTranslations('collect.photos')
  const id = useId()
  const { photos, busy, trouble, add, remove } = usePhotos(outbox, entryId, MOST)
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-2">
      <h2 id={`${id}-title`} className="font-bold">
        {t('title')} <span className="font-normal text-soft">{t('optional', { most: MOST })}</span>
      </h2>
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 md:max-w-md">
          {photos.map((photo, index) => (
            <li key={photo.id} className="flex flex-col gap-1">
              <Preview photo={photo} alt={t('photo', { n: index + 1 })} />
              <button
                type="button"
                aria-label={t('remove', { n: index + 1 })}
                onClick={() => remove(photo.id)}
                className="inline-flex min-h-touch items-center justify-center gap-1 font-semibold text-link underline"
              >
                <Icon as={X} />
                {t('removeShort')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < MOST && (
        <label className="relative inline-flex min-h-touch w-fit items-center gap-2 rounded-control border-2 border-edge bg-raised px-4 font-semibold focus-within:outline-3 focus-within:outline-ink hover:border-ink">
          <Icon as={busy ? LoaderCircle : Camera} {...(busy && { className: 'animate-turn' })} />
          {busy ? t('shrinking') : t('add')}
          <input
            type="file"
            accept="image/*"
            multiple
            disabled={busy}
            aria-describedby={`${id}-hint`}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              event.target.value = ''
              add(chosen)
            }}
          />
        </label>
      )}
      <p id={`${id}-hint`} className="text-soft">
        {t('hint')}
      </p>
      {trouble && (
        <Notice tone="warn" says="now">
          {t(`trouble.${trouble}`)}
        </Notice>
      )}
    </section>
  )
}

function Preview({ photo, alt }: { photo: ItemFile; alt: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(photo.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo.blob])
  // A picture of this phone: there is nothing that an image service could do for it.
  return (
    <span
      role="img"
      aria-label={alt}
      className="aspect-square rounded-control border-2 border-line bg-sunken bg-cover bg-center"
      style={url === undefined ? {} : { backgroundImage: `url(${url})` }}
    />
  )
}
