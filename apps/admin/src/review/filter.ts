import { Category } from '@salama/domain/incidents/contract'
import { OPEN_STATES, ReviewKind, ReviewState } from '@salama/domain/review-entries/contract'
import { z } from 'zod'

/** What can be asked of the queue beside what waits: `open` and `closed`, and each state. */
export const STATES = ['open', ...OPEN_STATES, 'closed', ...ReviewState.exclude(OPEN_STATES).options] as const

const Filter = z.object({
  kind: ReviewKind.optional().catch(undefined),
  state: z.enum(STATES).optional().catch(undefined),
  category: Category.optional().catch(undefined),
  mine: z.literal('true').optional().catch(undefined),
})

/** What the queue is narrowed to. It stands in the page's address; what makes no sense there is left out. */
export type QueueFilter = z.output<typeof Filter>

export const readFilter = (query: Record<string, string | string[] | undefined>): QueueFilter =>
  Object.fromEntries(Object.entries(Filter.parse(query)).filter(([, value]) => value !== undefined))

/** As a query, without the question mark; empty when nothing is narrowed. */
export const filterQuery = (filter: QueueFilter) =>
  new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString()

/** The address of an entry, which knows the queue that one comes from and goes back to. */
export const entryHref = (id: string, filter: QueueFilter) => ({ pathname: `/review/${id}`, query: filter })

/** Entries in one page of the queue. */
export const PAGE_SIZE = 50
