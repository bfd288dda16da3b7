import { MAX_DASHBOARD_DAYS } from '@salama/domain/dashboard/contract'

type Period = { from?: string | undefined; to?: string | undefined }

const DAY_MS = 86_400_000

/** The day that it is in Nairobi, as the service counts days. There is no summer time there. */
const cityDay = (now: Date) => new Date(now.getTime() + 3 * 3_600_000).toISOString().slice(0, 10)

/** A period that is turned around or too long is cut to the days before its end, rather than refused. */
export function countable({ from, to }: Period, now: Date): Period {
  if (from === undefined) return { to }
  const end = to ?? cityDay(now)
  const days = (Date.parse(end) - Date.parse(from)) / DAY_MS
  if (days < 0) return { to }
  if (days <= MAX_DASHBOARD_DAYS) return { from, to }
  return { from: new Date(Date.parse(end) - MAX_DASHBOARD_DAYS * DAY_MS).toISOString().slice(0, 10), to: end }
}
