import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { type Column, pipelineOnPostgres, type Statement } from './pipeline.ts'
import { types } from './postgres-types.ts'
import { isOfServer, PostgresWatch } from './postgres-watch.ts'

// Connection pools for a PostgreSQL server, with timeouts for connecting, statements, locks and idle transactions. Two
// pools: one for requests, one for long work (migrations, imports, seeds).

type Bounds = { connectS: number; statementS: number; lockS: number; idleInTransactionS: number }

/** The statement timeout of a Supabase project for signed-in users. */
const INTERACTIVE: Bounds = { connectS: 1, statementS: 8, lockS: 1, idleInTransactionS: 10 }
const LONG_WORK: Bounds = { connectS: 10, statementS: 900, lockS: 60, idleInTransactionS: 300 }

const scaled = ({ connectS, statementS, lockS, idleInTransactionS }: Bounds, by: number): Bounds => ({
  connectS: connectS * by,
  statementS: statementS * by,
  lockS: lockS * by,
  idleInTransactionS: idleInTransactionS * by,
})

/** The server errors of one request. */
export type Failures = { isUnavailable: boolean; isLocked: boolean }
const current = new AsyncLocalStorage<{ failures: Failures; isLong: boolean }>()

/** Runs the work of one request and records the server's errors. */
export function trackingFailures<T>(isLong: boolean, work: (failures: Failures) => Promise<T>): Promise<T> {
  const failures: Failures = { isUnavailable: false, isLocked: false }
  return current.run({ failures, isLong }, () => work(failures))
}

/** Shutting down, starting or full; or a statement or session was ended by a timeout. */
const UNAVAILABLE = /^(08|53)...$|^(25P0[34]|57014|57P0[1-5])$/
const LOCKED = '55P03'

function note(error: unknown): void {
  const failures = current.getStore()?.failures
  if (failures === undefined) return
  if (!isOfServer(error)) failures.isUnavailable = true
  else if (error.code === LOCKED) failures.isLocked = true
  else if (UNAVAILABLE.test(String(error.code))) failures.isUnavailable = true
}

export class BoundedPools {
  readonly #watch: PostgresWatch
  readonly #interactive: pg.Pool
  readonly #long: pg.Pool

  /** @param patience multiplies all timeouts of requests */
  constructor(url: string, max: number, patience: number) {
    this.#watch = new PostgresWatch(url, patience)
    this.#interactive = poolOf(url, max, scaled(INTERACTIVE, patience), this.#watch)
    this.#long = poolOf(url, max, LONG_WORK, this.#watch)
  }

  /** A connection for the current request. Its errors are recorded there. */
  readonly forRequests = {
    connect: async (): Promise<pg.PoolClient> => {
      try {
        return await this.#connect(current.getStore()?.isLong === true ? this.#long : this.#interactive)
      } catch (error) {
        note(error)
        throw error
      }
    },
    end: () => this.close(),
  }

  /** Runs the statements of the current request as one message. Its errors are recorded there. */
  async pipeline(statements: Statement[]): Promise<Column> {
    const client = await this.forRequests.connect()
    try {
      return await pipelineOnPostgres(client, statements)
    } catch (error) {
      record(client, error, statements.at(-1)?.text)
      throw error
    } finally {
      client.release()
    }
  }

  /** A connection for background work. */
  forLongWork(): Promise<pg.PoolClient> {
    return this.#connect(this.#long)
  }

  async close(): Promise<void> {
    if (this.#interactive.ending) return
    this.#watch.close()
    await Promise.all([this.#interactive.end(), this.#long.end()])
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    if (pool === this.#interactive) this.#watch.requireServer()
    try {
      const client = await pool.connect()
      const release = client.release
      client.release = (error) => release(error ?? unanswered.has(client))
      return client
    } catch (error) {
      if (!isOfServer(error)) this.#watch.connectFailed()
      throw error
    }
  }
}

function poolOf(url: string, max: number, bounds: Bounds, watch: PostgresWatch): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: bounds.connectS * 1_000,
    // The server enforces its own statement timeout; this is for a server that no longer responds.
    query_timeout: (bounds.statementS + 2) * 1_000,
    onConnect: async (client) => {
      await client.query(settingsOf(bounds))
    },
  })
  pool.on('connect', (client) => {
    client.on('error', () => {}) // lost while in use: the running statement fails
    watch.add(client, bounds === LONG_WORK)
    watchQueries(client, watch)
  })
  // A connection lost while idle: the pool has removed it already.
  pool.on('error', () => {})
  return pool
}

/** Set in the session and not at connect, where a pooler in between may reject unknown parameters. */
const settingsOf = ({ statementS, lockS, idleInTransactionS }: Bounds) => `
  set timezone = 'UTC'; set statement_timeout = '${statementS}s'; set lock_timeout = '${lockS}s';
  set idle_in_transaction_session_timeout = '${idleInTransactionS}s'`

/** Includes the statement without its parameters: see quiet.ts. */
const withQuery = (error: unknown, query: unknown) => (error instanceof Error ? Object.assign(error, { query }) : error)

/** Connections that may still receive a response, which the next user would read: they leave the pool. */
const unanswered = new WeakSet<pg.PoolClient>()

function record(client: pg.PoolClient, error: unknown, query: unknown): void {
  if (!isOfServer(error)) unanswered.add(client)
  note(withQuery(error, query))
}

/** Records the errors of a request's statements. */
function watchQueries(client: pg.PoolClient, watch: PostgresWatch): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown // the overloads take different arguments
  const recordingErrors = (...args: unknown[]): unknown => {
    watch.asked(client)
    const answer = query(...args)
    if (answer instanceof Promise) answer.catch((error: unknown) => record(client, error, args[0]))
    return answer
  }
  client.query = recordingErrors as typeof client.query
}
