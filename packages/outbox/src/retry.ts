import { hasPassed } from './elapsed.ts'
import { type Entry, type Item, isDone } from './items.ts'

// When an item is tried again after a failure, and which items have to wait although no sender is busy: for a time,
// for an earlier item, or because the last response means that none would be accepted now. A wait is a duration and no date:
// a phone whose clock is set meanwhile waits no longer for it.

const FIRST_MS = 2_000
const MAX_BACKOFF_MS = 5 * 60_000

/** The backoff after this many failures: doubled each time, up to five minutes, with jitter. */
export const backoffMs = (attempts: number, random = Math.random()) =>
  Math.min(MAX_BACKOFF_MS, FIRST_MS * 2 ** Math.min(attempts, 12)) * (0.75 + random / 2)

/** Counts the failed attempt and sets the wait for the next: for the backoff, and as long as the server's Retry-After. */
export const nextAttempt = (item: { attempts: number }, retryAfterS?: number | null) => ({
  attempts: item.attempts + 1,
  failedAt: Date.now(),
  waitMs: Math.max(backoffMs(item.attempts), (retryAfterS ?? 0) * 1_000),
})

/** Whether an item must not be sent until `before`, which was added earlier, is received. */
export type WaitsFor<Content> = (
  item: { content: Content },
  before: { content: Content; state: 'waiting' | 'refused' | 'sign_in' },
) => boolean

export type Rules<Content> = {
  waitsFor?: WaitsFor<Content>
  /** Failures that apply to all other items too; `sign_in` is one if all items belong to one user. */
  holdsAll?: readonly string[]
}

/** The phone is offline, or the server asked to retry later. */
export const HOLDS_ALL: readonly string[] = ['network', 'rate_limited']

/** A Retry-After of the server is always respected. */
const canRetryNow = (code: string | undefined) => code !== 'rate_limited'

type Waiting = Pick<Item<unknown, unknown>, 'failedAt' | 'waitMs'>

/** How long an item still waits. */
export function leftMs({ failedAt = 0, waitMs = 0 }: Waiting, nowMs = Date.now()): number {
  return hasPassed(failedAt, waitMs, nowMs) ? 0 : failedAt + waitMs - nowMs
}

/** Whether an item may be tried now. `eager`: there is a reason to retry at once. */
export const isDue = (item: Waiting & { problem: { code: string } | null }, eager: boolean) =>
  leftMs(item) === 0 || (eager && canRetryNow(item.problem?.code))

/** The failures that block everything, and for how long. */
function holders<Content, Reply>(entries: Entry<Content, Reply>[], holdsAll: readonly string[]) {
  return entries.flatMap(({ item, files }) => {
    const problems = item.state === 'received' ? files.filter((file) => file.state === 'waiting') : [item]
    return item.state === 'refused'
      ? []
      : problems.flatMap(({ problem }) =>
          problem && holdsAll.includes(problem.code) ? [{ code: problem.code, forMs: leftMs(item) }] : [],
        )
  })
}

const waitsForPerson = <Content, Reply>(entries: Entry<Content, Reply>[], holdsAll: readonly string[]) =>
  holdsAll.includes('sign_in') && entries.some(({ item }) => item.state === 'sign_in')

/** Whether an earlier response blocks everything now. */
export const isHeld = <Content, Reply>(entries: Entry<Content, Reply>[], holdsAll: readonly string[], eager: boolean) =>
  (!eager && waitsForPerson(entries, holdsAll)) ||
  holders(entries, holdsAll).some(({ code, forMs }) => forMs > 0 && !(eager && canRetryNow(code)))

/** Whether an earlier item blocks this one. */
export const isBlocked = <Content, Reply>(
  { item }: Entry<Content, Reply>,
  entries: Entry<Content, Reply>[],
  waitsFor: WaitsFor<Content>,
) => {
  const place = entries.findIndex((each) => each.item.id === item.id)
  return entries
    .slice(0, Math.max(0, place))
    .some(({ item: { content, state } }) => state !== 'received' && waitsFor(item, { content, state }))
}

/** How long until the next attempt is due; null if no item waits for a time. */
export function nextDueInMs<Content, Reply>(
  entries: Entry<Content, Reply>[],
  { waitsFor = () => false, holdsAll = HOLDS_ALL }: Rules<Content> = {},
): number | null {
  if (waitsForPerson(entries, holdsAll)) return null
  const due = entries
    .filter((entry) => entry.item.state === 'waiting' || (entry.item.state === 'received' && !isDone(entry)))
    .filter((entry) => !isBlocked(entry, entries, waitsFor))
    .map(({ item }) => leftMs(item))
  if (due.length === 0) return null
  return Math.max(Math.min(...due), ...holders(entries, holdsAll).map(({ forMs }) => forMs))
}
