import type { SurveyorAssignment } from '@salama/domain/assignments/contract'
import type { CollectionEntry } from '@salama/domain/collection-entries/contract'
import type { PointOfInterest } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import type { getSurveyorStats, listFieldNames, SurveyorSession } from '@salama/domain/surveyor/contract'
import { type DBSchema, openDatabase } from '@salama/http/device-storage'
import type { Fix } from '@salama/ui/gps.ts'
import type { z } from 'zod'
import type { Blocked } from '@/outbox/content.ts'
import type { Change } from './changes.ts'
import type { Draft, LastValues } from './draft.ts'
import { clearJournal, readJournal, writeJournal } from './journal.ts'
import type { VehicleList } from './known-vehicles.ts'
import type { SavedCount } from './saved-count.ts'

// What this phone caches of one account: server state, names, drafts, last form values. A database for each account.

export type Session = z.infer<typeof SurveyorSession>
export type Assignment = z.infer<typeof SurveyorAssignment>
export type ServerEntry = z.infer<typeof CollectionEntry>
export type Names = ReplyOf<typeof listFieldNames>
export type Stats = ReplyOf<typeof getSurveyorStats>

/** The server state, from one point in time. */
export type Server = {
  asOf: string
  /** How far the server's clock is ahead of this phone's. */
  skewMs: number
  isSurveyor: boolean
  /** Whether the course that makes a surveyor eligible is passed. */
  isEligible: boolean
  /** Whether the surveyor agreement is to be accepted. */
  mustAgree: boolean
  session: Session | null
  assignments: Assignment[]
  /** Returned entries first, then those of the last sessions. */
  entries: ServerEntry[]
  stats: Stats | null
}

/** `why` is null until a reason is chosen. */
export type Leaving = { token: number; why: Blocked | 'none' | null; note: string }

type Values = {
  server: Server
  names: Names
  /** The main stages, to choose from when the phone has no location. */
  stages: PointOfInterest[]
  /** When stages and names were fetched. */
  namesAt: number
  fix: Fix
  last: LastValues
  draft: Draft
  vehicleList: VehicleList
  /** The assignments that were on the list when it was last opened. */
  seenAssignments: string[]
  /** Changes of held assignments that were not seen yet. */
  changes: Change[]
  /** The stage count in progress. */
  count: SavedCount
  /** The claim that is being given up. */
  leaving: Leaving
}
/** Drafts of revisions are stored under the id of the entry that they revise. */
export type DraftKey = 'draft' | `draft:${string}`
/** The known vehicles whose plates have the same prefix. */
type VehiclesKey = `vehicles:${string}`
export type Key = keyof Values | DraftKey | VehiclesKey
export type ValueOf<K extends Key> = K extends keyof Values ? Values[K] : K extends VehiclesKey ? string : Draft

/** What somebody is working on: it is journaled, so that a page that is left or killed loses nothing. */
const isWork = (key: Key) => key === 'count' || key === 'leaving' || key === 'draft' || key.startsWith('draft:')
const versionKey = (key: Key) => `version:${key}`

interface FieldCacheSchema extends DBSchema {
  values: { key: string; value: unknown }
}

export type FieldCache = ReturnType<typeof openFieldCache>
const opened = new Map<string, FieldCache>()

export function fieldCacheOf(account: string): FieldCache {
  const known = opened.get(account) ?? openFieldCache(account)
  opened.set(account, known)
  return known
}

function openFieldCache(account: string) {
  const name = `salama-surveyor.kept.${account}`
  const listeners = new Set<() => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  if (channel) channel.onmessage = notifyListeners
  const open = () =>
    openDatabase<FieldCacheSchema>(name, 1, {
      upgrade: (db) => void db.createObjectStore('values'),
      // A newer version in another tab or the removal of the account needs the database: close it.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
        db = undefined
      },
    })
  let db: ReturnType<typeof open> | undefined
  const use = async <T>(work: (stored: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
    db ??= open()
    try {
      return await work(await db)
    } catch (cause) {
      db = undefined // closed by the browser: the next call opens it again
      throw cause
    }
  }
  /** What the device refused to store: as long as this page is open. */
  const unkept = new Map<string, unknown>()
  /** Later than every version that this page has read or written, also when the phone's clock is set back. */
  let newest = 0
  const nextVersion = () => {
    newest = Math.max(Date.now(), newest + 1)
    return newest
  }
  const changed = () => {
    notifyListeners()
    channel?.postMessage('changed')
  }
  /** Stores or deletes values in one transaction, committed in the same task: a page left earlier would abort it. */
  const write = (rows: readonly (readonly [key: string, value: unknown])[]) =>
    use(async (stored) => {
      const tx = stored.transaction('values', 'readwrite')
      const requests = rows.map(([key, value]) =>
        value === undefined ? tx.store.delete(key) : tx.store.put(value, key),
      )
      tx.commit()
      await Promise.all([...requests, tx.done])
    })
  /** The stored value of work in progress, or that of the journal if it is the later one. */
  const readWork = async (key: Key): Promise<unknown> => {
    const journaled = readJournal(account, key)
    const [value, version] = await use(async (stored): Promise<[unknown, unknown]> => {
      const { store } = stored.transaction('values')
      return Promise.all([store.get(key), store.get(versionKey(key))])
    }).catch(() => [undefined, undefined])
    const storedVersion = typeof version === 'number' ? version : 0
    newest = Math.max(newest, storedVersion, journaled?.version ?? 0)
    return journaled !== null && journaled.version > storedVersion ? journaled.value : value
  }
  return {
    /** Null when there is nothing. Only `put` writes here, so the type of the key holds. */
    get: async <K extends Key>(key: K): Promise<ValueOf<K> | null> => {
      if (unkept.has(key)) return unkept.get(key) as ValueOf<K>
      const found = isWork(key) ? readWork(key) : use((stored) => stored.get('values', key)).catch(() => null)
      return ((await found) as ValueOf<K> | undefined) ?? null
    },
    /** False when only this page has it. Work in progress is in the journal when this returns, before it resolves. */
    put: async <K extends Key>(key: K, value: ValueOf<K>): Promise<boolean> => {
      const version = isWork(key) ? nextVersion() : null
      if (version !== null) writeJournal(account, key, { version, value })
      const rows: [string, unknown][] = [[key, value]]
      if (version !== null) rows.push([versionKey(key), version])
      const isSaved = await write(rows).then(
        () => true,
        () => false,
      )
      if (isSaved) unkept.delete(key)
      else unkept.set(key, value)
      if (isSaved && version !== null) clearJournal(account, key, version)
      changed()
      return isSaved
    },
    /** Stores values together or not at all, or deletes those without one. Not for work in progress. False as above. */
    putAll: async (
      rows: readonly (readonly [key: 'vehicleList' | VehiclesKey, value: unknown])[],
    ): Promise<boolean> => {
      const isSaved = await write(rows).then(
        () => true,
        () => false,
      )
      changed()
      return isSaved
    },
    /** Removes work in progress. Its version stays, so that an older journal does not bring it back. */
    remove: async (key: DraftKey | 'count' | 'leaving'): Promise<void> => {
      const version = nextVersion()
      unkept.delete(key)
      clearJournal(account, key)
      await write([
        [key, undefined],
        [versionKey(key), version],
      ]).catch(() => undefined)
      changed()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
