import type { listAdminAlerts } from '@salama/domain/admin-alerts/contract'
import type { ReplyOf } from '@salama/domain/shared'

/** The path of a record's page without the id, by the record's kind in the search and in the audit log. */
const PAGES = {
  vehicle: '/vehicles/',
  sacco: '/saccos/',
  user: '/users/',
  assignment: '/assignments/',
  incident: '/incidents/',
  review_entry: '/review/',
  gtfs_import: '/network/',
  corridor: '/incidents?corridorId=',
  route: '/network/map?route=',
  stop: '/network/map?stage=',
} as const

type Kind = keyof typeof PAGES

export const hasPage = (kind: string): kind is Kind => Object.hasOwn(PAGES, kind)

export const recordPath = (kind: Kind, id: string) => `${PAGES[kind]}${id}` as const

/** The page of what an alert is about. */
export function alertPath({ kind, subjectId }: ReplyOf<typeof listAdminAlerts>['data'][number]): `/${string}` {
  if (kind === 'feed_stopped' || subjectId === null) return '/network'
  return recordPath(kind === 'not_safe' ? 'assignment' : 'review_entry', subjectId)
}
