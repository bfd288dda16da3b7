// How long ago something was on this device. Its clock may be wrong, and somebody, or the network, may set it at any
// time: only durations are asked of it, and where the page is still the same, of a clock that nobody can set.

/** A moment on this device: what its clock showed, and where the page's own clock stood. */
export type Moment = { at: number; page: number; tick: number }

export const momentNow = (): Moment => ({ at: Date.now(), page: performance.timeOrigin, tick: performance.now() })

/** When the page was last put away: a device may sleep then, and its page's clock with it. */
let awayAt = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    awayAt = performance.now()
  })

/**
 * What that clock would show now had nobody set it. Elsewhere only the clock itself can tell; it never goes backwards.
 */
export function clockOf({ at, page, tick }: Moment): number {
  if (page !== performance.timeOrigin) return Date.now()
  const ticked = at + performance.now() - tick
  return awayAt > tick ? Math.max(ticked, Date.now()) : ticked
}

/** Whether a duration has passed since a time of this device's clock; also when the clock was set back meanwhile. */
export const hasPassed = (sinceMs: number, durationMs: number, nowMs = Date.now()) =>
  nowMs < sinceMs || nowMs - sinceMs >= durationMs

const YEAR_MS = 366 * 24 * 3600 * 1000

/** Whether an age on this device can only mean that its clock was set: what is kept for weeks is not that old. */
export const isClockSet = (sinceMs: number, nowMs = Date.now()) => hasPassed(sinceMs, YEAR_MS, nowMs)
