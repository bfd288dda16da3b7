import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, PEOPLE, startLocalSupabase } from '@salama/local-supabase'
import { type Database, openPostgres } from '@salama/local-supabase/database'
import { seedDemo } from '@salama/local-supabase/seed'
import { seedStory } from '@salama/local-supabase/story'
import { seedWaiting } from '@salama/local-supabase/waiting'
import { startCluster } from '../../../processes/src/postgres.mjs'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { requirePostgres } from '../../../processes/src/test-postgres.mjs'
import { countRows } from '../backup/manifest.ts'
import { runPostgres } from '../backup/postgres-programs.ts'
import { Refused } from '../outcome.ts'
import { type Release, releaseOf } from './releases.ts'

/** A small but whole database of this code: each table has rows, and somebody is signed in. */
export async function dumpRelease(version: string): Promise<Release> {
  const cluster = await startCluster(requirePostgres())
  const dataDir = mkdtempSync(join(tmpdir(), 'salama-release-'))
  try {
    const { database } = openPostgres(cluster.url, 1)
    await fill(database, cluster.url, dataDir, version).finally(() => database.close())
    const sql = await runPostgres('pg_dump', cluster.url, ['--no-owner', '--inserts', '--rows-per-insert=500'])
    return releaseOf(version, sql.replaceAll(NOT_FOR_ALL, ''))
  } finally {
    cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What psql alone reads, and a setting that older servers do not have. */
const NOT_FOR_ALL = /^(\\(un)?restrict .*|SET transaction_timeout = 0;)\n/gm

async function fill(database: Database, databaseUrl: string, dataDir: string, version: string): Promise<void> {
  const secrets = makeSecrets()
  const service = await startLocalSupabase({ ...secrets, port: 0, dataDir, databaseUrl })
  try {
    await seedDemo(database)
    await seedStory(database)
    await seedWaiting(database)
    const signedIn = await fetch(`${service.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: PEOPLE.amina.email, password: DEMO_PASSWORD }),
    })
    if (!signedIn.ok) throw new Error(`Nobody can sign in: ${await signedIn.text()}`)
  } finally {
    await service.close()
  }
  await database.exec(readFileSync(new URL('small-city.sql', import.meta.url), 'utf8'))
  await database.query('update supabase_migrations.applied set release = $1', [version])
  const empty = Object.entries(await countRows(database)).filter(
    ([table, rows]) => table.startsWith('app.') && rows === 0,
  )
  if (empty.length > 0)
    throw new Refused(
      `Without a row: ${empty.map(([table]) => table).join(', ')}. Give each one in packages/cli/src/releases/small-city.sql.`,
    )
}
