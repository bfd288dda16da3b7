import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { claimReviewEntry, getReviewEntry, releaseReviewEntry } from '@salama/domain/reviews/contract'
import { problemIn, tryCall } from '@salama/http/call'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useQueryClient } from '@tanstack/react-query'
import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'
import type { QueueFilter } from './filter.ts'
import { isNarrowed } from './queue-filters.tsx'
import { QueueRow } from './queue-row.tsx'
import { type Selection, useStableHandler } from './queue-state.ts'
import { updateQueues, type useQueue } from './use-queue.ts'

/** The estimated row height for the server and before hydration; then rows are measured. */
const ROW_PX = 36
/** How many rows before the end the next page is fetched. */
const AHEAD = 20

type Props = {
  filter: QueueFilter
  queue: ReturnType<typeof useQueue>
  nowMs: number
  openId: string | null
  selection: Selection
  total: number
  onFocus: (id: string) => void
  onOpen: (id: string) => void
  /** Receives the function that focuses a row, for the shortcuts. */
  focusRow: { current: (id: string) => void }
}

/** Keys are faster than frames: a form that was opened before a frame moves the focus keeps it. */
export const isInDecisionForm = () => Boolean(document.activeElement?.closest('#entry form'))

/** The queue as a virtualized list, which scrolls with the page. */
export function Queue({ filter, queue, nowMs, openId, selection, total, focusRow, ...props }: Props) {
  const t = useTranslations('review')
  const { entries, hasNextPage, isFetchingNextPage, fetchNextPage } = queue
  const onOpen = useStableHandler(props.onOpen)
  const onSelect = useStableHandler(selection.toggle)
  const list = useRef<HTMLUListElement>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  // The filters above may wrap, and on a phone the list is hidden behind an entry.
  useLayoutEffect(() => {
    const measure = () => list.current && setOffsetPx(list.current.getBoundingClientRect().top + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: entries.length,
    estimateSize: () => ROW_PX,
    // Hidden rows keep their size: the virtualizer would scroll the entry's page by what they lose.
    measureElement: (row, entry, instance) =>
      row.offsetParent === null
        ? (instance.measurementsCache[instance.indexFromElement(row)]?.size ?? ROW_PX)
        : measureElement(row, entry, instance),
    getItemKey: useCallback((index: number) => entries[index]?.id ?? index, [entries]),
    overscan: 8,
    scrollMargin: offsetPx,
    initialRect: { width: 1280, height: 800 },
    scrollPaddingStart: 130,
    scrollPaddingEnd: 60,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  const isNearEnd = last >= entries.length - AHEAD
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !queue.isFetchNextPageError) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, queue.isFetchNextPageError, fetchNextPage])

  const frame = useRef(0)
  focusRow.current = (id) => {
    const index = entries.findIndex((entry) => entry.id === id)
    if (index !== -1) virtual.scrollToIndex(index)
    // The row may not be rendered yet: it is one frame after the list has scrolled.
    const focus = (triesLeft: number) => {
      if (isInDecisionForm()) return
      const link = list.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)
      if (link) return link.focus({ preventScroll: true })
      if (triesLeft > 0) frame.current = requestAnimationFrame(() => focus(triesLeft - 1))
    }
    cancelAnimationFrame(frame.current)
    focus(10)
  }

  if (entries.length === 0 && !hasNextPage && !queue.isPlaceholderData)
    return (
      <EmptyState icon={<Icon as={CheckCheck} />} title={t('empty')}>
        <p>{t(isNarrowed(filter) ? 'emptyNarrowed' : 'emptyWords')}</p>
      </EmptyState>
    )
  return (
    <>
      <ul
        ref={list}
        aria-label={t('queue')}
        aria-busy={queue.isPlaceholderData}
        className="relative max-lg:border-t max-lg:border-line"
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={total}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - offsetPx}px)` }}
              >
                <QueueRow
                  entry={entry}
                  filter={filter}
                  nowMs={nowMs}
                  isOpen={entry.id === openId}
                  selected={selection.ids.has(entry.id)}
                  onSelect={selection.canSelect(entry) ? onSelect : null}
                  onFocus={props.onFocus}
                  onOpen={onOpen}
                />
              </li>
            )
          )
        })}
      </ul>
      {isFetchingNextPage && (
        <p role="status" className="py-3 text-soft">
          {t('readingMore')}
        </p>
      )}
      {queue.isFetchNextPageError && (
        <ProblemNotice problem={problemIn(queue.error)} onRetry={() => void fetchNextPage()} />
      )}
    </>
  )
}

/** Claims and releases entries from the list; the result is a toast and shown in the row. */
export function useClaims() {
  const t = useTranslations('review')
  const errors = useTranslations('errors')
  const { clock } = useTimes()
  const showToast = useToast()
  const client = useQueryClient()

  async function send(entry: ReviewEntry, what: 'claim' | 'release', words: (changed: ReviewEntry) => string) {
    const params = { id: entry.id }
    const changed = await tryCall<typeof claimReviewEntry | typeof releaseReviewEntry>(
      `POST /api/review-queue/{id}/${what}`,
      { params },
    )
    if (changed.ok) {
      updateQueues(client, changed.reply)
      showToast('done', words(changed.reply))
    } else {
      showToast('warn', errors(changed.problem.code))
      const fresh = await tryCall<typeof getReviewEntry>('GET /api/review-queue/{id}', { params })
      if (fresh.ok) updateQueues(client, fresh.reply)
    }
  }
  return {
    claim: (entry: ReviewEntry) =>
      void send(entry, 'claim', ({ claimedUntil }) => t('claimed', { time: claimedUntil ? clock(claimedUntil) : '' })),
    release: (entry: ReviewEntry) => void send(entry, 'release', () => t('released')),
  }
}
