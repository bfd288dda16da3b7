import { randomBytes } from 'node:crypto'
import { type Database, openPostgres, type Queryable } from '@salama/local-supabase/database'
import { seedDemo } from '@salama/local-supabase/seed'

// On PostgreSQL a test's database is a copy of a template: copying takes a fifth of a second, migrating several,
// loading the demo network many. TEST_DATABASE_URL names a migrated template; the one with the demo is created from it
// once.

/** Tests do not test how fast the machine is that runs them; timeouts have tests of their own. */
export const PATIENCE = 20

export type Copy = { database: Database; url: string; drop: () => Promise<void> }

/** A new database, copied from the template. */
export async function copyTemplate(template: string, { demo = false } = {}): Promise<Copy> {
  const name = `salama_test_${randomBytes(6).toString('hex')}`
  if (demo) await ensureDemoTemplate(template)
  const from = demo ? demoName(template) : nameOf(template)
  await onServer(template, (server) => server.exec(`create database ${name} template ${from}`))
  const url = withName(template, name)
  return {
    database: openPostgres(url, 40, PATIENCE).database,
    url,
    drop: () => onServer(template, (server) => server.exec(`drop database if exists ${name} with (force)`)),
  }
}

/**
 * Creates the template with the demo, if it is missing. Concurrent callers wait for each other. The lock is one of a
 * transaction, because a pool closes connections that are idle for as long as the demo takes.
 */
async function ensureDemoTemplate(template: string): Promise<void> {
  const name = demoName(template)
  const make = async (held: Queryable) => {
    await held.query('select pg_advisory_xact_lock(7251263)')
    const found = await held.query('select from pg_database where datname = $1', [name])
    if (found.length > 0) return
    await onServer(template, (server) => server.exec(`create database ${name}_new template ${nameOf(template)}`))
    const { database } = openPostgres(withName(template, `${name}_new`), 1, PATIENCE)
    await seedDemo(database).finally(() => database.close())
    await onServer(template, (server) => server.exec(`alter database ${name}_new rename to ${name}`))
  }
  await onServer(template, (server) => server.transaction(make))
}

async function onServer<T>(template: string, work: (server: Database) => Promise<T>): Promise<T> {
  const { database } = openPostgres(withName(template, 'postgres'), 1, PATIENCE)
  return work(database).finally(() => database.close())
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const demoName = (url: string) => `${nameOf(url)}_demo`

function withName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
