'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Image as ImageIcon, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { BulkBar } from './bulk-dialog.tsx'
import { EntryView, focusEntry } from './entry-view.tsx'
import { filterQuery, type QueueFilter } from './filter.ts'
import { useNow } from './marks.tsx'
import { isInDecisionForm, Queue, useClaims } from './queue.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { MAX_SELECTED, useIsWide, useRowFocus, useSelection } from './queue-state.ts'
import { useDecisions } from './saving/decisions.tsx'
import { UnsavedNotice } from './saving/save-state.tsx'
import { type Shortcut, ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { readTask } from './tasks.ts'
import { useDeskUrl } from './use-desk-url.ts'
import { ENTRY_KEY, entryQuery } from './use-entry.ts'
import { type QueuePage, useQueue } from './use-queue.ts'

type Props = {
  /** The filter and the first page as the server rendered them. */
  filter: QueueFilter
  first: QueuePage
  /** The entry that was opened with the page. */
  entry?: ReviewEntryDetail
}

/** The review page: the queue, and beside it the open entry; on a phone one after the other. */
export function ReviewDesk({ filter: firstFilter, first, entry: firstEntry }: Props) {
  const t = useTranslations('review')
  const url = useDeskUrl()
  const { filter, openId } = url
  const isWide = useIsWide()
  const isFirst = filterQuery(filter) === filterQuery(firstFilter)
  const queue = useQueue(filter, isFirst ? first : undefined)
  const { entries, newest } = queue
  const nowMs = useNow(first.asOf)
  const selection = useSelection(queue)
  const row = useRowFocus(entries)
  const claims = useClaims()
  const decisions = useDecisions()
  const client = useQueryClient()
  const [help, setHelp] = useState(false)
  const [showsPhotos, setShowsPhotos] = useShowsPhotos()
  const focusRow = useRef<(id: string) => void>(() => undefined)
  const index = entries.findIndex(({ id }) => id === openId)
  const isLoaded = useQuery({ ...entryQuery(openId ?? ''), enabled: false }).data !== undefined
  usePrefetch(entries, openId, index)

  const open = (id: string, action?: string) => {
    row.goTo(id)
    url.open(id, action ? { do: action } : {})
  }
  const close = () => {
    url.close()
    // The list is visible again in the next frame.
    requestAnimationFrame(() => openId && focusRow.current(openId))
  }
  /** Goes to another row: where an entry is open or has room beside the list, it is shown at once. */
  const goTo = (next: number) => {
    const entry = entries[next]
    if (!entry) return
    if (openId || isWide) open(entry.id)
    else row.goTo(entry.id)
    if (isWide || !openId) focusRow.current(entry.id)
    else focusEntry()
  }
  const move = (by: 1 | -1) => {
    const from = row.index()
    goTo(from === -1 ? 0 : Math.min(Math.max(from + by, 0), entries.length - 1))
  }
  /** A decided entry leaves the list at once, and the next one has its place. */
  const goOn = async () => {
    const next = entries[index + 1] ?? (await queue.loadAfter(entries)) ?? entries[index - 1]
    if (!next) return close()
    open(next.id)
    if (isWide) requestAnimationFrame(() => focusRow.current(next.id))
    else focusEntry()
  }
  const undoLast = () => {
    const path = decisions.undoLast()
    if (path) url.goTo(path)
  }
  // On a phone an entry that is opened takes the place of the list, and begins at its top.
  const shownId = useRef(openId)
  useLayoutEffect(() => {
    if (openId && !isWide && openId !== shownId.current) window.scrollTo({ top: 0 })
    shownId.current = openId
  }, [openId, isWide])
  const begin = (task: string) => row.here && open(row.here.id, task)
  const select = (range: boolean) => {
    // As with moving: the URL follows a frame after the key.
    const id = entries[row.index()]?.id ?? openId
    if (id) selection.toggle(id, range)
  }

  const listShortcuts: Shortcut[] = [
    { keys: ['j', 'ArrowDown'], name: 'next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], name: 'previous', run: () => move(-1) },
    { keys: ['x'], name: 'select', run: () => select(false) },
    { keys: ['X'], name: 'selectRange', run: () => select(true) },
    { keys: ['A'], name: 'selectAll', run: () => void selection.selectMatching() },
    { keys: ['/'], name: 'search', run: focusSearch },
    { keys: ['?'], name: 'help', run: () => setHelp(true) },
  ]
  const shortcuts: Shortcut[] = [
    ...listShortcuts,
    { keys: ['o'], name: 'open', run: () => row.here && open(row.here.id) },
    { keys: ['c'], name: 'claim', run: () => row.here && claims.claim(row.here) },
    { keys: ['u'], name: 'release', run: () => row.here && claims.release(row.here) },
    { keys: ['a'], name: 'approve', run: () => begin('approved') },
    { keys: ['e'], name: 'edit', run: () => begin('approved_with_edits') },
    { keys: ['r'], name: 'reject', run: () => begin('rejected') },
    { keys: ['i'], name: 'ask', run: () => begin('changes_requested') },
    { keys: ['d'], name: 'duplicate', run: () => begin('duplicate') },
    { keys: ['z'], name: 'undo', run: undoLast },
  ]
  // An open entry adds the keys of its own actions; until it is loaded they are remembered in the URL.
  useShortcuts(isLoaded ? listShortcuts : shortcuts)

  return (
    <>
      <UnsavedNotice />
      <div className="min-[1100px]:grid min-[1100px]:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] min-[1100px]:items-start min-[1100px]:gap-x-6">
        <div className={cx('@container min-w-0', openId && 'max-[1099px]:hidden')}>
          <DeskHeader queue={queue} isHeading={!isLoaded}>
            <Button
              aria-pressed={showsPhotos}
              onClick={() => setShowsPhotos(!showsPhotos)}
              aria-label={t('listPhotos')}
            >
              <Icon as={ImageIcon} className={showsPhotos ? '' : 'opacity-40'} />
            </Button>
            {!openId && <ShortcutHelp shortcuts={shortcuts} open={help} onOpen={setHelp} />}
          </DeskHeader>
          <QueueFilters filter={filter} waiting={newest?.waiting ?? []} onChange={url.narrow} />
          {queue.isError && !queue.isFetchNextPageError && (
            <ProblemNotice problem={problemIn(queue.error)} onRetry={() => void queue.refetch()} />
          )}
          <Queue
            filter={filter}
            queue={queue}
            nowMs={nowMs}
            openId={openId}
            selection={selection}
            showsPhotos={showsPhotos}
            total={newest?.matching && newest.matching <= MAX_SELECTED ? newest.matching : -1}
            onFocus={row.goTo}
            onOpen={(id) => {
              open(id)
              requestAnimationFrame(() => isInDecisionForm() || focusEntry())
            }}
            focusRow={focusRow}
          />
          <BulkBar
            selection={selection}
            matching={newest?.matching ?? null}
            onDone={() => {
              selection.clear()
              void queue.refetch()
              void client.invalidateQueries({ queryKey: [ENTRY_KEY] })
            }}
          />
        </div>
        <div
          key={openId}
          id="entry"
          tabIndex={-1}
          className="@container min-w-0 outline-none min-[1100px]:sticky min-[1100px]:top-0 min-[1100px]:h-dvh min-[1100px]:overflow-y-auto min-[1100px]:border-l-2 min-[1100px]:border-line min-[1100px]:pl-6"
        >
          {openId ? (
            <EntryPane
              id={openId}
              {...(firstEntry?.id === openId && { initial: firstEntry })}
              renderedAt={first.asOf}
              action={url.action}
              filter={filter}
              position={index === -1 ? undefined : index + 1}
              listShortcuts={listShortcuts}
              onPrevious={index > 0 ? () => goTo(index - 1) : null}
              onNext={index !== -1 && index < entries.length - 1 ? () => goTo(index + 1) : null}
              onDone={() => void goOn()}
              onUndoLast={undoLast}
              onClose={close}
              onOpen={open}
              help={help}
              onHelp={setHelp}
            />
          ) : (
            <p className="hidden py-16 text-center text-soft min-[1100px]:block">{t('chooseEntry')}</p>
          )}
        </div>
      </div>
    </>
  )
}

const focusSearch = () => document.querySelector<HTMLElement>('[data-queue-search]')?.focus()

type PaneProps = Omit<Parameters<typeof EntryView>[0], 'initial' | 'task' | 'undo'> & {
  id: string
  initial?: ReviewEntryDetail
  action: string | null
}

/** The open entry once it is loaded; usually it was prefetched. */
function EntryPane({ id, initial, action, ...props }: PaneProps) {
  const t = useTranslations('review')
  const { data, error, refetch } = useQuery({ ...entryQuery(id), ...(initial && { initialData: initial }) })
  if (error && !data)
    return (
      <div className="py-4">
        <ProblemNotice problem={problemIn(error)} onRetry={() => void refetch()} />
        <Button onClick={props.onClose}>{t('toQueue')}</Button>
      </div>
    )
  if (!data)
    return (
      <p role="status" className="py-16 text-center text-soft">
        {t('reading')}
      </p>
    )
  return <EntryView initial={data} task={readTask(action)} undo={action === 'undo'} {...props} />
}

/** A decision takes a second or two, and a slow server as long to load the next entry. */
const AHEAD = [1, 2, 3, 4, -1]

/** Loads what will be opened next, so that it is shown at once. */
function usePrefetch(entries: readonly { id: string }[], openId: string | null, index: number): void {
  const client = useQueryClient()
  const wanted = openId === null ? [entries[0]?.id] : AHEAD.map((by) => index + by).map((n) => entries[n]?.id)
  const ids = wanted.filter((id) => id !== undefined).join(' ')
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) void client.prefetchQuery(entryQuery(id))
  }, [client, ids])
}

/** The title of the list, how much is open, and its buttons. */
function DeskHeader({
  queue,
  isHeading,
  children,
}: {
  queue: ReturnType<typeof useQueue>
  isHeading: boolean
  children: React.ReactNode
}) {
  const t = useTranslations('review')
  const { clock } = useTimes()
  const { newest } = queue
  const Title = isHeading ? 'h1' : 'h2'
  const sum = (pick: (each: QueuePage['waiting'][number]) => number) =>
    (newest?.waiting ?? []).reduce((total, each) => total + pick(each), 0)
  const overdue = sum((each) => each.overdue)
  return (
    <header className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Title className="mr-auto text-2xl font-bold">{t('title')}</Title>
        <Button onClick={() => void queue.refetch()} disabled={queue.isFetching} aria-label={t('refresh')}>
          <Icon as={RotateCw} />
        </Button>
        {children}
      </div>
      <p>
        <strong>{t('waiting', { count: sum((each) => each.open) })}</strong>
        {overdue > 0 && <strong className="text-danger"> {t('overdueCount', { count: overdue })}</strong>}{' '}
        <span role="status" className="text-sm text-soft">
          {queue.isFetching && !queue.isFetchingNextPage
            ? t('reading')
            : newest && t('asOf', { time: clock(newest.asOf) })}
        </span>
      </p>
    </header>
  )
}

const PHOTOS_OFF = 'review-list-photos-off'

/** Whether the list shows photos. Some are distressing, so it can be turned off on this device. */
function useShowsPhotos(): [boolean, (on: boolean) => void] {
  const [isOn, setIsOn] = useState(false)
  useLayoutEffect(() => {
    try {
      setIsOn(localStorage.getItem(PHOTOS_OFF) === null)
    } catch {
      setIsOn(true)
    }
  }, [])
  return [
    isOn,
    (on) => {
      setIsOn(on)
      try {
        if (on) localStorage.removeItem(PHOTOS_OFF)
        else localStorage.setItem(PHOTOS_OFF, '1')
      } catch {
        // Storage is unavailable: it lasts until the page is closed.
      }
    },
  ]
}
