import { type DBSchema, type IDBPDatabase, openDatabase } from '@salama/http/device-storage'
import { hasPassed, isClockSet } from './elapsed.ts'
import type { Entry, Item, ItemFile } from './items.ts'

// The storage on the device. Everything that a user wrote is persisted here before anything is sent, in one transaction
// with what it belongs to, so that a closed tab or an empty battery leaves all of it or, before the page has said
// "saved", nothing. A failed write is an error with a reason, never silent.

/** The device did not store it: `full`: no space; `unavailable`: the browser denies storage (private mode, blocked). */
export class StorageProblem extends Error {
  readonly reason: 'full' | 'unavailable'
  constructor(cause: unknown) {
    super('This device does not keep it', { cause })
    this.reason = isFull(cause) ? 'full' : 'unavailable'
  }
}

export const orderOf = ({ order, savedAt }: Item<unknown, unknown>) => order ?? savedAt

const isFull = (cause: unknown): boolean =>
  cause instanceof DOMException && (cause.name === 'QuotaExceededError' || isFull(Reflect.get(cause, 'inner')))

interface Schema<Content, Reply> extends DBSchema {
  items: { key: string; value: Item<Content, Reply> }
  files: { key: string; value: ItemFile; indexes: { itemId: string } }
  leases: { key: string; value: { id: string; holder: string; until: number } }
}

/** On the disk, not only with the operating system, before "saved" is said: a battery may be pulled after it. */
const ON_DISK = { durability: 'strict' } as const

/** A timeout, so that a hanging browser does not look like loading forever. */
const OPEN_MS = 10_000

async function open<Content, Reply>(name: string, lost: () => void): Promise<IDBPDatabase<Schema<Content, Reply>>> {
  const opening = openDatabase<Schema<Content, Reply>>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('items', { keyPath: 'id' })
      db.createObjectStore('files', { keyPath: 'id' }).createIndex('itemId', 'itemId')
      db.createObjectStore('leases', { keyPath: 'id' })
    },
    // A newer version of the app in another tab wants to upgrade the schema, so close the connection.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
      lost()
    },
    terminated: lost,
  })
  // After it: where storage is blocked, opening throws at once, and nobody would wait for this.
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It does not open')), OPEN_MS))
  return Promise.race([opening, late])
}

export type Store<Content, Reply> = ReturnType<typeof createStore<Content, Reply>>

/** The stored items and files of one outbox. Every method throws {StorageProblem}. */
export function createStore<Content, Reply>(name: string) {
  type Kept = Item<Content, Reply>
  let opened: Promise<IDBPDatabase<Schema<Content, Reply>>> | undefined
  const lost = () => {
    opened = undefined
  }

  async function use<T>(work: (db: IDBPDatabase<Schema<Content, Reply>>) => Promise<T>): Promise<T> {
    try {
      opened ??= open<Content, Reply>(name, lost)
      return await work(await opened)
    } catch (cause) {
      lost()
      throw cause instanceof StorageProblem ? cause : new StorageProblem(cause)
    }
  }

  return {
    /** All items, in the order of sending; files in the order in which they were added. */
    list: () =>
      use(async (db): Promise<Entry<Content, Reply>[]> => {
        const tx = db.transaction(['items', 'files'])
        const [items, files] = await Promise.all([tx.objectStore('items').getAll(), tx.objectStore('files').getAll()])
        files.sort((a, b) => a.addedAt - b.addedAt)
        return items
          .toSorted((a, b) => orderOf(a) - orderOf(b))
          .map((item) => ({ item, files: files.filter((file) => file.itemId === item.id) }))
      }),

    put: (item: Kept) =>
      use(async (db) => {
        const tx = db.transaction('items', 'readwrite', ON_DISK)
        const last = Math.max(0, ...(await tx.store.getAll()).filter(({ id }) => id !== item.id).map(orderOf))
        await Promise.all([tx.store.put({ ...item, order: Math.max(item.savedAt, last + 1) }), tx.done])
      }),

    /** Updates an item if it still exists, so that a deleted one is not restored. */
    change: (id: string, changes: Partial<Kept>) =>
      use(async (db) => {
        const tx = db.transaction('items', 'readwrite')
        const item = await tx.store.get(id)
        if (item) await tx.store.put({ ...item, ...changes })
        await tx.done
      }),

    /** Removes an item that was not received, for editing; its files stay. False: there is no such item. */
    withdraw: (id: string) =>
      use(async (db) => {
        const tx = db.transaction('items', 'readwrite')
        const item = await tx.store.get(id)
        const isThere = item !== undefined && item.state !== 'received'
        if (isThere) await tx.store.delete(id)
        await tx.done
        return isThere
      }),

    /** Deletes an item and its files. */
    remove: (id: string) =>
      use(async (db) => {
        const tx = db.transaction(['items', 'files'], 'readwrite')
        await tx.objectStore('items').delete(id)
        const files = tx.objectStore('files')
        for (const key of await files.index('itemId').getAllKeys(id)) await files.delete(key)
        await tx.done
      }),

    filesOf: (itemId: string) =>
      use(async (db) => {
        const files = await db.getAllFromIndex('files', 'itemId', itemId)
        return files.toSorted((a, b) => a.addedAt - b.addedAt)
      }),

    putFile: (file: ItemFile) =>
      use(async (db) => {
        const tx = db.transaction('files', 'readwrite', ON_DISK)
        await Promise.all([tx.store.put(file), tx.done])
      }),

    changeFile: (id: string, changes: Partial<ItemFile>) =>
      use(async (db) => {
        const tx = db.transaction('files', 'readwrite')
        const file = await tx.store.get(id)
        if (file) await tx.store.put({ ...file, ...changes })
        await tx.done
      }),

    removeFile: (id: string) => use((db) => db.delete('files', id)),

    /** Moves the files of one item to another, for content that is sent under a new id. */
    moveFiles: (from: string, to: string) =>
      use(async (db) => {
        const tx = db.transaction('files', 'readwrite')
        for (const file of await tx.store.index('itemId').getAll(from))
          await tx.store.put({ ...file, itemId: to, state: 'waiting', problem: null, sendingSince: null })
        await tx.done
      }),

    /** Deletes files without an item that are older than this; the age begins anew where the clock was set. */
    sweepFiles: (afterMs: number) =>
      use(async (db) => {
        const tx = db.transaction(['items', 'files'], 'readwrite')
        const known = new Set(await tx.objectStore('items').getAllKeys())
        const files = tx.objectStore('files')
        for (const file of await files.getAll())
          if (known.has(file.itemId)) continue
          else if (isClockSet(file.addedAt)) await files.put({ ...file, addedAt: Date.now() })
          else if (hasPassed(file.addedAt, afterMs)) await files.delete(file.id)
        await tx.done
      }),

    /** Acquires or renews a lease, in one transaction; false while another holder has it, and never for longer than it lasts. */
    acquireLease: (id: string, holder: string, nowMs: number, forMs: number) =>
      use(async (db) => {
        const tx = db.transaction('leases', 'readwrite')
        const held = await tx.store.get(id)
        const isMine = held === undefined || held.holder === holder || held.until <= nowMs || held.until > nowMs + forMs
        if (isMine) await tx.store.put({ id, holder, until: nowMs + forMs })
        await tx.done
        return isMine
      }),

    dropLease: (id: string, holder: string) =>
      use(async (db) => {
        const tx = db.transaction('leases', 'readwrite')
        if ((await tx.store.get(id))?.holder === holder) await tx.store.delete(id)
        await tx.done
      }),
  }
}
