import { snapshot } from '@salama/local-supabase'
import { callAs, type Database, openPglite } from '@salama/local-supabase/database'
import type { ServerName } from '../../processes/src/server-token.mjs'
import { CAST, claimsOf, type PersonName } from './cast.ts'
import { templateUrl } from './env.ts'
import { copyTemplate } from './templates.ts'

/** A member of the cast, one of our servers, a visitor, or any other token's claims (they must name a role). */
export type Who = PersonName | `${ServerName}_server` | 'anon' | Record<string, unknown>

export type TestDatabase = {
  engine: Database['engine']
  /** Runs any SQL as the owner. */
  sql: Database['query']
  as: (who: Who) => { rpc: (name: string, args?: Record<string, unknown>) => Promise<unknown> }
  /** Shifts app.now() by an interval from the real time, for example '2 hours'. */
  shiftClock: (interval: string) => Promise<void>
  resetClock: () => Promise<void>
  /** Saves the current rows: every reset restores them and empties all other tables. */
  keep: () => Promise<void>
  reset: () => Promise<void>
  /** Starts all calls at once. On PostgreSQL each has its own connection; on PGlite they are queued. */
  parallel: <T>(work: (() => Promise<T>)[]) => Promise<T[]>
  /** The URL of this database on a PostgreSQL server; undefined on PGlite. */
  url: string | undefined
  close: () => Promise<void>
}

/**
 * A migrated database for one test file, with the cast's roles in it: PGlite in memory, or a copy of the migrated
 * template in TEST_DATABASE_URL on a real PostgreSQL.
 */
export async function openDatabase(): Promise<TestDatabase> {
  const { database, url, drop } = templateUrl ? await copyTemplate(templateUrl) : await openSnapshot()
  let kept = await tablesWithRows(database)
  const resetClock = async () => {
    await database.exec('delete from app.clock')
  }
  const db: TestDatabase = {
    engine: database.engine,
    url,
    sql: database.query,
    as: (who) => ({
      rpc: (name, args = {}) => database.transaction((tx) => callAs(tx, claimsFor(who), name, args)),
    }),
    shiftClock: async (interval) => {
      await database.query(
        `insert into app.clock (shift) values ($1::interval) on conflict (singleton) do update set shift = excluded.shift`,
        [interval],
      )
    },
    resetClock,
    keep: async () => {
      kept = await tablesWithRows(database)
    },
    reset: async () => {
      await empty(database, kept)
      await giveRoles(database)
    },
    parallel: (work) => Promise.all(work.map((each) => each())),
    close: async () => {
      await database.close()
      await drop()
    },
  }
  await giveRoles(database)
  return db
}

function claimsFor(who: Who): Record<string, unknown> {
  if (typeof who === 'object') return who
  return isPerson(who) ? claimsOf(who) : { role: who }
}

const isPerson = (who: string): who is PersonName => who in CAST

async function openSnapshot() {
  const { database } = await openPglite({ dump: await snapshot() })
  return { database, url: undefined, drop: async () => {} }
}

/** Tables that every reset empties, even of rows from migrations: they hold personal data. */
const ALWAYS_RESET = ['app.user_roles', 'app.profiles', 'app.clock']

async function tablesWithRows(database: Database): Promise<Set<string>> {
  const kept = new Set<string>()
  for (const table of await tablesOfApp(database)) {
    const [row] = await database.query<{ found: boolean }>(`select exists (select from ${table}) as found`)
    if (row?.found && !ALWAYS_RESET.includes(table)) kept.add(table)
  }
  return kept
}

const NAMED_KINDS = ['vehicle', 'sacco', 'route', 'corridor', 'stop']

/**
 * Empties all tables except the saved ones. Deleting a test's few rows takes a fraction of the time of `truncate`,
 * which creates new files for each table and index. The lock waits for concurrent writes, as `truncate` does. No
 * trigger runs, so the search documents are rebuilt if their table is saved.
 */
async function empty(database: Database, kept: Set<string>): Promise<void> {
  const tables = (await tablesOfApp(database)).filter((table) => !kept.has(table))
  const names = kept.has('app.search_documents') ? NAMED_KINDS : []
  const statements = [
    `lock table ${tables.join(', ')} in access exclusive mode`,
    'set local session_replication_role = replica',
    ...tables.map((table) => `delete from ${table}`),
    ...names.map((kind) => `select app.index_names('${kind}', null)`),
  ]
  await database.transaction((tx) => tx.exec(statements.join('; ')))
}

async function tablesOfApp(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows.map((row) => row.name)
}

async function giveRoles(database: Database): Promise<void> {
  for (const person of Object.values(CAST)) {
    if (person.role) {
      await database.query('insert into app.user_roles (user_id, role) values ($1, $2) on conflict do nothing', [
        person.id,
        person.role,
      ])
    }
  }
}
