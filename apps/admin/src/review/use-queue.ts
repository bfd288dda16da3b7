'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { listReviewQueue } from '@salama/domain/reviews/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { filterQuery, PAGE_SIZE, type QueueFilter } from './filter.ts'

export type QueuePage = ReplyOf<typeof listReviewQueue>

/** While only the first page is there it is read again so often, so that what comes and what others claim is seen. */
const AGAIN_MS = 60_000

const KEY = 'review-queue'

/**
 * The queue as far as it was read. `first` is what the server rendered; what was read before on the same way through the
 * console is used instead, so that going back finds the list, and the place in it, as it was.
 */
export function useQueue(filter: QueueFilter, first?: QueuePage) {
  const client = useQueryClient()
  const query = filterQuery(filter)
  const result = useInfiniteQuery({
    queryKey: [KEY, query],
    queryFn: ({ pageParam, signal }) =>
      call<typeof listReviewQueue>('GET /api/review-queue', {
        query: { limit: PAGE_SIZE, ...filter, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    ...(first && { initialData: { pages: [first], pageParams: [''] } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : AGAIN_MS),
  })
  const { data } = result
  useEffect(() => {
    if (first) client.setQueryData<Pages>([KEY, query], (old) => withNews(old, first))
  }, [client, query, first])
  // An entry that moved while pages were read may be in two of them.
  const entries = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.data).map((entry) => [entry.id, entry])).values()],
    [data],
  )
  return { ...result, entries, newest: data?.pages[0] }
}

type Pages = InfiniteData<QueuePage>

/** What the server has just said, in what was read before: all of it, or where more was read than the first page, how much waits. */
function withNews(old: Pages | undefined, first: QueuePage): Pages | undefined {
  const [known, ...rest] = old?.pages ?? []
  if (!old || !known || known.asOf >= first.asOf) return old
  if (rest.length === 0) return { pages: [first], pageParams: [''] }
  return { ...old, pages: [{ ...known, asOf: first.asOf, waiting: first.waiting }, ...rest] }
}

/** Puts what is now known of an entry into every list that was read; one that is decided leaves those of what waits. */
export function updateQueues(client: QueryClient, entry: ReviewEntry): void {
  const patch = ({ id, ...old }: ReviewEntry): ReviewEntry[] =>
    id !== entry.id ? [{ id, ...old }] : (entry.decidedAt === null) === (old.decidedAt === null) ? [entry] : []
  client.setQueriesData<Pages>({ queryKey: [KEY] }, (data) => {
    if (!data) return data
    return { ...data, pages: data.pages.map((page) => ({ ...page, data: page.data.flatMap(patch) })) }
  })
}

/** Has every list read anew when it is next looked at. */
export const invalidateQueues = (client: QueryClient) => client.removeQueries({ queryKey: [KEY] })

type Neighbours = {
  previous: string | undefined
  next: string | undefined
  /** Where the entry is in the list, from one; undefined where it is not in what was read of it. */
  position: number | undefined
}

/** What stands before and after an entry in the list that one came from. More of the list is read before its end is reached. */
export function useNeighbours(id: string, filter: QueueFilter): Neighbours {
  const { entries, hasNextPage, isFetchingNextPage, fetchNextPage } = useQueue(filter)
  const index = entries.findIndex((entry) => entry.id === id)
  const isLast = index !== -1 && index >= entries.length - 2
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isLast, hasNextPage, isFetchingNextPage, fetchNextPage])
  return {
    previous: entries[index - 1]?.id,
    next: entries[index + 1]?.id,
    position: index === -1 ? undefined : index + 1,
  }
}
