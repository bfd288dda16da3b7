import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from './database/database.ts'
import { RELEASE, ROOT } from './paths.ts'

export const MIGRATIONS = `${ROOT}supabase/migrations`

export type Migration = { version: string; name: string; sql: string; checksum: string }

export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** The migrations in a folder, in the order in which they apply. */
export function readMigrations(folder = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? []
      if (!version || !name) {
        throw new MigrationError(`${folder}/${file}: a migration is named <14 digits>_<words>.sql`)
      }
      const sql = readFileSync(`${folder}/${file}`, 'utf8')
      return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Whether its statements run one by one and outside of a transaction: they wait for others and stop nobody. */
export const isAlone = ({ sql }: Migration): boolean => /^(create|drop) (unique )?index concurrently /im.test(sql)

/**
 * Applies pending migrations, each in its own transaction, and returns them. One that waits for a lock gives way after a
 * second, so that nobody waits behind it, and is tried again. One with `index concurrently` is applied
 * beside its transaction, and begins with what removes the rest of an attempt that failed.
 *
 * The history is the Supabase CLI's own table, so this and `supabase db push` can be used on the same database. Beside
 * it we store, for each migration, its checksum and the release that applied it: a database to which another text was
 * applied is refused, because it would differ undetected. Migrations that the CLI applied are accepted as they are.
 */
export async function migrate(
  database: Database,
  migrations: Migration[],
  release: string = RELEASE,
): Promise<Migration[]> {
  await refuseUnknown(database, migrations, release)
  await database.transaction(async (tx) => {
    await tx.query(ADVISORY_LOCK)
    await tx.exec(HISTORY)
  })
  const applied: Migration[] = []
  for (const migration of migrations) {
    const isNew = await givingWay(() =>
      database.transaction(async (tx) => {
        await tx.query(ADVISORY_LOCK)
        await tx.exec(`set local lock_timeout = '1s'; set local idle_in_transaction_session_timeout = 0`)
        const before = await refuseUnknown(tx, migrations, release)
        if (before.some(({ version }) => version === migration.version)) return false
        refuseLate(before, migration)
        await apply(tx, isAlone(migration) && database.engine === 'postgres' ? database : tx, migration)
        await note(tx, migration, release)
        return true
      }),
    )
    if (isNew) applied.push(migration)
  }
  return applied
}

/**
 * Refuses, before any write, a database to which a migration was applied that is not one of these, or another text of
 * one of these: other code made it, and its functions may not accept what this code writes. Returns what was applied.
 */
export async function refuseUnknown(
  database: Queryable,
  migrations: Migration[],
  release: string = RELEASE,
): Promise<Applied[]> {
  const [tables] = await database.query<{ history: boolean; releases: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as history,
            to_regclass('supabase_migrations.applied') is not null as releases`,
  )
  if (!tables?.history) return []
  const applied = await database.query<Applied>(
    tables.releases
      ? READ_APPLIED
      : 'select version, null as sha256, null as release from supabase_migrations.schema_migrations order by version desc',
  )
  const first = migrations[0]?.version ?? ''
  for (const row of applied) {
    const own = migrations.find(({ version }) => version === row.version)
    if (own && (row.sha256 === null || row.sha256 === own.checksum)) continue
    throw new MigrationError(
      `This database was made by ${makerOf(row, first)}, with ${own ? 'another text of ' : ''}migration ${row.version}. ` +
        `This is ${releaseName(release)}, which cannot use it. Nothing was changed. Start the version that made it, or ` +
        'give this one another database: an empty one in DATABASE_URL, or without it another DATA_DIR.',
    )
  }
  return applied
}

/** A lock that is not free for a minute is held by something that an operator has to look at. */
async function givingWay<T>(work: () => Promise<T>, attempts = 30): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = Object(error instanceof MigrationError ? error.cause : error)
    if (code !== LOCKED || attempts === 1) throw error
    await sleep(1000)
    return givingWay(work, attempts - 1)
  }
}

const LOCKED = '55P03'

/** Beside the transaction, which keeps the turn, where there can be others; the embedded engine has one session. */
async function apply(tx: Queryable, by: Queryable, migration: Migration): Promise<void> {
  try {
    if (by === tx) await tx.exec(migration.sql.replaceAll(/\bindex concurrently\b/gi, 'index'))
    else for (const sql of migration.sql.split(/;\s*$/m)) await by.exec(sql)
  } catch (error) {
    const place = `${migration.version}_${migration.name}.sql${lineOf(error, migration.sql)}`
    throw new MigrationError(`${place}: ${messageOf(error)}`, { cause: error })
  }
}

async function note(tx: Queryable, migration: Migration, release: string): Promise<void> {
  await tx.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3::text])',
    [migration.version, migration.name, migration.sql],
  )
  await tx.query('insert into supabase_migrations.applied (version, sha256, release) values ($1, $2, $3)', [
    migration.version,
    migration.checksum,
    release,
  ])
}

/** A migration that the database has; no checksum and release if the Supabase CLI applied it. */
type Applied = { version: string; sha256: string | null; release: string | null }

const READ_APPLIED = `
  select m.version, a.sha256, a.release
    from supabase_migrations.schema_migrations m left join supabase_migrations.applied a using (version)
   order by m.version desc`

/** The versions before 1.0.0 are not told apart: none of them takes over the database of another. */
const releaseName = (release: string) =>
  release.includes('-') ? `Salama from before a release (${release})` : `release ${release} of Salama`

function makerOf({ release, version }: Applied, firstVersion: string): string {
  if (release) return releaseName(release)
  return version < firstVersion ? 'Salama from before its first release' : 'a newer release of Salama'
}

/** Rejects a migration older than an applied one: the result would depend on the order. */
function refuseLate(history: Applied[], migration: Migration): void {
  const later = history.find((row) => row.version > migration.version)
  if (later) {
    throw new MigrationError(
      `${migration.version}_${migration.name}.sql is older than ${later.version}, which is applied already. Nothing was changed: ` +
        'a migration that is added comes after all others.',
    )
  }
}

/** Converts PostgreSQL's character position to a line number. */
export function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof Error) || !('position' in error)) return ''
  const position = Number(error.position)
  return position > 0 ? `:${sql.slice(0, position).split('\n').length}` : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Processes that start at the same time migrate one after the other. The number is an arbitrary lock id. */
const ADVISORY_LOCK = 'select pg_advisory_xact_lock(7251262)'

const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text
  );
  create table if not exists supabase_migrations.applied (
    version text primary key, sha256 text not null, release text not null
  );
`
