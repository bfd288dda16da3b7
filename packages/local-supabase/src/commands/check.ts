import { readFileSync } from 'node:fs'
import { describeDatabase, difference } from '../catalogue.ts'
import type { Database } from '../database/index.ts'
import { databaseObjects } from '../database-objects.ts'
import { databaseTypes } from '../database-types.ts'
import { frozenProblems } from '../frozen.ts'
import { migrate, readMigrations } from '../migrations.ts'
import { inNewDatabase } from '../new-database.ts'
import { DATABASE_OBJECTS, DATABASE_TYPES } from '../paths.ts'
import { applySchemas, readSchemas } from '../schemas.ts'
import { failed, Refused } from './outcome.ts'

const USAGE = `npm run db:check

  Compares what supabase/migrations make, applied one after the other, with what supabase/schemas describe: every table,
  function and grant, the order of columns, and the rows that come with the schema. Frozen migrations must be as they were.`

async function main(): Promise<void> {
  const all = readMigrations()
  const frozen = frozenProblems(all)
  if (frozen.length > 0) throw new Refused(frozen.join('\n'))
  const schemas = await inNewDatabase((database) => applySchemas(database, readSchemas()), describe)
  const migrations = await inNewDatabase((database) => migrate(database, all), describeDatabase)
  const found = difference({ name: 'schemas', lines: schemas }, { name: 'migrations', lines: migrations })
  if (found.length > 0) {
    throw new Refused(
      `${found.join('\n')}\nsupabase/schemas and supabase/migrations make different databases: npm run db:diff -- <name>`,
    )
  }
  console.log(`supabase/schemas and supabase/migrations make the same database (${schemas.size} things compared)`)
}

/** Describes the structure of a database, after checking that its committed types are up to date. */
async function describe(database: Database): Promise<Map<string, string>> {
  if ((await databaseTypes(database)) !== readFileSync(DATABASE_TYPES, 'utf8'))
    throw new Refused('The generated types of schema api are out of date: npm run db:types')
  if ((await databaseObjects(database)) !== readFileSync(DATABASE_OBJECTS, 'utf8'))
    throw new Refused('The names of what a service needs of the database are out of date: npm run db:types')
  return describeDatabase(database)
}

main().catch((error: unknown) => failed(error, USAGE))
