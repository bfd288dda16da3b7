import type { Database } from './database.ts'
import { openPglite } from './open.ts'
import { prepare } from './prelude.ts'

/** Opens one embedded database, runs the work and closes it, one at a time: two at once would need 2 GB. */
export async function inNewDatabase<T>(
  fill: (database: Database) => Promise<unknown>,
  ask: (database: Database) => Promise<T>,
): Promise<T> {
  const { database } = await openPglite()
  try {
    await prepare(database)
    await fill(database)
    return await ask(database)
  } finally {
    await database.close()
  }
}
