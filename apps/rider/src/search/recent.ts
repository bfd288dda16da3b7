// What was looked for on this phone, kept only if the person wants it, and never sent anywhere.

const KEY = 'salama-rider.recent-searches'
const MOST = 8

/** The kept searches, newest first; null when they are not to be kept. */
export function readRecent(store: Pick<Storage, 'getItem'>): string[] | null {
  try {
    const saved: unknown = JSON.parse(store.getItem(KEY) ?? 'null')
    return Array.isArray(saved) ? saved.filter((each) => typeof each === 'string').slice(0, MOST) : null
  } catch {
    return null
  }
}

/** Keeps them; null forgets all of them and keeps none from now on. */
export function saveRecent(store: Pick<Storage, 'setItem' | 'removeItem'>, recent: readonly string[] | null): void {
  try {
    if (recent === null) store.removeItem(KEY)
    else store.setItem(KEY, JSON.stringify(recent))
  } catch {
    // This browser keeps nothing; then they are gone when the page is closed.
  }
}

/** One more at the front, each only once. */
export const withRecent = (recent: readonly string[], q: string) =>
  [q, ...recent.filter((each) => each.toLowerCase() !== q.toLowerCase())].slice(0, MOST)
