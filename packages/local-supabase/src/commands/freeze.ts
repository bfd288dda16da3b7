import { freeze, isFrozen } from '../frozen.ts'
import { saveUsedDatabase } from '../frozen-data.ts'
import { readMigrations } from '../migrations.ts'
import { failed } from './outcome.ts'

const USAGE = `npm run db:freeze

  Notes the checksums of all present migrations in supabase/migrations/frozen.json, to be committed with a release. From
  then on npm run db:check refuses a change to any of them. The first time it also keeps the rows of the demo, for the
  test that takes a database in use through all later migrations.`

/** `npm run db:freeze`: freezes the released migrations. */
async function main(): Promise<void> {
  const migrations = readMigrations()
  const isFirst = !isFrozen()
  freeze(migrations)
  if (isFirst) await saveUsedDatabase(migrations)
  console.log(`Frozen: ${migrations.map((each) => each.name).join(', ')}. Commit what is new in supabase/migrations`)
}

main().catch((error: unknown) => failed(error, USAGE))
