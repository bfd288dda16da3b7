import { createHash } from 'node:crypto'
import { type Database, openPostgres } from '@salama/local-supabase/database'
import { acquireLock } from '../../packages/processes/src/lock.mjs'
import { startCluster } from '../../packages/processes/src/postgres.mjs'
import { migrate, requirePostgres } from '../../packages/processes/src/test-postgres.mjs'

// A PostgreSQL whose databases stay between runs: seeding a million incidents takes minutes. A database is known by
// what it was seeded with, and gets the migrations that it lacks when it is opened again.

export type Cluster = {
  /** An empty, migrated database, from which tests copy theirs. */
  template: string
  /** The URL of the database with that name and recipe. It is seeded where it is missing, or not known to this checkout. */
  keep: (name: string, recipe: unknown, from: string, seed: (database: Database) => Promise<void>) => Promise<string>
  has: (name: string, recipe: unknown) => Promise<boolean>
  stop: () => void
}

export async function openCluster(folder: string): Promise<Cluster> {
  const unlock = acquireLock(`${folder}.lock`)
  const { url, stop } = await startCluster(requirePostgres(), { keepIn: folder })
  const { database: server } = openPostgres(withName(url, 'postgres'), 1)
  const exists = async (name: string) =>
    (await server.query('select from pg_database where datname = $1', [name])).length > 0
  const remove = (name: string) => server.exec(`drop database if exists ${name} with (force)`)
  const isMigrated = async (name: string) => {
    try {
      await migrate(withName(url, name))
      return true
    } catch {
      return false // a migration that this checkout does not have, or that other data stand against
    }
  }
  const template = new URL(url).pathname.slice(1)
  if (!(await isMigrated(template))) {
    await remove(template)
    await server.exec(`create database ${template}`)
    await migrate(url)
  }
  return {
    template: url,
    has: (name, recipe) => exists(nameOf(name, recipe)),
    keep: async (name, recipe, from, seed) => {
      const full = nameOf(name, recipe)
      if ((await exists(full)) && (await isMigrated(full))) return withName(url, full)
      const startedMs = performance.now()
      console.log(`Seeding ${name}: ${JSON.stringify(recipe)}`)
      await remove(full)
      await remove(`${full}_new`)
      await server.exec(`create database ${full}_new template ${new URL(from).pathname.slice(1)}`)
      const { database } = openPostgres(withName(url, `${full}_new`), 1)
      await seed(database).finally(() => database.close())
      await server.exec(`alter database ${full}_new rename to ${full}`)
      console.log(`  done in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
      return withName(url, full)
    },
    stop: () => {
      stop()
      unlock()
    },
  }
}

const nameOf = (name: string, recipe: unknown) =>
  `bench_${name}_${createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 8)}`

function withName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
