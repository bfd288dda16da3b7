import type { PGlite, Transaction } from '@electric-sql/pglite'
import type postgres from 'postgres'
import { oneAtATime } from './one-at-a-time.ts'

/** Run SQL as the owner of the database. `query` takes one statement with `$1` parameters, `exec` a whole script. */
export type Queryable = {
  query: <Row = Record<string, unknown>>(text: string, params?: unknown[]) => Promise<Row[]>
  exec: (text: string) => Promise<void>
}

/**
 * The two engines that we run on, behind one small face.
 *
 * PGlite has a single session, so anything that spans several statements must have it alone: `exclusive` runs work with
 * nobody else's statements in between. On PostgreSQL every piece of work has a connection of its own and nobody waits.
 */
export type Database = Queryable & {
  engine: 'pglite' | 'postgres'
  transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

function onPglite(session: PGlite | Transaction): Queryable {
  return {
    query: async <Row>(text: string, params: unknown[] = []) => (await session.query<Row>(text, params)).rows,
    exec: async (text) => {
      await session.exec(text)
    },
  }
}

export function pgliteDatabase(driver: PGlite): Database {
  const exclusive = oneAtATime()
  const session = onPglite(driver)
  return {
    engine: 'pglite',
    query: (text, params) => exclusive(() => session.query(text, params)),
    exec: (text) => exclusive(() => session.exec(text)),
    transaction: (work) => exclusive(() => driver.transaction((tx) => work(onPglite(tx)))),
    exclusive,
    close: () => exclusive(async () => (driver.closed ? undefined : driver.close())),
  }
}

/** postgres.js types its parameters by the types that it was told of; what it is given here is left to the server. */
function onPostgres(sql: postgres.Sql | postgres.TransactionSql): Queryable {
  return {
    query: async <Row>(text: string, params: unknown[] = []) => [
      ...(await sql.unsafe<Row[] & Record<string, unknown>[]>(text, params as postgres.ParameterOrJSON<never>[])),
    ],
    exec: async (text) => {
      await sql.unsafe(text)
    },
  }
}

export function postgresDatabase(sql: postgres.Sql): Database {
  return {
    engine: 'postgres',
    ...onPostgres(sql),
    transaction: async <T>(work: (tx: Queryable) => Promise<T>) => {
      // postgres.js unwraps arrays of promises in the result's type; a box keeps ours as it is.
      const box = await sql.begin(async (tx) => ({ result: await work(onPostgres(tx)) }))
      return box.result
    },
    exclusive: (work) => work(),
    close: () => sql.end({ timeout: 5 }),
  }
}
