import type { DeviceStore } from '@salama/http/device-storage'

// JSON in a storage of this device, which may be blocked, full or hold something else: each reader handles that.

export type Store = Pick<DeviceStore, 'getItem' | 'setItem' | 'removeItem'>

/** What a key holds; null without a readable value. */
export function readStored(store: () => Pick<Store, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(store().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value, or removes the key with null; false when storage fails. */
export function writeStored(store: () => Store, key: string, value: unknown): boolean {
  if (value !== null) return store().setItem(key, JSON.stringify(value))
  store().removeItem(key)
  return true
}
