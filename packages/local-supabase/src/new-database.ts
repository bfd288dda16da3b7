import { type Database, openPglite, prepare } from './database/index.ts'

/** One embedded database, filled, asked and closed: two at the same time would need 2 GB. */
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
