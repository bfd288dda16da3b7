'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { listReviewQueue } from '@salama/domain/reviews'
import type { claimReviewEntry, getReviewEntry, releaseReviewEntry } from '@salama/domain/reviews/contract'
import { problemIn, tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { CheckCheck, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'
import { BulkBar } from './bulk-dialog.tsx'
import { entryHref, type QueueFilter } from './filter.ts'
import { useNow } from './marks.tsx'
import { QueueRow } from './queue-row.tsx'
import { useRowFocus, useSelection } from './queue-state.ts'
import { type Shortcut, ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { type QueuePage, updateQueues, useQueue } from './use-queue.ts'

/** The estimated row height for the server and before hydration; then rows are measured. */
const ROW_PX = 54
/** How many rows before the end the next page is fetched. */
const AHEAD = 20

/** The queue as a virtualized list. */
export function Queue({ filter, first }: { filter: QueueFilter; first: QueuePage }) {
  const t = useTranslations('review')
  const router = useRouter()
  const showToast = useToast()
  const { clock } = useTimes()
  const queue = useQueue(filter, first)
  const { entries, newest, hasNextPage, isFetchingNextPage, fetchNextPage } = queue
  const nowMs = useNow(first.asOf)
  const selection = useSelection(entries)
  const [help, setHelp] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  useLayoutEffect(() => setOffsetPx(list.current?.offsetTop ?? 0), [])
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => entries[index]?.id ?? index, [entries]),
    overscan: 12,
    scrollMargin: offsetPx,
    initialRect: { width: 1280, height: 800 },
    scrollPaddingStart: 80,
    scrollPaddingEnd: 120,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  const isNearEnd = last >= entries.length - AHEAD
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !queue.isFetchNextPageError) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, queue.isFetchNextPageError, fetchNextPage])

  const line = useRowFocus(entries, (index) => virtual.scrollToIndex(index), list)
  const claims = useClaims(showToast)
  const open = (then?: string) => {
    const { here } = line
    if (!here) return
    const { pathname, query } = entryHref(here.id, filter)
    router.push({ pathname, query: { ...query, ...(then && { do: then }) } })
  }
  const shortcuts: Shortcut[] = [
    { keys: ['j', 'ArrowDown'], name: 'next', run: () => line.move(1) },
    { keys: ['k', 'ArrowUp'], name: 'previous', run: () => line.move(-1) },
    { keys: ['o'], name: 'open', run: () => open() },
    { keys: ['c'], name: 'claim', run: () => line.here && claims.claim(line.here) },
    { keys: ['u'], name: 'release', run: () => line.here && claims.release(line.here) },
    { keys: ['x'], name: 'select', run: () => line.here && selection.toggle(line.here.id) },
    { keys: ['a'], name: 'approve', run: () => open('approved') },
    { keys: ['e'], name: 'edit', run: () => open('approved_with_edits') },
    { keys: ['r'], name: 'reject', run: () => open('rejected') },
    { keys: ['i'], name: 'ask', run: () => open('changes_requested') },
    { keys: ['d'], name: 'duplicate', run: () => open('duplicate') },
    { keys: ['?'], name: 'help', run: () => setHelp(true) },
  ]
  useShortcuts(shortcuts)
  const total = useMemo(() => totalOf(filter, newest), [filter, newest])

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-2">
        <QueueCounts waiting={newest?.waiting ?? []} />
        <p role="status" className="ml-auto text-sm text-soft">
          {queue.isFetching && !isFetchingNextPage ? t('reading') : newest && t('asOf', { time: clock(newest.asOf) })}
        </p>
        <Button onClick={() => void queue.refetch()} disabled={queue.isFetching}>
          <Icon as={RotateCw} />
          {t('refresh')}
        </Button>
        <ShortcutHelp shortcuts={shortcuts} open={help} onOpen={setHelp} />
      </div>
      {queue.isRefetchError && <ProblemNotice problem={problemIn(queue.error)} onRetry={() => void queue.refetch()} />}
      {entries.length === 0 && !hasNextPage ? (
        <EmptyState icon={<Icon as={CheckCheck} />} title={t('empty')}>
          <p>{t(filter.state || filter.kind || filter.category || filter.mine ? 'emptyNarrowed' : 'emptyWords')}</p>
        </EmptyState>
      ) : (
        <ul
          ref={list}
          aria-label={t('queue')}
          className="relative border-t-2 border-line"
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
                    selected={selection.ids.has(entry.id)}
                    onSelect={selection.canSelect(entry) ? selection.toggle : null}
                    onFocus={line.goTo}
                  />
                </li>
              )
            )
          })}
        </ul>
      )}
      {isFetchingNextPage && (
        <p role="status" className="py-3 text-soft">
          {t('readingMore')}
        </p>
      )}
      {queue.isFetchNextPageError && (
        <ProblemNotice problem={problemIn(queue.error)} onRetry={() => void fetchNextPage()} />
      )}
      <BulkBar selection={selection} onDone={() => void queue.refetch()} />
    </>
  )
}

/** The total number of rows, if known: of the whole queue or of one kind. -1 means unknown in ARIA. */
function totalOf({ kind, state, category, mine }: QueueFilter, page: QueuePage | undefined): number {
  if (category || mine || (state && state !== 'open')) return -1
  return (page?.waiting ?? []).filter((each) => !kind || each.kind === kind).reduce((sum, { open }) => sum + open, 0)
}

type Waiting = Awaited<ReturnType<typeof listReviewQueue>>['waiting']

/** The number of open entries by kind, as a sentence. */
function QueueCounts({ waiting }: { waiting: Waiting }) {
  const t = useTranslations('review')
  const sum = (pick: (each: Waiting[number]) => number) => waiting.reduce((total, each) => total + pick(each), 0)
  const [open, overdue] = [sum((each) => each.open), sum((each) => each.overdue)]
  return (
    <p>
      <strong>{t('waiting', { count: open })}</strong>
      {overdue > 0 && <strong className="text-danger"> {t('overdueCount', { count: overdue })}</strong>}
      <span className="text-soft">
        {' '}
        {waiting
          .filter((each) => each.open > 0)
          .map((each) => t(`count.${each.kind}`, { count: each.open }))
          .join(' · ')}
      </span>
    </p>
  )
}

/** Claims and releases entries from the list; the result is a toast and shown in the row. */
function useClaims(showToast: ReturnType<typeof useToast>) {
  const t = useTranslations('review')
  const errors = useTranslations('errors')
  const { clock } = useTimes()
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
