import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inNewDatabase } from '@salama/local-supabase/database'
import { readMigrations } from '@salama/local-supabase/migrations'
import { ROOT } from '../../../processes/src/processes.mjs'
import { databaseObjects } from '../database-objects.ts'
import { databaseTypes } from '../database-types.ts'
import { applySchemas, FOUNDATION, foundationOf, readSchemas } from '../foundation.ts'
import { failed, Refused } from '../outcome.ts'

const GENERATED = `${ROOT}packages/domain/src/generated`

const USAGE = `npm run db:foundation

  Writes what follows from supabase/schemas: the one migration, the types of schema api, and the names of all that a
  service needs of the database. npm run db:check writes nothing, and fails where one of them is out of date.`

async function main(): Promise<void> {
  const others = readMigrations().filter(({ version }) => !FOUNDATION.includes(version))
  if (others.length > 0) {
    throw new Refused(
      `There is one migration until the first release. Change supabase/schemas instead of adding ${others[0]?.name}.`,
    )
  }
  const schemas = readSchemas()
  const files = await inNewDatabase(
    (database) => applySchemas(database, schemas),
    async (database) => [
      { file: FOUNDATION, text: foundationOf(schemas) },
      { file: `${GENERATED}/database.types.ts`, text: await databaseTypes(database) },
      { file: `${GENERATED}/database-objects.json`, text: await databaseObjects(database) },
    ],
  )
  const changed = files.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
  const names = changed.map(({ file }) => file).join('\n')
  if (changed.length > 0 && process.argv.includes('--check')) {
    throw new Refused(`Not as supabase/schemas makes them: npm run db:foundation\n${names}`)
  }
  for (const { file, text } of changed) writeFileSync(file, text)
  console.log(changed.length > 0 ? `Wrote\n${names}` : 'All is as supabase/schemas makes it')
}

main().catch((error: unknown) => failed(error, USAGE))
