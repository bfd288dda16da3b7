import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { listReviewQueue } from '@salama/domain/reviews/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { filterQuery, PAGE_SIZE, type QueueFilter } from './filter.ts'
import { useDecisionState } from './saving/decision-context.ts'

export type QueuePage = ReplyOf<typeof listReviewQueue>

/** The polling interval while only the first page is loaded, to show new entries and claims. */
const AGAIN_MS = 60_000

const KEY = 'review-queue'

/**
 * The loaded pages of the queue. `first` is the server-rendered page of this filter; pages from the cache replace it, so
 * that going back restores the list and the position. Another filter shows the list of the last one until it is loaded.
 */
export function useQueue(filter: QueueFilter, first?: QueuePage) {
  const client = useQueryClient()
  const query = filterQuery(filter)
  const result = useInfiniteQuery({
    queryKey: [KEY, query],
    queryFn: ({ pageParam, signal }) =>
      call<typeof listReviewQueue>('GET /api/review-queue', {
        query: {
          limit: PAGE_SIZE,
          ...filter,
          targetS: filter.targetS === undefined ? undefined : Number(filter.targetS),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    ...(first && { initialData: { pages: [first], pageParams: [''] } }),
    placeholderData: keepPreviousData,
    staleTime: AGAIN_MS,
    refetchOnMount: false,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : AGAIN_MS),
  })
  const { data } = result
  useEffect(() => {
    if (first) client.setQueryData<Pages>([KEY, query], (old) => withNews(old, first))
  }, [client, query, first])
  const { decided } = useDecisionState()
  // An entry that moved between two page requests may be in both. One that was decided here is not open any more: also
  // while that is being saved, and where a page that was requested before still has it.
  const shown = useMemo(() => {
    const all = [...new Map(data?.pages.flatMap((page) => page.data).map((entry) => [entry.id, entry])).values()]
    const isDecided = ({ id, version, decidedAt }: ReviewEntry) =>
      decidedAt === null && version <= (decided.get(id) ?? 0)
    return { entries: all.filter((each) => !isDecided(each)), newest: without(data?.pages[0], all.filter(isDecided)) }
  }, [data, decided])
  /** The first entry after those that are loaded, for whoever is faster than the list. */
  const loadAfter = async (entries: readonly ReviewEntry[]) => {
    if (!result.hasNextPage) return undefined
    const { data: more } = await result.fetchNextPage()
    const known = new Set(entries.map(({ id }) => id))
    return more?.pages.flatMap((page) => page.data).find(({ id }) => !known.has(id) && !decided.has(id))
  }
  return { ...result, ...shown, loadAfter }
}

/** A page with the counts as they are without these entries. */
function without(page: QueuePage | undefined, entries: readonly ReviewEntry[]): QueuePage | undefined {
  return (
    page && {
      ...page,
      matching: page.matching === null ? null : page.matching - entries.length,
      waiting: page.waiting.map((each) => ({
        ...each,
        open: Math.max(0, each.open - entries.filter(({ kind }) => kind === each.kind).length),
      })),
    }
  )
}

type Pages = InfiniteData<QueuePage>

/** Merges a fresh first page into the cache: everything, or only the counts when more pages are loaded. */
function withNews(old: Pages | undefined, first: QueuePage): Pages | undefined {
  const [known, ...rest] = old?.pages ?? []
  if (!old || !known || known.asOf >= first.asOf) return old
  if (rest.length === 0) return { pages: [first], pageParams: [''] }
  return { ...old, pages: [{ ...known, asOf: first.asOf, waiting: first.waiting }, ...rest] }
}

/** Updates an entry in every cached list; a decided one is removed from the lists of open entries, and not counted. */
export function updateQueues(client: QueryClient, entry: ReviewEntry): void {
  const isDecided = entry.decidedAt !== null
  client.setQueriesData<Pages>({ queryKey: [KEY] }, (data) => {
    const old = data?.pages.flatMap((page) => page.data).find(({ id }) => id === entry.id)
    if (!data || !old) return data
    const moves = isDecided !== (old.decidedAt !== null)
    const less = moves && isDecided ? 1 : 0
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        data: page.data.flatMap((each) => (each.id !== entry.id ? [each] : moves ? [] : [entry])),
        matching: page.matching === null ? null : page.matching - less,
        waiting: page.waiting.map((each) =>
          each.kind === entry.kind ? { ...each, open: Math.max(0, each.open - less) } : each,
        ),
      })),
    }
  })
}

/** Invalidates every cached list. */
export const invalidateQueues = (client: QueryClient) => client.invalidateQueries({ queryKey: [KEY] })
