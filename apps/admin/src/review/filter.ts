import { CATEGORY_CODES, CLOSED_STATES, OPEN_STATES, REVIEW_KINDS, REVIEW_SORTS } from '@salama/domain/shared'

export const STATES = ['open', ...OPEN_STATES, 'closed', 'accepted', ...CLOSED_STATES] as const

/** The filters that are on or off. */
export const FLAGS = ['mine', 'overdue', 'photos', 'odd', 'unassigned'] as const

/** The queue's filter from the page's query. */
export type QueueFilter = {
  kind?: (typeof REVIEW_KINDS)[number]
  state?: (typeof STATES)[number]
  category?: (typeof CATEGORY_CODES)[number]
  q?: string
  /** Without: by due time. */
  sort?: (typeof REVIEW_SORTS)[number]
  /** Set by a link, as from the dashboard: the days and lateness of decisions, the class of urgency, one surveyor. */
  from?: string
  to?: string
  late?: 'true'
  targetS?: string
  surveyorId?: string
} & { [Flag in (typeof FLAGS)[number]]?: 'true' }

const MAX_TEXT = 80

/** What only links set, and what it looks like. */
const LINKED = {
  from: /^(19|20|21)\d\d-\d\d-\d\d$/,
  to: /^(19|20|21)\d\d-\d\d-\d\d$/,
  late: /^true$/,
  targetS: /^\d{1,6}$/,
  surveyorId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}

/** Invalid values are dropped. */
export function readFilter(query: Record<string, unknown>): QueueFilter {
  const one = <Value extends string>(name: string, of: readonly Value[]) => of.find((value) => value === query[name])
  const [kind, state, category] = [one('kind', REVIEW_KINDS), one('state', STATES), one('category', CATEGORY_CODES)]
  const sort = one('sort', REVIEW_SORTS)
  const q = typeof query.q === 'string' ? query.q.trim() : ''
  return {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(category && { category }),
    ...(sort && sort !== 'due' && { sort }),
    ...(q.length >= 2 && q.length <= MAX_TEXT && { q }),
    ...Object.fromEntries(
      Object.entries(LINKED).flatMap(([name, looks]) => {
        const value = query[name]
        return typeof value === 'string' && looks.test(value) ? [[name, value]] : []
      }),
    ),
    ...Object.fromEntries(FLAGS.filter((flag) => query[flag] === 'true').map((flag) => [flag, 'true'])),
  }
}

/** The query string without the question mark; empty without a filter. */
export const filterQuery = (filter: QueueFilter) =>
  new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString()

export const PAGE_SIZE = 50
