import { parseArgs } from 'node:util'
import { readStorageEnv } from '@salama/local-supabase/env'
import { openStorage } from '@salama/local-supabase/storage'
import { failed, readTyped } from '../outcome.ts'

/** `npx salama migrate`: applies the pending migrations of this checkout to DATABASE_URL or the data folder. */
async function main(): Promise<void> {
  readTyped(() => parseArgs({ options: {} }))
  const { database } = await openStorage({ ...readStorageEnv(), demo: false, log: (line) => console.log(line) })
  await database.close()
  console.log('The database is up to date')
}

main().catch((error: unknown) =>
  failed(error, 'npx salama migrate\n\n  Brings DATABASE_URL, or the database in DATA_DIR, up to date.'),
)
