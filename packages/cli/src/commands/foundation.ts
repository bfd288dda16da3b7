import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inNewDatabase } from '@salama/local-supabase/database'
import { type Migration, migrate, readMigrations } from '@salama/local-supabase/migrations'
import { ROOT } from '../../../processes/src/processes.mjs'
import { databaseObjects } from '../database-objects.ts'
import { databaseTypes } from '../database-types.ts'
import { applySchemas, FOUNDATION, foundationOf, readSchemas } from '../foundation.ts'
import { failed, Refused } from '../outcome.ts'
import { type Catalogue, describeNewDatabase, differences } from '../releases/catalogue.ts'
import { lintMigrations } from '../releases/lint.ts'
import { changedSince, readReleases } from '../releases/releases.ts'

const GENERATED = `${ROOT}packages/domain/src/generated`

const USAGE = `npm run db:foundation

  Writes what follows from supabase/schemas: until the first release the one migration, the types of schema api, and the
  names of all that a service needs of the database. npm run db:check writes nothing, and fails where one of them is out of
  date, where a released migration has changed, or where all migrations do not make what supabase/schemas do.`

async function main(): Promise<void> {
  const [migrations, releases, schemas] = [readMigrations(), readReleases(), readSchemas()]
  const problems = changedSince(releases, migrations)
  if (problems.length > 0) throw new Refused(problems.join('\n'))
  const forward = migrations.filter(({ version }) => !FOUNDATION.includes(version))
  const isOpen = releases.length === 0
  if (isOpen && forward.length > 0)
    throw new Refused(
      `There is one migration until the first release. Change supabase/schemas instead of adding ${forward[0]?.name}.`,
    )
  const { wanted, files } = await inNewDatabase(
    (database) => applySchemas(database, schemas),
    async (database) => ({
      wanted: isOpen ? undefined : await describeNewDatabase(database),
      files: [
        ...(isOpen ? [{ file: FOUNDATION, text: foundationOf(schemas) }] : []),
        { file: `${GENERATED}/database.types.ts`, text: await databaseTypes(database) },
        { file: `${GENERATED}/database-objects.json`, text: await databaseObjects(database) },
      ],
    }),
  )
  const changed = files.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
  const names = changed.map(({ file }) => file).join('\n')
  if (changed.length > 0 && process.argv.includes('--check')) {
    throw new Refused(`Not as supabase/schemas makes them: npm run db:foundation\n${names}`)
  }
  for (const { file, text } of changed) writeFileSync(file, text)
  console.log(changed.length > 0 ? `Wrote\n${names}` : 'All is as supabase/schemas makes it')
  if (wanted) await checkMigrations(wanted, migrations)
  lintMigrations(forward)
}

async function checkMigrations(wanted: Catalogue, migrations: Migration[]): Promise<void> {
  const found = differences(
    wanted,
    await inNewDatabase((database) => migrate(database, migrations), describeNewDatabase),
  )
  if (found.length > 0)
    throw new Refused(
      `${found.join('\n')}\nA released migration stays as it is: npm run db:migration -- <name> begins a new one with this.`,
    )
}

main().catch((error: unknown) => failed(error, USAGE))
