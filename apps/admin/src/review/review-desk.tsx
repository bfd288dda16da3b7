'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Image as ImageIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { BulkBar } from './bulk-dialog.tsx'
import { DeskHeader } from './desk-header.tsx'
import { EntryPane } from './entry-pane.tsx'
import { filterQuery, type QueueFilter } from './filter.ts'
import { useNow } from './marks.tsx'
import { Queue } from './queue.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { MAX_SELECTED, useSelection } from './queue-state.ts'
import { UnsavedNotice } from './saving/save-state.tsx'
import { ShortcutHelp } from './shortcuts.tsx'
import { useDesk } from './use-desk.ts'
import { useDeskUrl } from './use-desk-url.ts'
import { ENTRY_KEY } from './use-entry.ts'
import { type QueuePage, useQueue } from './use-queue.ts'
import { useShowsPhotos } from './use-shows-photos.ts'

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
  const [showsPhotos, setShowsPhotos] = useShowsPhotos()
  return (
    <>
      <UnsavedNotice />
      <div className="min-[1100px]:grid min-[1100px]:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] min-[1100px]:items-start min-[1100px]:gap-x-6">
        <div className={cx('@container min-w-0', openId && 'max-[1099px]:hidden')}>
          <DeskHeader queue={queue} isHeading={!desk.isLoaded}>
            <Button
              aria-pressed={showsPhotos}
              onClick={() => setShowsPhotos(!showsPhotos)}
              aria-label={t('listPhotos')}
            >
              <Icon as={ImageIcon} className={showsPhotos ? '' : 'opacity-40'} />
            </Button>
            {!openId && <ShortcutHelp shortcuts={desk.shortcuts} open={desk.help} onOpen={desk.setHelp} />}
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
            onFocus={desk.onFocus}
            onOpen={desk.openRow}
            focusRow={desk.focusRow}
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
          className="@container min-w-0 outline-none min-[1100px]:sticky min-[1100px]:top-0 min-[1100px]:h-dvh min-[1100px]:overflow-y-auto min-[1100px]:border-s min-[1100px]:border-line min-[1100px]:ps-6"
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
