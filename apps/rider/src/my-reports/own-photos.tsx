'use client'

import type { getOwnReportPhoto } from '@salama/domain/photos/contract'
import type { OwnReport } from '@salama/domain/reports/own-contract'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Image } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

type Photo = OwnReport['photos'][number]
type Loaded = Photo & { source: string | null }

/** The photos of an own report with their status; the pictures on request, because they are large. */
export function OwnPhotos({ id, photos }: { id: string; photos: readonly Photo[] }) {
  const t = useTranslations('myReports.photos')
  const [loaded, setLoaded] = useState<Loaded[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const load = async () => {
    setIsBusy(true)
    setLoaded(await Promise.all(photos.map((photo) => withSource(id, photo))))
    setIsBusy(false)
  }
  return (
    <div className="flex w-full flex-col items-start gap-2 py-1">
      <ul className="flex w-full flex-wrap gap-2">
        {(loaded ?? photos).map((photo, index) => (
          <li key={photo.id} className="flex w-[6rem] flex-col gap-1 text-sm">
            {'source' in photo && photo.source !== null && (
              // A picture inside the response: an image service could not optimize it.
              <span
                role="img"
                aria-label={t('photo', { n: index + 1 })}
                className="aspect-square rounded-control bg-sunken bg-cover bg-center"
                style={{ backgroundImage: `url(${photo.source})` }}
              />
            )}
            <span>{t(`state.${photo.state}`, { n: index + 1 })}</span>
          </li>
        ))}
      </ul>
      {loaded === null && (
        <Button busy={isBusy} onClick={load}>
          <Icon as={Image} />
          {t('show')}
        </Button>
      )}
      <p role="status" className="text-soft empty:hidden">
        {loaded?.some(({ source, state }) => source === null && state !== 'refused') && t('failed')}
      </p>
    </div>
  )
}

/** A photo with its picture as a data URL; null if it was refused, or could not be loaded. */
async function withSource(id: string, photo: Photo): Promise<Loaded> {
  if (photo.state === 'refused') return { ...photo, source: null }
  const result = await tryCall<typeof getOwnReportPhoto>('GET /api/my-reports/{id}/photos/{photoId}', {
    params: { id, photoId: photo.id },
  })
  return { ...photo, source: result.ok ? `data:${result.reply.mediaType};base64,${result.reply.base64}` : null }
}
