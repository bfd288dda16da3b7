import type { getCollectionEntryPhoto, getReportPhoto } from '@salama/domain/photos/contract'
import type { ReviewedReport, ReviewSubject } from '@salama/domain/review-subjects/contract'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Image as ImageIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

const FOLDERS = { report: 'reports', collection_entry: 'collection-entries' } as const
export type PhotoKind = keyof typeof FOLDERS

/** A picture as a data URL: it is part of a response and has no URL of its own. Discarded when it is not shown. */
export const photoQuery = (kind: PhotoKind, subjectId: string, photoId: string, size: 'full' | 'thumbnail') =>
  queryOptions({
    queryKey: ['photo', kind, subjectId, photoId, size],
    queryFn: async ({ signal }) => {
      const { mediaType, base64 } = await call<typeof getReportPhoto | typeof getCollectionEntryPhoto>(
        `GET /api/${FOLDERS[kind]}/{id}/photos/{photoId}`,
        { params: { id: subjectId, photoId }, query: { size }, signal },
      )
      return `data:${mediaType};base64,${base64}`
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: size === 'full' ? 0 : 60_000,
  })

/** Photos of a collection entry have no state of their own: they are decided with it. */
type Photo = { id: string; width: number; height: number; state?: ReviewedReport['photos'][number]['state'] }

/** The photos of a report or a collection entry, if any. */
export function SubjectPhotos({ subject }: { subject: ReviewSubject }) {
  if (subject.kind === 'report') return <Photos of={subject} photos={subject.photos} />
  if (subject.kind === 'collection_entry') return <Photos of={subject} photos={subject.pictures} />
  return null
}

/** Photos are loaded on request and never cached, because they may be distressing. */
export function Photos({ of, photos }: { of: { kind: PhotoKind; id: string }; photos: readonly Photo[] }) {
  const t = useTranslations('review')
  const [isShown, setIsShown] = useState(false)
  const seeable = photos.filter(({ state }) => state !== 'refused')
  if (photos.length === 0) return null
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
                <Picture of={of} photo={photo} n={index + 1} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The picture is part of a response and has no URL; it is discarded when it is no longer shown. */
function Picture({ of: { kind, id }, photo, n }: { of: { kind: PhotoKind; id: string }; photo: Photo; n: number }) {
  const t = useTranslations('review')
  const { data, isError, isFetching, refetch } = useQuery(photoQuery(kind, id, photo.id, 'full'))
  const room = { width: photo.width, height: photo.height }
  const look = 'h-auto w-full rounded-control bg-sunken'
  return (
    <figure className="flex flex-col gap-1">
      {isError ? (
        <div role="alert" className="flex flex-col items-start gap-2 rounded-control bg-warn-wash p-3">
          <p>{t('photoFailed')}</p>
          <Button onClick={() => void refetch()} busy={isFetching}>
            {t('photoAgain')}
          </Button>
        </div>
      ) : data ? (
        // biome-ignore lint/performance/noImgElement: the picture is private and is here already.
        <img src={data} alt={t(`photoAlt.${kind}`, { n })} {...room} className={look} />
      ) : (
        <svg
          role="img"
          aria-label={t('reading')}
          viewBox={`0 0 ${room.width} ${room.height}`}
          {...room}
          className={look}
        />
      )}
      <figcaption className="text-sm text-soft">
        {photo.state ? t('photoState', { n, state: t(`photo.${photo.state}`) }) : t('photoNumber', { n })}
      </figcaption>
    </figure>
  )
}
