import { snapshot } from '@salama/local-supabase'
import { callAs, type Database, openPglite } from '@salama/local-supabase/database'
import { CAST, claimsOf, type PersonName } from './cast.ts'
import { templateUrl } from './env.ts'
import { copyTemplate } from './templates.ts'

/** One of the cast, the secret key, nobody signed in, or any other token's claims (they must name a role). */
export type Who = PersonName | 'service' | 'anon' | Record<string, unknown>

export type TestDatabase = {
  engine: Database['engine']
  /** Any SQL, as the owner. */
  sql: Database['query']
  as: (who: Who) => { rpc: (name: string, args?: Record<string, unknown>) => Promise<unknown> }
  /** Moves app.now() by an interval, for example '2 hours', from the real time. */
  shiftClock: (interval: string) => Promise<void>
  resetClock: () => Promise<void>
  /** What is in the tables now is there again after every reset, in tables that were empty nothing is. */
  keep: () => Promise<void>
  reset: () => Promise<void>
  /** Starts all of them at once. On PostgreSQL each runs in a connection of its own; on PGlite they queue. */
  parallel: <T>(work: (() => Promise<T>)[]) => Promise<T[]>
  /** The address of this database on a PostgreSQL server; undefined on PGlite. */
  url: string | undefined
  close: () => Promise<void>
}

/**
 * A migrated database of its own for one test file, with the cast's roles in it: PGlite in memory, or, when
 * TEST_DATABASE_URL names a migrated template, a copy of that on a real PostgreSQL.
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
  if (who === 'service') return { role: 'service_role' }
  return who === 'anon' ? { role: 'anon' } : claimsOf(who)
}

async function openSnapshot() {
  const { database } = await openPglite({ dump: await snapshot() })
  return { database, url: undefined, drop: async () => {} }
}

/** Tables that every reset empties, whatever the migrations put into them: they are about people. */
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
 * Empties all tables but those that are kept. Deleting the few rows of a test takes a fraction of the time of `truncate`,
 * which makes new files for each table and index. The lock waits, as `truncate` does, for whoever is still writing. No
 * trigger runs, so the names that can be found are written anew where their table is kept.
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
