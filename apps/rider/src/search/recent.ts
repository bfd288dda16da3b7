// Recent searches, stored on this phone only with consent and never sent anywhere.

const KEY = 'salama-rider.recent-searches'
const MOST = 8

/** The saved searches, newest first; null without consent. */
export function readRecent(store: Pick<Storage, 'getItem'>): string[] | null {
  try {
    const saved: unknown = JSON.parse(store.getItem(KEY) ?? 'null')
    return Array.isArray(saved) ? saved.filter((each) => typeof each === 'string').slice(0, MOST) : null
  } catch {
    return null
  }
}

/** Saves them; null deletes all and withdraws consent. */
export function saveRecent(store: Pick<Storage, 'setItem' | 'removeItem'>, recent: readonly string[] | null): void {
  try {
    if (recent === null) store.removeItem(KEY)
    else store.setItem(KEY, JSON.stringify(recent))
  } catch {
    // Storage is unavailable: they are lost when the page closes.
  }
}

/** Adds one to the front, without duplicates. */
export const withRecent = (recent: readonly string[], q: string) =>
  [q, ...recent.filter((each) => each.toLowerCase() !== q.toLowerCase())].slice(0, MOST)
