import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { EntryView } from './entry-view.tsx'
import { readTask } from './tasks.ts'
import { entryQuery } from './use-entry.ts'

type PaneProps = Omit<Parameters<typeof EntryView>[0], 'initial' | 'task' | 'undo'> & {
  id: string
  initial?: ReviewEntryDetail
  action: string | null
}

/** The open entry once it is loaded; usually it was prefetched. */
export function EntryPane({ id, initial, action, ...props }: PaneProps) {
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

/** Reading a report is noted, and its reporter is told how often: it is read when a person opens it. */
const READING_IS_NOTED = ['report', 'dispute']

/** Loads what will be opened next, so that it is shown at once. */
export function usePrefetch(
  entries: readonly { id: string; kind: string }[],
  openId: string | null,
  index: number,
): void {
  const client = useQueryClient()
  const wanted = openId === null ? [entries[0]] : AHEAD.map((by) => entries[index + by])
  const ids = wanted
    .filter((each) => each && !READING_IS_NOTED.includes(each.kind))
    .map((each) => each?.id)
    .join(' ')
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) void client.prefetchQuery(entryQuery(id))
  }, [client, ids])
}
