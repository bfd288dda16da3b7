import { afterEach, expect, test, vi } from 'vitest'
import {
  askToKeep,
  canKeep,
  deleteDatabase,
  deviceStore,
  guarded,
  listDatabases,
  openCache,
  openDatabase,
  tabStore,
} from './device-storage.ts'

// A browser that blocks site data: naming a storage throws.

const blocked = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
const before = new Map<string, PropertyDescriptor | undefined>()
function block(...names: string[]) {
  for (const name of names) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { get: blocked, configurable: true })
  }
}
afterEach(() => {
  for (const [name, descriptor] of before)
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  before.clear()
  vi.unstubAllGlobals()
})

test('a blocked storage is empty, keeps nothing and says so', () => {
  block('localStorage', 'sessionStorage')
  for (const store of [deviceStore, tabStore]) {
    expect(store.getItem('a')).toBeNull()
    expect(store.setItem('a', '1')).toBe(false)
    store.removeItem('a')
    expect(store.keys()).toEqual([])
    expect(canKeep(store)).toBe(false)
  }
})

test('blocked databases reject or are none, and never throw', async () => {
  block('indexedDB', 'caches')
  await expect(openDatabase('a', 1, {})).rejects.toThrow()
  expect(await listDatabases()).toEqual([])
  await deleteDatabase('a')
  expect(await openCache('a')).toBeNull()
})

test('asking to keep what is stored works without a browser that can', async () => {
  vi.stubGlobal('navigator', {})
  await expect(askToKeep()).resolves.toBeUndefined()
})

test('a full storage says that it did not store, and one with room that it did', () => {
  const kept = new Map<string, string>()
  const storage = (room: number) =>
    guarded(() =>
      Object.assign(Object.create(null), {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (value.length > room) throw new DOMException('', 'QuotaExceededError')
          kept.set(key, value)
        },
        removeItem: (key: string) => kept.delete(key),
      }),
    )
  expect(storage(1).setItem('a', 'long')).toBe(false)
  expect(storage(9).setItem('a', 'long')).toBe(true)
  expect(storage(9).getItem('a')).toBe('long')
  expect(canKeep(storage(0))).toBe(false)
  expect(canKeep(storage(9))).toBe(true)
})
