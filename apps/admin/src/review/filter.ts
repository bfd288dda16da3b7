import { Category } from '@salama/domain/incidents/contract'
import { OPEN_STATES, ReviewKind, ReviewState } from '@salama/domain/review-entries/contract'
import { z } from 'zod'

/** The state filters of the queue: `open`, `closed`, and each single state. */
export const STATES = ['open', ...OPEN_STATES, 'closed', ...ReviewState.exclude(OPEN_STATES).options] as const

/** The filters that are on or off. */
export const FLAGS = ['mine', 'overdue', 'photos', 'odd', 'unassigned'] as const

const flag = z.literal('true').optional().catch(undefined)
const Filter = z.object({
  kind: ReviewKind.optional().catch(undefined),
  state: z.enum(STATES).optional().catch(undefined),
  category: Category.optional().catch(undefined),
  q: z.string().trim().min(2).max(80).optional().catch(undefined),
  mine: flag,
  overdue: flag,
  photos: flag,
  odd: flag,
  unassigned: flag,
})

/** The queue's filter from the page's query; invalid values are dropped. */
export type QueueFilter = z.output<typeof Filter>

export const readFilter = (query: Record<string, string | string[] | undefined>): QueueFilter =>
  Object.fromEntries(Object.entries(Filter.parse(query)).filter(([, value]) => value !== undefined))

/** The query string without the question mark; empty without a filter. */
export const filterQuery = (filter: QueueFilter) =>
  new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString()

/** The page size of the queue. */
export const PAGE_SIZE = 50
