import { rmSync, writeFileSync } from 'node:fs'
import { isFrozen } from '../frozen.ts'
import { readMigrations } from '../migrations.ts'
import { MIGRATIONS } from '../paths.ts'
import { readSchemas } from '../schemas.ts'
import { failed, Refused } from './outcome.ts'

const USAGE = `npm run db:squash

  DELETES all migrations and writes one, the foundation, from supabase/schemas. Every database that exists must then be
  made again, so this is only for as long as nobody has data to keep: it refuses once migrations are frozen.`

const FOUNDATION = '20261120000000_foundation.sql'

/** `npm run db:squash`: replaces all migrations with one. */
function main(): void {
  if (isFrozen()) {
    throw new Refused(
      'The migrations are frozen: databases with data have applied them. Use npm run db:diff -- <name>.',
    )
  }
  for (const { version, name } of readMigrations()) {
    const file = `${version}_${name}.sql`
    if (file === FOUNDATION) continue
    rmSync(`${MIGRATIONS}/${file}`)
    console.log(`DELETED ${file}`)
  }
  const parts = readSchemas().map(({ path, sql }) => `-- supabase/schemas/${path}\n\n${sql.trim()}\n`)
  writeFileSync(`${MIGRATIONS}/${FOUNDATION}`, parts.join('\n'))
  console.log(`REWROTE ${FOUNDATION}. Databases made before must be made again: npm start -- --fresh`)
}

try {
  main()
} catch (error) {
  failed(error, USAGE)
}
