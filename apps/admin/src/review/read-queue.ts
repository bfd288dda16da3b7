import { listReviewQueue } from '@salama/domain/reviews'
import type { UserCaller } from '@salama/session'
import { PAGE_SIZE, type QueueFilter } from './filter.ts'

/** The message namespaces of the review page. */
export const DESK_MESSAGES = [
  'common',
  'console',
  'errors',
  'review',
  'saving',
  'categories',
  'tags',
  'incidents',
  'map',
  'authors',
] as const

/** The first page of the queue, for rendering it on the server. */
export const readQueue = (
  caller: UserCaller,
  { mine, overdue, photos, odd, unassigned, late, targetS, ...filter }: QueueFilter,
) =>
  listReviewQueue(caller, {
    ...filter,
    state: filter.state ?? 'open',
    sort: filter.sort ?? 'due',
    mine: mine === 'true',
    overdue: overdue === 'true',
    photos: photos === 'true',
    odd: odd === 'true',
    unassigned: unassigned === 'true',
    late: late === 'true',
    ...(targetS && { targetS: Number(targetS) }),
    limit: PAGE_SIZE,
  })
