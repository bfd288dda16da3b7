import type { Server } from './field-cache.ts'

// A phone's clock may be wrong by a day, and nobody in the field is to pay for it: whatever is recorded is told in the
// server's time, as well as this phone knows it.

type Known = Pick<Server, 'skewMs'> | null

/** Now, by the server's clock. */
export const nowAtServer = (server: Known) => Date.now() + (server?.skewMs ?? 0)

/** The same as it is sent: when something was started, recorded, ended. */
export const stamp = (server: Known) => new Date(nowAtServer(server)).toISOString()

/** What a line costs an answer, and the clocks of two machines differ by, is nobody's fault. */
const WRONG_MS = 5 * 60_000

/** How wrong this phone's clock is, if it is worth a word. */
export function wrongClock(server: Known): { is: 'behind' | 'ahead'; hours: number; minutes: number } | null {
  const skewMs = server?.skewMs ?? 0
  if (Math.abs(skewMs) < WRONG_MS) return null
  return { is: skewMs > 0 ? 'behind' : 'ahead', ...hoursAndMinutes(Math.abs(skewMs)) }
}

/** A time that is over by less than a minute is none. */
export function hoursAndMinutes(ms: number) {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
