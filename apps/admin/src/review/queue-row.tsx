'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { Image } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { memo } from 'react'
import { entryHref, type QueueFilter } from './filter.ts'
import { DueMark, KindMark, StateMark } from './marks.tsx'

type Props = {
  entry: ReviewEntry
  filter: QueueFilter
  nowMs: number
  selected: boolean
  /** Null when it cannot be selected: closed, your own, or of another kind than the selection. */
  onSelect: ((id: string) => void) | null
  onFocus: (id: string) => void
}

/** One row of the queue. It contains no text from riders, which is shown in the opened entry only. */
export const QueueRow = memo(function QueueRow({ entry, filter, nowMs, selected, onSelect, onFocus }: Props) {
  const t = useTranslations('review')
  const { about } = entry
  const where = [about?.placeName, about?.corridor].filter(Boolean).join(', ')
  return (
    <div
      className={cx(
        'flex items-stretch border-b border-line focus-within:bg-sunken hover:bg-sunken',
        selected && 'band-beside bg-sunken',
      )}
    >
      <label className="grid w-touch shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={selected}
          disabled={onSelect === null}
          onChange={() => onSelect?.(entry.id)}
          className="size-5 accent-body disabled:opacity-30"
        />
        <span className="sr-only">{t('select')}</span>
      </label>
      <Link
        href={entryHref(entry.id, filter)}
        prefetch={false}
        data-entry={entry.id}
        onFocus={() => onFocus(entry.id)}
        className="grid min-h-touch min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-0.5 py-1 pr-2 -outline-offset-3 lg:grid-cols-[10.5rem_minmax(0,6fr)_minmax(0,5fr)_9.5rem_12rem]"
      >
        <strong className="col-span-2 row-start-1 min-w-0 font-semibold lg:col-auto lg:row-auto">
          <KindMark entry={entry} />
        </strong>
        <span className="col-span-2 row-start-4 flex min-w-0 items-center gap-2 whitespace-nowrap lg:col-auto lg:row-auto">
          {about?.plate && <Plate value={about.plate} />}
          {about?.stars && <span>{t('starsOf', { stars: about.stars })}</span>}
          {where && <span className="truncate">{where}</span>}
          {about !== null && about.photos > 0 && (
            <span className="inline-flex items-center gap-1 text-soft">
              <Icon as={Image} />
              {t('photosCount', { count: about.photos })}
            </span>
          )}
        </span>
        <span className="col-span-2 row-start-5 leading-tight text-soft lg:col-auto lg:row-auto">
          {t(reasonKey(entry.reason))}
        </span>
        <span className="col-span-2 row-start-2 flex whitespace-nowrap lg:col-auto lg:row-auto">
          <DueMark entry={entry} nowMs={nowMs} />
        </span>
        <span className="col-span-2 row-start-3 flex min-w-0 lg:col-auto lg:row-auto">
          <StateMark entry={entry} />
        </span>
      </Link>
    </div>
  )
})

const REASONS = [
  'category',
  'injury',
  'burst',
  'network',
  'answered',
  'photo',
  'addition',
  'denied',
  'held',
  'contested',
  'revised',
  'field_work',
] as const

/** The label of the reason for a review. An unknown reason has a generic label. */
export const reasonKey = (reason: string) => `why.${REASONS.find((known) => known === reason) ?? 'other'}` as const
