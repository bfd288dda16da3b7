import type { listMainStages, PointOfInterest } from '@salama/domain/network/contract'
import { tryCall } from '@salama/http/call'
import { type DBSchema, openDatabase } from '@salama/http/device-storage'
import type { Loaded } from '@/nearby/fetch-nearby.ts'
import type { NearbyQuery } from '@/nearby/query.ts'

// What this phone caches for offline use: the last list and stages. It is public data and only a convenience, so no
// function here ever throws when storage fails.

export type SavedList = { query: NearbyQuery; loaded: Loaded }

interface Saved extends DBSchema {
  lists: { key: string; value: SavedList }
  stages: { key: string; value: PointOfInterest }
}

const open = () =>
  openDatabase<Saved>('salama-rider.kept', 1, {
    upgrade: (db) => {
      db.createObjectStore('lists')
      db.createObjectStore('stages', { keyPath: 'id' })
    },
  })

async function use<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    const db = await open()
    const result = await work(db)
    db.close()
    return result
  } catch {
    return otherwise
  }
}

const LAST = 'last'
const ENOUGH = 100

/** Saves the list that was last shown. */
export const saveList = (list: SavedList) =>
  use(async (db) => {
    await db.put('lists', list, LAST)
  }, undefined)

export const readSavedList = () => use(async (db) => (await db.get('lists', LAST)) ?? null, null)

/** Saves stages that were found, for offline searches. */
export const saveStages = (stages: readonly PointOfInterest[]) =>
  use(async (db) => {
    const tx = db.transaction('stages', 'readwrite')
    for (const stage of stages) await tx.store.put({ ...stage, distanceM: null })
    await tx.done
  }, undefined)

/** Fetches the busiest stages when few are cached; a failure is retried another time. */
export async function saveMainStages(): Promise<void> {
  const count = await use((db) => db.count('stages'), ENOUGH)
  if (count >= ENOUGH) return
  const result = await tryCall<typeof listMainStages>('GET /api/main-stages')
  if (result.ok) await saveStages(result.reply.data)
}

export const readSavedStages = () => use((db) => db.getAll('stages'), [])
