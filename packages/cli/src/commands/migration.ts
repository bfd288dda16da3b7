import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inNewDatabase } from '@salama/local-supabase/database'
import { MIGRATIONS, migrate, readMigrations } from '@salama/local-supabase/migrations'
import { applySchemas, readSchemas } from '../foundation.ts'
import { failed, Refused, readTyped } from '../outcome.ts'
import { describeNewDatabase } from '../releases/catalogue.ts'
import { frameOf } from '../releases/frame.ts'
import { readReleases } from '../releases/releases.ts'

const USAGE = `npm run db:migration -- <name>

  Begins supabase/migrations/<time>_<name>.sql with what supabase/schemas have and the migrations do not: functions, views,
  triggers and indices as statements, all else as a list of what to write by hand. npm run db:check says what is missing.`

async function main(): Promise<void> {
  const { positionals } = readTyped(() => parseArgs({ allowPositionals: true }))
  const [name = ''] = positionals
  if (!/^[a-z0-9_]+$/.test(name)) throw new Refused(USAGE)
  if (readReleases().length === 0)
    throw new Refused('Until the first release there is one migration: npm run db:foundation')
  const migrations = readMigrations()
  const schemas = await inNewDatabase((database) => applySchemas(database, readSchemas()), describeNewDatabase)
  const made = await inNewDatabase((database) => migrate(database, migrations), describeNewDatabase)
  const last = migrations.at(-1)?.version ?? ''
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const files = frameOf(schemas, made)
  if (files.length === 0) throw new Refused('The migrations make what supabase/schemas describe.')
  files.forEach((sql, index) => {
    const version = String(BigInt(now > last ? now : last) + BigInt(index + (now > last ? 0 : 1)))
    const file = `${MIGRATIONS}/${version}_${name}${index > 0 ? `_${index + 1}` : ''}.sql`
    writeFileSync(file, sql)
    console.log(file)
  })
}

main().catch((error: unknown) => failed(error, USAGE))
