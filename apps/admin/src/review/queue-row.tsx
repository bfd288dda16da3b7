import type { ReviewEntry, ReviewOddity } from '@salama/domain/review-entries/contract'
import { Tick } from '@salama/ui/components/controls.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { awayOf, awayText } from '@salama/ui/incidents/words.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, memo, useCallback, useRef, useState } from 'react'
import type { QueueFilter } from './filter.ts'
import { lengthWords } from './length-words.ts'
import { DueMark, KindMark, StateMark, Viewers } from './marks.tsx'
import { type PhotoKind, photoQuery } from './photos.tsx'
import { entryPath } from './use-desk-url.ts'

type Props = {
  entry: ReviewEntry
  filter: QueueFilter
  nowMs: number
  isOpen: boolean
  showsPhotos: boolean
  selected: boolean
  /** Null when it cannot be selected: closed, or your own. `range`: with everything from the last one on. */
  onSelect: ((id: string, range: boolean) => void) | null
  onFocus: (id: string) => void
  onOpen: (id: string) => void
}

/** One row of the queue: what it is, where and when, the beginning of its text, its photos, and what is odd about it. */
export const QueueRow = memo(function QueueRow({ entry, filter, nowMs, isOpen, selected, ...props }: Props) {
  const t = useTranslations('review')
  const { about } = entry
  const isRange = useRef(false)
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.button !== 0) return // a new tab
    event.preventDefault()
    if (event.shiftKey) props.onSelect?.(entry.id, true)
    else props.onOpen(entry.id)
  }
  return (
    <div
      className={cx(
        'flex items-stretch border-b border-line focus-within:bg-sunken hover:bg-sunken',
        (selected || isOpen) && 'bg-sunken',
        isOpen && 'band-beside',
      )}
    >
      <label className="grid w-touch shrink-0 place-items-center">
        <Tick
          type="checkbox"
          checked={selected}
          disabled={props.onSelect === null}
          onClick={(event) => {
            isRange.current = event.shiftKey
          }}
          onChange={() => props.onSelect?.(entry.id, isRange.current)}
          className="size-5 accent-body disabled:opacity-30"
        />
        <span className="sr-only">{t('select')}</span>
      </label>
      <Link
        href={entryPath(entry.id, filter)}
        prefetch={false}
        data-entry={entry.id}
        aria-current={isOpen ? 'true' : undefined}
        onClick={follow}
        onFocus={() => props.onFocus(entry.id)}
        className="flex min-h-touch min-w-0 flex-1 flex-col gap-0.5 px-1.5 py-1.5 -outline-offset-3"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <strong className="min-w-0 font-semibold">
            <KindMark entry={entry} />
          </strong>
          <span className="text-sm whitespace-nowrap">
            <DueMark entry={entry} nowMs={nowMs} />
          </span>
        </span>
        <Where entry={entry} nowMs={nowMs} />
        {about?.excerpt && <span className="line-clamp-2 break-words">{about.excerpt}</span>}
        {props.showsPhotos ? (
          <Thumbnails entry={entry} />
        ) : (
          about !== null &&
          about.photoIds.length > 0 && (
            <span className="text-sm text-soft">{t('photosCount', { count: about.photoIds.length })}</span>
          )
        )}
        {about && about.oddities.length > 0 && <OddityMarks oddities={about.oddities} />}
        <span className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
          <span>{t(reasonKey(entry.reason))}</span>
          {(entry.state !== 'pending' || entry.assignedTo !== null) && <StateMark entry={entry} />}
          {entry.viewers.length > 0 && <Viewers viewers={entry.viewers} />}
        </span>
      </Link>
    </div>
  )
})

/** The vehicle, the place, the distance to what it may repeat, and the age. */
function Where({ entry: { about, createdAt, decidedAt }, nowMs }: Pick<Props, 'entry' | 'nowMs'>) {
  const t = useTranslations('review')
  const format = useTranslations('incidents')
  const ageMs = nowMs - Date.parse(createdAt)
  const where = [
    about?.sacco,
    about?.placeName,
    about?.corridor,
    about && about.distanceM !== null && t('fromIncident', { distance: awayText(awayOf(about.distanceM), format) }),
    decidedAt === null && ageMs >= 60_000 && t('age', { time: lengthWords(ageMs, t) }),
  ].filter((each) => typeof each === 'string' && each !== '')
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-soft">
      {about?.plate && <Plate value={about.plate} />}
      {about?.stars && <span className="text-ink">{t('starsOf', { stars: about.stars })}</span>}
      <span className="min-w-0">{where.join(' · ')}</span>
    </span>
  )
}

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

/** What is odd about an entry, and why it is not part of bulk decisions. */
export function OddityMarks({ oddities }: { oddities: readonly ReviewOddity[] }) {
  const t = useTranslations('review')
  return (
    <span className="flex items-start gap-1.5 text-sm font-semibold text-warn">
      <Icon as={TriangleAlert} className="mt-0.5" />
      {oddities.map((each) => t(`oddity.${each}`)).join(' ')}
    </span>
  )
}

const REASONS = [
  'category',
  'injury',
  'time',
  'burst',
  'network',
  'answered',
  'photo',
  'addition',
  'denied',
  'held',
  'contested',
  'revised',
  'reopened',
  'field_work',
] as const

/** The label of the reason for a review. An unknown reason has a generic label. */
export const reasonKey = (reason: string) => `why.${REASONS.find((known) => known === reason) ?? 'other'}` as const
