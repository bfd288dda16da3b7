import { readStored, type Store, writeStored } from '@/stored.ts'

// Recent searches, stored on this phone only with consent and never sent anywhere.

const KEY = 'salama-rider.recent-searches'
const MAX_SEARCHES = 8

/** The saved searches, newest first; null without consent. */
export function readRecent(store: Pick<Store, 'getItem'>): string[] | null {
  const saved = readStored(() => store, KEY)
  return Array.isArray(saved) ? saved.filter((each) => typeof each === 'string').slice(0, MAX_SEARCHES) : null
}

/** Saves them; null deletes all and withdraws consent. Without storage they are lost when the page closes. */
export const saveRecent = (store: Store, recent: readonly string[] | null) => writeStored(() => store, KEY, recent)

/** Adds one to the front, without duplicates. */
export const withRecent = (recent: readonly string[], q: string) =>
  [q, ...recent.filter((each) => each.toLowerCase() !== q.toLowerCase())].slice(0, MAX_SEARCHES)
