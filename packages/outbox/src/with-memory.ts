import type { Entry, Item, ItemFile } from './items.ts'
import { orderOf, StorageProblem, type Store } from './store.ts'

/**
 * A store for pages that work without one: what the device refuses (site data blocked, no space left) is in this page's
 * memory. It is sent while the page is open and lost with it, so the page has to say so: see `isKept`.
 */
export function withMemory<Content, Reply>(store: Store<Content, Reply>) {
  const items = new Map<string, Item<Content, Reply>>()
  const files = new Map<string, ItemFile>()
  let isRefused = false

  const orElse = async <T>(work: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      isRefused = true
      return otherwise()
    }
  }
  const withFiles = (itemId: string, stored: readonly ItemFile[]) => [
    ...stored,
    ...[...files.values()].filter((file) => file.itemId === itemId),
  ]
  const list = async (): Promise<Entry<Content, Reply>[]> => {
    const stored = (await orElse(store.list(), () => [])).filter(({ item }) => !items.has(item.id))
    // Their files were stored before them, or are in memory, too.
    const inMemory = [...items.values()].map(async (item) => ({
      item,
      files: await orElse(store.filesOf(item.id), () => []),
    }))
    return [...stored, ...(await Promise.all(inMemory))]
      .map(({ item, files: own }) => ({ item, files: withFiles(item.id, own) }))
      .toSorted((a, b) => orderOf(a.item) - orderOf(b.item))
  }

  return {
    ...store,
    /** False: closing this page loses something. */
    isKept: () =>
      !isRefused &&
      [...items.values()].every(({ state }) => state === 'received') &&
      [...files.values()].every(({ state }) => state !== 'waiting'),
    list,
    put: async (item: Item<Content, Reply>) => {
      const kept = store.put(item).then(() => {
        isRefused = false
        items.delete(item.id)
      })
      await orElse(kept, async () => {
        const last = Math.max(0, ...(await list()).map((each) => orderOf(each.item)))
        items.set(item.id, { ...item, order: Math.max(item.savedAt, last + 1) })
      })
    },
    change: async (id: string, changes: Partial<Item<Content, Reply>>) => {
      const item = items.get(id)
      if (item) items.set(id, { ...item, ...changes })
      else await store.change(id, changes)
    },
    withdraw: async (id: string) => {
      const item = items.get(id)
      return item ? item.state !== 'received' && items.delete(id) : store.withdraw(id)
    },
    remove: async (id: string) => {
      for (const file of withFiles(id, [])) files.delete(file.id)
      if (items.delete(id)) await orElse(store.remove(id), () => undefined)
      else await store.remove(id)
    },
    filesOf: async (itemId: string) => withFiles(itemId, await orElse(store.filesOf(itemId), () => [])),
    putFile: (file: ItemFile) => orElse(store.putFile(file), () => void files.set(file.id, file)),
    changeFile: async (id: string, changes: Partial<ItemFile>) => {
      const file = files.get(id)
      if (file) files.set(id, { ...file, ...changes })
      else await store.changeFile(id, changes)
    },
    removeFile: async (id: string) => {
      if (!files.delete(id)) await store.removeFile(id)
    },
    moveFiles: async (from: string, to: string) => {
      for (const file of withFiles(from, []))
        files.set(file.id, { ...file, itemId: to, state: 'waiting', problem: null, sendingSince: null })
      await orElse(store.moveFiles(from, to), () => undefined)
    },
    sweepFiles: (afterMs: number) => orElse(store.sweepFiles(afterMs), () => undefined),
    acquireLease: (...lease: Parameters<Store<Content, Reply>['acquireLease']>) =>
      orElse(store.acquireLease(...lease), () => true),
    dropLease: (...lease: Parameters<Store<Content, Reply>['dropLease']>) =>
      orElse(store.dropLease(...lease), () => undefined),
  }
}
