import { freeze, isFrozen } from '../frozen.ts'
import { readMigrations } from '../migrations.ts'
import { failed } from './outcome.ts'

const USAGE = `npm run db:freeze

  Notes the checksums of all present migrations in supabase/migrations/frozen.json, to be committed with a release. From
  then on npm run db:check refuses a change to any of them, and npm run db:squash refuses altogether.`

/** `npm run db:freeze`: what is released stays as it is. */
function main(): void {
  const wasFrozen = isFrozen()
  const migrations = readMigrations()
  freeze(migrations)
  console.log(
    `${migrations.length} migrations are ${wasFrozen ? 'still or newly' : 'now'} frozen: commit supabase/migrations/frozen.json`,
  )
}

try {
  main()
} catch (error) {
  failed(error, USAGE)
}
