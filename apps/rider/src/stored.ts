// JSON in a storage of the browser. It may be blocked, full or hold something else: then nothing is stored, which each
// reader handles anyway. The storage is a function, because a browser that blocks it throws where it is named.

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

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
  try {
    if (value === null) store().removeItem(key)
    else store().setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
