'use client'

import type { ReviewedReport } from '@salama/domain/review-subjects/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Image as ImageIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

type Photo = ReviewedReport['photos'][number]

/** The photos of a report. They are fetched when they are asked for, and kept nowhere: they may show what nobody wants to come upon. */
export function Photos({ reportId, photos }: { reportId: string; photos: readonly Photo[] }) {
  const t = useTranslations('review')
  const [isShown, setIsShown] = useState(false)
  const seeable = photos.filter(({ state }) => state !== 'refused')
  return (
    <section aria-label={t('fact.photos')} className="flex flex-col gap-3">
      {!isShown && seeable.length > 0 && (
        <Button onClick={() => setIsShown(true)} className="self-start">
          <Icon as={ImageIcon} />
          {t('showPhotos', { count: seeable.length })}
        </Button>
      )}
      {isShown && (
        <ul className="grid gap-4 sm:grid-cols-2">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              {photo.state === 'refused' ? (
                <p className="text-soft">{t('photoState', { n: index + 1, state: t('photo.refused') })}</p>
              ) : (
                <Picture reportId={reportId} photo={photo} n={index + 1} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Picture({ reportId, photo, n }: { reportId: string; photo: Photo; n: number }) {
  const t = useTranslations('review')
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  const address = `/api/reports/${reportId}/photos/${photo.id}`
  return (
    <figure className="flex flex-col gap-1">
      {failed ? (
        <div role="alert" className="flex flex-col items-start gap-2 rounded-control border-2 border-warn p-3">
          <p>{t('photoFailed')}</p>
          <Button
            onClick={() => {
              setFailed(false)
              setAttempt(attempt + 1)
            }}
          >
            {t('photoAgain')}
          </Button>
        </div>
      ) : (
        // The picture is private and comes once: an optimizer in between would keep a copy.
        // biome-ignore lint/performance/noImgElement: see above
        <img
          key={attempt}
          src={address}
          alt={t('photoAlt', { n })}
          width={photo.width}
          height={photo.height}
          onError={() => setFailed(true)}
          className="h-auto w-full rounded-control border-2 border-edge bg-sunken"
        />
      )}
      <figcaption className="text-sm text-soft">{t('photoState', { n, state: t(`photo.${photo.state}`) })}</figcaption>
    </figure>
  )
}
