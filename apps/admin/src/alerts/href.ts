import type { Alerts } from './alerts.tsx'

/** The page of what an alert is about. */
export function hrefOf({ kind, subjectId }: Alerts['data'][number]): `/${string}` {
  if (kind === 'feed_stopped' || subjectId === null) return '/network'
  return kind === 'not_safe' ? `/assignments/${subjectId}` : `/review/${subjectId}`
}
