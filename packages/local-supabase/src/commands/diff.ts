import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findDifference } from '../difference.ts'
import { nextVersions, readMigrations } from '../migrations.ts'
import { MIGRATIONS } from '../paths.ts'
import { readSchemas } from '../schemas.ts'
import { failed, Refused, readTyped, WrongUsage } from './outcome.ts'

const USAGE = `npm run db:diff -- <name>

  Writes supabase/migrations/<now>_<name>.sql: what leads from the database that the migrations make to the one that
  supabase/schemas describe. Existing migrations stay as they are. Statements that take data away are commented out.`

/** `npm run db:diff`: writes a new migration for changes in supabase/schemas. */
async function main(): Promise<void> {
  const name = readTyped(readName)
  const migrations = readMigrations()
  const found = await findDifference(readSchemas(), migrations)
  if (!found) {
    console.log('supabase/schemas and supabase/migrations make the same database: there is nothing to write')
    return
  }
  const versions = nextVersions(migrations, found.scripts.length)
  found.scripts.forEach((script, index) => {
    const file = `${MIGRATIONS}/${versions[index]}_${name}${index > 0 ? `_${index + 1}` : ''}.sql`
    writeFileSync(file, script, { flag: 'wx' })
    console.log(`Wrote ${file}. Read it: it is what will happen to people's data.`)
  })
  if (found.cautions.length > 0) {
    console.log(`These fail where a row has nothing there, so fill it first:\n\n${found.cautions.join('\n')}\n`)
  }
  if (found.losses.length > 0) {
    throw new Refused(
      `These take data away and are commented out. Uncomment them, or write what keeps the data, and run npm run db:check:\n\n${found.losses.join('\n')}`,
    )
  }
}

function readName(): string {
  const [typed = '', ...others] = parseArgs({ allowPositionals: true, options: {} }).positionals
  const name = typed.trim().replaceAll('-', '_')
  if (!/^[a-z]\w*$/.test(name) || others.length > 0) {
    throw new WrongUsage('Name the change in one word, or in several joined by hyphens, for example add-stage-photos.')
  }
  return name
}

main().catch((error: unknown) => failed(error, USAGE))
