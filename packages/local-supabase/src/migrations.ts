import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Database, Queryable } from './database/database.ts'
import { MIGRATIONS } from './paths.ts'

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

/** Versions for new migrations: now, but always later than all existing ones. */
export function nextVersions(migrations: Migration[], count: number, now = new Date()): string[] {
  const last = migrations.at(-1)?.version.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
  const first = Math.max(now.getTime(), last ? Date.parse(last) + 1000 : 0)
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14),
  )
}

/**
 * Applies pending migrations, each in its own transaction, and returns them.
 *
 * The history is the Supabase CLI's own table, so this and `supabase db push` can be used on the same database. Beside
 * it we store a checksum per migration: editing an applied one would leave databases that differ undetected, so it is
 * rejected. Migrations that the CLI applied have no checksum and are accepted as they are.
 */
export async function migrate(database: Database, migrations: Migration[]): Promise<Migration[]> {
  await refuseNewer(database, migrations)
  await database.transaction(async (tx) => {
    await tx.query(ADVISORY_LOCK)
    await tx.exec(HISTORY)
  })
  const applied: Migration[] = []
  for (const migration of migrations) {
    if (await applyOnce(database, migration)) applied.push(migration)
  }
  return applied
}

/**
 * Rejects, before any write, a database with a migration that is not one of these: newer code made it, and its
 * functions may not accept what this code writes.
 */
export async function refuseNewer(database: Queryable, migrations: Migration[]): Promise<void> {
  const [history] = await database.query<{ found: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as found`,
  )
  if (!history?.found) return
  const applied = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version desc',
  )
  const unknown = applied.find((row) => !migrations.some((each) => each.version === row.version))
  if (!unknown) return
  throw new MigrationError(
    `A newer version of Salama has used this database: it has migration ${unknown.version}, which is not in this ` +
      `checkout (its last is ${migrations.at(-1)?.version ?? 'none'}). Nothing was changed. Start the newer version, or ` +
      'restore a backup from before it (in development: npm start -- --fresh).',
  )
}

async function applyOnce(database: Database, migration: Migration): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.query(ADVISORY_LOCK)
    const history = await readHistory(tx)
    const known = history.find((row) => row.version === migration.version)
    if (known) {
      if (known.checksum !== null && known.checksum !== migration.checksum) {
        throw new MigrationError(
          `${migration.version}_${migration.name}.sql was applied to this database and has changed since. ` +
            'Put it back and write a new migration (in development: npm start -- --fresh).',
        )
      }
      return false
    }
    refuseLate(history, migration)
    try {
      await tx.exec(migration.sql)
    } catch (error) {
      throw new MigrationError(
        `${migration.version}_${migration.name}.sql${lineOf(error, migration.sql)}: ${messageOf(error)}`,
        {
          cause: error,
        },
      )
    }
    await tx.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3::text])',
      [migration.version, migration.name, migration.sql],
    )
    await tx.query('insert into supabase_migrations.checksums (version, sha256) values ($1, $2)', [
      migration.version,
      migration.checksum,
    ])
    return true
  })
}

type HistoryRow = { version: string; checksum: string | null }

function readHistory(tx: Queryable): Promise<HistoryRow[]> {
  return tx.query<HistoryRow>(
    `select m.version, c.sha256 as checksum
       from supabase_migrations.schema_migrations m left join supabase_migrations.checksums c using (version)`,
  )
}

/** Rejects a migration older than an applied one: the result would depend on the order. */
function refuseLate(history: HistoryRow[], migration: Migration): void {
  const later = history.find((row) => row.version > migration.version)
  if (later) {
    throw new MigrationError(
      `${migration.version}_${migration.name}.sql is older than ${later.version}, already applied`,
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
  create table if not exists supabase_migrations.checksums (version text primary key, sha256 text not null);
`
