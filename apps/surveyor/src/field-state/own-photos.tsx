import type { getOwnCollectionEntryPhoto } from '@salama/domain/photos/contract'
import { tryCall } from '@salama/http/call'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { ServerEntry } from './field-cache.ts'

type Picture = { source: string; width: number; height: number }
type Of = { account: string; entryId: string; photoId: string }

/** Null: not now. */
async function pictureOf({ account, entryId, photoId }: Of, size: 'thumbnail' | 'full', signal: AbortSignal) {
  const path = 'GET /api/submissions/{id}/photos/{photoId}'
  const params = { id: entryId, photoId }
  const result = await tryCall<typeof getOwnCollectionEntryPhoto>(path, { params, query: { size }, account, signal })
  if (!result.ok) return null
  const { mediaType, base64, width, height } = result.reply
  return { source: `data:${mediaType};base64,${base64}`, width, height }
}

/** The photos that the server has of an own entry, small; a press shows one large below them. */
export function OwnPhotos({ account, entry }: { account: string; entry: ServerEntry }) {
  const t = useTranslations('collect.photos')
  const ids = (entry.photoIds ?? []).join(' ') // one that an earlier version cached has none
  const [pictures, setPictures] = useState<(Picture | null)[]>([])
  const [open, setOpen] = useState<string | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const of = ids.split(' ').map((photoId) => ({ account, entryId: entry.id, photoId }))
    if (ids !== '')
      Promise.all(of.map((each) => pictureOf(each, 'thumbnail', left.signal))).then(
        (found) => left.signal.aborted || setPictures(found),
        () => null, // this page was left
      )
    return () => left.abort()
  }, [account, entry.id, ids])
  if (ids === '') return null
  const isMissing = pictures.includes(null)
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-wrap gap-2">
        {ids.split(' ').map((photoId, index) => (
          <li key={photoId}>
            <button
              type="button"
              aria-label={t('own', { n: index + 1, plate: entry.vehicle.plate })}
              aria-expanded={open === photoId}
              onClick={() => setOpen(open === photoId ? null : photoId)}
              className="block size-20 rounded-control bg-sunken bg-cover bg-center aria-expanded:outline-3 aria-expanded:outline-ink"
              style={{ backgroundImage: `url(${pictures[index]?.source ?? ''})` }}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="text-soft empty:hidden">
        {isMissing && t('notShown', { count: pictures.length })}
      </p>
      {open !== null && <Large key={open} of={{ account, entryId: entry.id, photoId: open }} />}
    </div>
  )
}

function Large({ of: { account, entryId, photoId } }: { of: Of }) {
  const t = useTranslations('collect.photos')
  const [picture, setPicture] = useState<Picture | null>()
  useEffect(() => {
    const left = new AbortController()
    pictureOf({ account, entryId, photoId }, 'full', left.signal).then(
      (found) => left.signal.aborted || setPicture(found),
      () => null, // this page was left
    )
    return () => left.abort()
  }, [account, entryId, photoId])
  if (picture === null) return <p role="alert">{t('notShown', { count: 1 })}</p>
  const { width, height, source } = picture ?? { width: 4, height: 3, source: '' }
  // A picture inside the response: an image service could not optimize it.
  return (
    <span
      role="img"
      aria-label={t('large')}
      className="w-full rounded-control bg-sunken bg-contain bg-center bg-no-repeat md:max-w-xl"
      style={{ aspectRatio: `${width} / ${height}`, backgroundImage: `url(${source})` }}
    />
  )
}
