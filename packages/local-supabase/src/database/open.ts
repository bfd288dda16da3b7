import { mkdirSync } from 'node:fs'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { postgis } from '@electric-sql/pglite-postgis'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { type Database, pgliteDatabase, postgresDatabase } from './database.ts'

/** A database, and lite's connection to it: one session pool that both share, with lite's reading of types. */
export type Opened = { database: Database; connection: PgliteConnection | PostgresConnection }

/** Without a folder the database is in memory. A dump fills a new database; on a folder that has one it is an error. */
export async function openPglite(from: { folder?: string; dump?: Blob } = {}): Promise<Opened> {
  if (from.folder) mkdirSync(from.folder, { recursive: true, mode: 0o700 })
  const connection = await createPgliteConnection({
    url: from.folder ? `file://${from.folder}` : 'memory://',
    pgliteOptions: {
      extensions: { postgis, pg_trgm, uuid_ossp, unaccent },
      ...(from.dump ? { loadDataDir: from.dump } : {}),
    },
  })
  await connection.driver.waitReady
  return { connection, database: pgliteDatabase(connection.driver) }
}

// lite hands JSON arguments of a function over as text, and postgres.js would write that text as a JSON string: an object
// would arrive as a string, a cursor as nothing, a feed's rows as none.
const asJson = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
})

export function openPostgres(url: string, max = 10): Opened {
  const connection = createPostgresConnection({
    url,
    postgresOptions: { max, onnotice: () => {}, types: { json: asJson(114), jsonb: asJson(3802) } },
  })
  return { connection, database: postgresDatabase(connection.driver) }
}
