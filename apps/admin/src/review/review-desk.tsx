'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { CLOSED_STATES, MAX_COUNTED } from '@salama/domain/shared'
import { problemIn } from '@salama/http/call'
import { cx } from '@salama/ui/components/cx.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { EntryPane } from './entry-pane.tsx'
import { filterQuery, type QueueFilter } from './filter.ts'
import { useNow } from './marks.tsx'
import { PaneDivider } from './pane-divider.tsx'
import { Queue } from './queue.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { QueueHeadings } from './queue-headings.tsx'
import { useSelection } from './queue-state.ts'
import { UnsavedNotice } from './saving/save-state.tsx'
import { ShortcutHelp } from './shortcuts.tsx'
import { useDesk } from './use-desk.ts'
import { useDeskUrl } from './use-desk-url.ts'
import { ENTRY_KEY } from './use-entry.ts'
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
  const isFirst = filterQuery(filter) === filterQuery(firstFilter)
  const queue = useQueue(filter, isFirst ? first : undefined)
  const { newest } = queue
  const nowMs = useNow(first.asOf)
  const selection = useSelection(queue)
  const desk = useDesk({ url, queue, selection })
  const client = useQueryClient()
  const panes = useRef<HTMLDivElement>(null)
  const afterBulk = () => {
    selection.clear()
    void queue.refetch()
    void client.invalidateQueries({ queryKey: [ENTRY_KEY] })
  }
  return (
    <>
      <UnsavedNotice />
      <div className={cx(openId && 'max-[1099px]:hidden')}>
        <QueueFilters
          filter={filter}
          queue={queue}
          isHeading={!desk.isLoaded}
          isMore={desk.filters}
          onMore={desk.setFilters}
          onChange={url.narrow}
        >
          {!openId && <ShortcutHelp shortcuts={desk.shortcuts} open={desk.help} onOpen={desk.setHelp} />}
        </QueueFilters>
      </div>
      <div
        ref={panes}
        className="min-[1100px]:-mx-6 min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,var(--list,57%))_auto_minmax(0,1fr)] min-[1100px]:items-start"
      >
        <div className={cx('@container min-w-0', openId && 'max-[1099px]:hidden')}>
          <QueueHeadings
            selection={selection}
            matching={newest?.matching ?? null}
            isDecided={['closed', ...CLOSED_STATES].includes(filter.state ?? '')}
            onDone={afterBulk}
          />
          {queue.isError && !queue.isFetchNextPageError && (
            <ProblemNotice problem={problemIn(queue.error)} onRetry={() => void queue.refetch()} />
          )}
          <Queue
            filter={filter}
            queue={queue}
            nowMs={nowMs}
            openId={openId}
            selection={selection}
            total={newest?.matching && newest.matching <= MAX_COUNTED ? newest.matching : -1}
            onFocus={desk.onFocus}
            onOpen={desk.openRow}
            focusRow={desk.focusRow}
          />
        </div>
        <PaneDivider onWidth={(percent) => panes.current?.style.setProperty('--list', `${percent}%`)} />
        <div
          key={openId}
          id="entry"
          tabIndex={-1}
          className="@container min-w-0 outline-none min-[1100px]:sticky min-[1100px]:top-[calc(var(--bar)+2.75rem)] min-[1100px]:h-[calc(100dvh-var(--bar)-2.75rem-var(--foot,0px))] min-[1100px]:overflow-y-auto min-[1100px]:bg-raised min-[1100px]:px-6"
        >
          {openId ? (
            <EntryPane
              id={openId}
              {...(firstEntry?.id === openId && { initial: firstEntry })}
              renderedAt={first.asOf}
              action={url.action}
              filter={filter}
              position={desk.position}
              listShortcuts={desk.listShortcuts}
              onPrevious={desk.onPrevious}
              onNext={desk.onNext}
              onDone={() => void desk.goOn()}
              onUndoLast={desk.undoLast}
              onClose={desk.close}
              onOpen={desk.open}
              help={desk.help}
              onHelp={desk.setHelp}
            />
          ) : (
            <p className="hidden py-16 text-center text-soft min-[1100px]:block">{t('chooseEntry')}</p>
          )}
        </div>
      </div>
    </>
  )
}
