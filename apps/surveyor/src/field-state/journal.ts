import { deviceStore } from '@salama/http/device-storage'

// What somebody is working on, written synchronously. IndexedDB writes are asynchronous, and the browser aborts those of a
// page that is left before they are committed; localStorage has the value before the key press is over. The journal
// holds a value only until IndexedDB confirms it, and what was written last wins when both have one.

export type Versioned = { version: number; value: unknown }

const nameOf = (account: string, key: string) => `salama-surveyor.${key}.${account}`

function isVersioned(found: unknown): found is Versioned {
  return (
    typeof found === 'object' && found !== null && 'value' in found && typeof Reflect.get(found, 'version') === 'number'
  )
}

/** Without storage there is no journal: IndexedDB then says whether the value is stored. */
export function writeJournal(account: string, key: string, entry: Versioned): void {
  deviceStore.setItem(nameOf(account, key), JSON.stringify(entry))
}

export function readJournal(account: string, key: string): Versioned | null {
  try {
    const found: unknown = JSON.parse(deviceStore.getItem(nameOf(account, key)) ?? 'null')
    return isVersioned(found) ? found : null
  } catch {
    return null
  }
}

/** Deletes an entry that is stored elsewhere now, unless a later one (of another tab, too) has replaced it. */
export function clearJournal(account: string, key: string, version = Number.POSITIVE_INFINITY): void {
  const found = readJournal(account, key)
  if (found === null || found.version > version) return
  deviceStore.removeItem(nameOf(account, key))
}
