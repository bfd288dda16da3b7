import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

// What this device stores for the pages. No other code names the storages of the browser, which a lint rule checks: where
// site data are blocked even naming one throws, and a page that does so is gone. Here that is the same as an empty one
// that stores nothing. Whoever stores says what that means to the person: everything works, and nothing is kept.

export type { DBSchema, IDBPDatabase }

export type DeviceStore = {
  getItem: (key: string) => string | null
  /** False: it is not stored, because storage is full or blocked. */
  setItem: (key: string, value: string) => boolean
  removeItem: (key: string) => void
  keys: () => string[]
}

/** A storage that never throws. It is named at each use, because a browser may block it at any time. */
export function guarded(storage: () => Storage): DeviceStore {
  const attempt = <T>(work: (there: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => attempt((there) => there.getItem(key), null),
    setItem: (key, value) =>
      attempt((there) => {
        there.setItem(key, value)
        return true
      }, false),
    removeItem: (key) => attempt((there) => there.removeItem(key), undefined),
    keys: () => attempt((there) => Object.keys(there), []),
  }
}

/** Until somebody deletes it. */
export const deviceStore = guarded(() => localStorage)
/** Until this tab is closed. */
export const tabStore = guarded(() => sessionStorage)

/** Whether this device keeps anything; asks by storing something. */
export function canKeep(store: DeviceStore = deviceStore): boolean {
  const key = 'salama.probe'
  const isKept = store.setItem(key, '1')
  store.removeItem(key)
  return isKept
}

/** A database of this device. Rejects where there is none, and never throws. */
export const openDatabase = async <Schema extends DBSchema>(
  name: string,
  version: number,
  callbacks: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> => openDB<Schema>(name, version, callbacks)

/** The names of the databases; none where the browser cannot list them. */
export async function listDatabases(): Promise<string[]> {
  try {
    const found = await indexedDB.databases()
    return found.flatMap(({ name }) => name ?? [])
  } catch {
    return []
  }
}

/** Also resolves while an open page blocks the deletion: the database is deleted when that page is closed. */
export const deleteDatabase = (name: string) =>
  new Promise<void>((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve()
      request.onerror = () => resolve()
      request.onblocked = () => resolve()
    } catch {
      resolve()
    }
  })

/** A cache of responses; null where it is unavailable: without HTTPS, or in private windows of some browsers. */
export async function openCache(name: string): Promise<Cache | null> {
  try {
    return await caches.open(name)
  } catch {
    return null
  }
}

/** Asks the browser not to evict what is stored; storing works either way. */
export async function askToKeep(): Promise<void> {
  try {
    await navigator.storage.persist()
  } catch {
    // Then it is kept as long as there is room.
  }
}
