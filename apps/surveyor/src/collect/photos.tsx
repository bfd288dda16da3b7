'use client'

import { MAX_PHOTOS } from '@salama/domain/shared'
import { usePhotos } from '@salama/outbox/use-photos.ts'
import { PhotoPicker } from '@salama/ui/components/photo-picker.tsx'
import { useTranslations } from 'next-intl'
import type { FieldOutbox } from '@/outbox/field-outbox.ts'

/** Up to three photos, made small and bare on this phone, and kept on it until the server has them. */
export function Photos({ outbox, entryId }: { outbox: FieldOutbox; entryId: string }) {
  const t = useTranslations('collect.photos')
  const { photos, busy, troubles, add, remove } = usePhotos(outbox, entryId, MAX_PHOTOS)
  return (
    <PhotoPicker
      heading="h2"
      most={MAX_PHOTOS}
      photos={photos}
      busy={busy}
      hint={t('hint')}
      troubles={troubles.map((trouble) => t(`trouble.${trouble}`))}
      onAdd={add}
      onRemove={remove}
    />
  )
}
