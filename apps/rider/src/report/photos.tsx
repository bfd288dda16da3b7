'use client'

import { MAX_PHOTOS } from '@salama/domain/shared'
import { usePhotos } from '@salama/outbox/use-photos.ts'
import { PhotoPicker } from '@salama/ui/components/photo-picker.tsx'
import { useTranslations } from 'next-intl'
import { reportOutbox } from '@/outbox/report-outbox.ts'

/** Up to three photos, made small and bare on this phone, and kept on it until the server has them. */
export function Photos({ reportId }: { reportId: string }) {
  const t = useTranslations('report.photos')
  const { photos, busy, troubles, add, remove } = usePhotos(reportOutbox, reportId, MAX_PHOTOS)
  return (
    <PhotoPicker
      heading="h3"
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
