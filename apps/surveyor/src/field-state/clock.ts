import type { Server } from './field-cache.ts'

// A phone's clock can be off by a day. All that is recorded uses the server's time, by its last response.

type Known = Pick<Server, 'skewMs'> | null

/** The current time by the server's clock. */
export const nowAtServer = (server: Known) => Date.now() + (server?.skewMs ?? 0)

/** The same as an ISO string, for start, entry and end times in requests. */
export const stamp = (server: Known) => new Date(nowAtServer(server)).toISOString()

/** Latency and small differences between clocks are tolerated. */
const WRONG_MS = 5 * 60_000

/** The skew of this phone's clock, if it is large enough to show. */
export function wrongClock(server: Known): { is: 'behind' | 'ahead'; hours: number; minutes: number } | null {
  const skewMs = server?.skewMs ?? 0
  if (Math.abs(skewMs) < WRONG_MS) return null
  return { is: skewMs > 0 ? 'behind' : 'ahead', ...hoursAndMinutes(Math.abs(skewMs)) }
}

/** Less than a minute ago does not count as past. */
export function hoursAndMinutes(ms: number) {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** From two days on nobody counts hours: `days` is 0 before. */
export function daysOrHours(ms: number) {
  const time = hoursAndMinutes(ms)
  return { ...time, days: time.hours < 48 ? 0 : Math.floor(time.hours / 24) }
}
