import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { type PhotoKind, photoQuery } from './photos.tsx'

/** The photos as small squares. Each is loaded when it comes into view. */
export function Thumbnails({ entry: { kind, subjectId, about } }: { entry: ReviewEntry }) {
  const t = useTranslations('review')
  if (!about || about.photoIds.length === 0 || (kind !== 'report' && kind !== 'collection_entry')) return null
  return (
    <span className="flex gap-1.5 py-0.5">
      {about.photoIds.map((id) => (
        <Thumbnail key={id} kind={kind} of={subjectId} id={id} />
      ))}
      <span className="sr-only">{t('photosCount', { count: about.photoIds.length })}</span>
    </span>
  )
}

function Thumbnail({ kind, of, id }: { kind: PhotoKind; of: string; id: string }) {
  const [isSeen, box] = useIsSeen()
  const { data } = useQuery({ ...photoQuery(kind, of, id, 'thumbnail'), enabled: isSeen })
  const look = 'size-14 rounded-control border border-edge bg-sunken object-cover'
  return data ? (
    // biome-ignore lint/performance/noImgElement: the picture is private and is here already.
    <img src={data} alt="" width={56} height={56} className={look} />
  ) : (
    <span ref={box} className={look} />
  )
}

/** Whether an element has been on the screen. */
function useIsSeen(): [boolean, (element: Element | null) => (() => void) | undefined] {
  const [isSeen, setIsSeen] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver((found) => found.some((each) => each.isIntersecting) && setIsSeen(true), {
      rootMargin: '200px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [isSeen, watch]
}
