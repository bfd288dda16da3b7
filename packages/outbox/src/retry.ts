import { type Entry, isDone } from './items.ts'

// When an item is tried again after a failure, and which items have to wait although no sender is busy: until a time,
// for an earlier item, or because the last response means that none would be accepted now.

const FIRST_MS = 2_000
const MAX_BACKOFF_MS = 5 * 60_000

/** The backoff after this many failures: doubled each time, up to five minutes, with jitter. */
export const backoffMs = (attempts: number, random = Math.random()) =>
  Math.min(MAX_BACKOFF_MS, FIRST_MS * 2 ** Math.min(attempts, 12)) * (0.75 + random / 2)

/** Counts the failed attempt and sets the time of the next: after the backoff, and not before the server's Retry-After. */
export const nextAttempt = (item: { attempts: number }, retryAfterS?: number | null) => ({
  attempts: item.attempts + 1,
  notBefore: Date.now() + Math.max(backoffMs(item.attempts), (retryAfterS ?? 0) * 1_000),
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

/** Whether an item may be tried now. `eager`: there is a reason to retry at once. */
export const isDue = (item: { notBefore: number; problem: { code: string } | null }, eager: boolean) =>
  item.notBefore <= Date.now() || (eager && canRetryNow(item.problem?.code))

/** The failures that block everything, and until when. */
function holders<Content, Reply>(entries: Entry<Content, Reply>[], holdsAll: readonly string[]) {
  return entries.flatMap(({ item, files }) => {
    const problems = item.state === 'received' ? files.filter((file) => file.state === 'waiting') : [item]
    return item.state === 'refused'
      ? []
      : problems.flatMap(({ problem }) =>
          problem && holdsAll.includes(problem.code) ? [{ code: problem.code, until: item.notBefore }] : [],
        )
  })
}

const waitsForPerson = <Content, Reply>(entries: Entry<Content, Reply>[], holdsAll: readonly string[]) =>
  holdsAll.includes('sign_in') && entries.some(({ item }) => item.state === 'sign_in')

/** Whether an earlier response blocks everything now. */
export const isHeld = <Content, Reply>(entries: Entry<Content, Reply>[], holdsAll: readonly string[], eager: boolean) =>
  (!eager && waitsForPerson(entries, holdsAll)) ||
  holders(entries, holdsAll).some(({ code, until }) => until > Date.now() && !(eager && canRetryNow(code)))

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

/** When the next attempt is due; null if no item waits for a time. */
export function nextDueMs<Content, Reply>(
  entries: Entry<Content, Reply>[],
  { waitsFor = () => false, holdsAll = HOLDS_ALL }: Rules<Content> = {},
): number | null {
  if (waitsForPerson(entries, holdsAll)) return null
  const due = entries
    .filter((entry) => entry.item.state === 'waiting' || (entry.item.state === 'received' && !isDone(entry)))
    .filter((entry) => !isBlocked(entry, entries, waitsFor))
    .map(({ item }) => item.notBefore)
  if (due.length === 0) return null
  return Math.max(Math.min(...due), ...holders(entries, holdsAll).map(({ until }) => until))
}
