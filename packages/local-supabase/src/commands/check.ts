import { describeDatabase, difference } from '../catalogue.ts'
import { frozenProblems } from '../frozen.ts'
import { migrate, readMigrations } from '../migrations.ts'
import { inNewDatabase } from '../new-database.ts'
import { applySchemas, readSchemas } from '../schemas.ts'
import { failed, Refused } from './outcome.ts'

const USAGE = `npm run db:check

  Compares what supabase/migrations make, applied one after the other, with what supabase/schemas describe: every table,
  function and grant, the order of columns, and the rows that come with the schema. Frozen migrations must be as they were.`

async function main(): Promise<void> {
  const all = readMigrations()
  const frozen = frozenProblems(all)
  if (frozen.length > 0) throw new Refused(frozen.join('\n'))
  const schemas = await inNewDatabase((database) => applySchemas(database, readSchemas()), describeDatabase)
  const migrations = await inNewDatabase((database) => migrate(database, all), describeDatabase)
  const found = difference({ name: 'schemas', lines: schemas }, { name: 'migrations', lines: migrations })
  if (found.length > 0) {
    throw new Refused(
      `${found.join('\n')}\nsupabase/schemas and supabase/migrations make different databases: npm run db:diff -- <name>`,
    )
  }
  console.log(`supabase/schemas and supabase/migrations make the same database (${schemas.size} things compared)`)
}

main().catch((error: unknown) => failed(error, USAGE))
