import { mkdirSync } from 'node:fs'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { Kysely, PostgresDialect } from 'kysely'
import { queryBy } from '../lite-internals.ts'
import { type Database, pgliteDatabase, postgresDatabase } from './database.ts'
import { DURABLE, DurableFiles } from './durable-files.ts'
import { acceptErrorWarnings } from './emit-warning.ts'
import { postgis } from './postgis-bundle.ts'
import { BoundedPools } from './postgres-pool.ts'
import { keepStackWhole } from './whole-stack.ts'

acceptErrorWarnings()

/** A database, and lite's connection to it: both share one session pool, with lite's type parsers. */
export type Opened = { database: Database; connection: PgliteConnection | PostgresConnection }

/** Without a folder the database is in memory. A dump fills a new database; with an existing one it is an error. */
export async function openPglite(from: { folder?: string; dump?: Blob } = {}): Promise<Opened> {
  if (from.folder) mkdirSync(from.folder, { recursive: true, mode: 0o700 })
  const connection = await createPgliteConnection({
    url: from.folder ? `file://${from.folder}` : 'memory://',
    pgliteOptions: {
      extensions: { postgis, pg_trgm, uuid_ossp, unaccent, btree_gist },
      ...(from.folder ? { fs: new DurableFiles(from.folder), startParams: DURABLE } : {}),
      ...(from.dump ? { loadDataDir: from.dump } : {}),
    },
  })
  await connection.driver.waitReady
  keepStackWhole(connection.driver)
  return { connection, database: pgliteDatabase(connection.driver) }
}

/**
 * A database on a server. lite's own driver has no statement timeout, and after a lost connection runs the rest of a
 * transaction in whichever one gets the connection next. It never connects, because lite uses only Kysely. `patience`
 * multiplies the timeouts.
 */
export function openPostgres(url: string, max = 10, patience = 1): Opened {
  const pools = new BoundedPools(url, max, patience)
  const connection = createPostgresConnection({ url })
  queryBy(connection, new Kysely({ dialect: new PostgresDialect({ pool: pools.forRequests }) }))
  return { connection, database: postgresDatabase(pools) }
}
