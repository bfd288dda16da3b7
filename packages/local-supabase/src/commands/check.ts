import { writeFileSync } from 'node:fs'
import { describeDatabase, difference } from '../catalogue.ts'
import { type Database, openPglite, prepare } from '../database/index.ts'
import { MigrationError, migrate, readMigrations } from '../migrations.ts'
import { MIGRATIONS } from '../paths.ts'
import { applySchemas, readSchemas } from '../schemas.ts'

/**
 * `npm run db:check`: whether supabase/migrations, applied one after the other, make the same database as
 * supabase/schemas. `--write-foundation` writes the one migration that stands for all of it until the first release.
 */
const FOUNDATION = '20261120000000_foundation.sql'

async function main(): Promise<void> {
  if (process.argv.includes('--write-foundation')) writeFoundation()
  const schemas = await describe((database) => applySchemas(database, readSchemas()))
  const migrations = await describe((database) => migrate(database, readMigrations()))
  const found = difference({ name: 'schemas', lines: schemas }, { name: 'migrations', lines: migrations })
  if (found.length > 0) {
    console.error(
      `${found.join('\n')}\nsupabase/schemas and supabase/migrations make different databases: write a migration`,
    )
    process.exit(1)
  }
  console.log(`supabase/schemas and supabase/migrations make the same database (${schemas.size} things compared)`)
}

async function describe(fill: (database: Database) => Promise<unknown>): Promise<Map<string, string>> {
  const { database } = await openPglite()
  try {
    await prepare(database)
    await fill(database)
    return await describeDatabase(database)
  } finally {
    await database.close()
  }
}

function writeFoundation(): void {
  const others = readMigrations().filter((each) => `${each.version}_${each.name}.sql` !== FOUNDATION)
  if (others.length > 0)
    throw new MigrationError('There are later migrations: the foundation is history now, write a new one')
  const parts = readSchemas().map(({ path, sql }) => `-- supabase/schemas/${path}\n\n${sql.trim()}\n`)
  writeFileSync(`${MIGRATIONS}/${FOUNDATION}`, parts.join('\n'))
}

main().catch((error: unknown) => {
  console.error(error instanceof MigrationError ? error.message : error)
  process.exit(1)
})
