import type { PGlite, Transaction } from '@electric-sql/pglite'
import type pg from 'pg'
import { oneAtATime } from './one-at-a-time.ts'
import { type Column, pipelineOnPglite, type Statement } from './pipeline.ts'
import type { BoundedPools } from './postgres-pool.ts'

/** Runs SQL as the owner of the database. `query` takes one statement with `$1` parameters, `exec` a whole script. */
export type Queryable = {
  query: <Row = Record<string, unknown>>(text: string, params?: unknown[]) => Promise<Row[]>
  exec: (text: string) => Promise<void>
}

/**
 * One interface for both engines.
 *
 * PGlite has a single session, so work of several statements must not be interleaved: `exclusive` runs it alone. On
 * PostgreSQL each piece of work has its own connection and nothing waits.
 */
export type Database = Queryable & {
  engine: 'pglite' | 'postgres'
  transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  /** Statements of a request, as one message and one transaction. The request already runs in `exclusive`. */
  pipeline: (statements: Statement[]) => Promise<Column>
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
    pipeline: (statements) => pipelineOnPglite(driver, statements),
    close: () => exclusive(async () => (driver.closed ? undefined : driver.close())),
  }
}

function onPostgres(client: pg.PoolClient): Queryable {
  return {
    query: async <Row>(text: string, params: unknown[] = []) => (await client.query(text, params)).rows as Row[], // typed by the caller
    exec: async (text) => {
      await client.query(text)
    },
  }
}

export function postgresDatabase(pools: BoundedPools): Database {
  const using = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pools.forLongWork()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }
  return {
    engine: 'postgres',
    query: (text, params) => using((client) => onPostgres(client).query(text, params)),
    exec: (text) => using((client) => onPostgres(client).exec(text)),
    transaction: (work) =>
      using(async (client) => {
        await client.query('begin')
        try {
          const result = await work(onPostgres(client))
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback').catch(() => {}) // the connection was lost: there is nothing to roll back
          throw error
        }
      }),
    exclusive: (work) => work(),
    pipeline: (statements) => pools.pipeline(statements),
    close: () => pools.close(),
  }
}
