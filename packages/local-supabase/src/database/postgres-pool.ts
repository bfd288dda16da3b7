import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { types } from './postgres-types.ts'
import { isOfServer, PostgresWatch } from './postgres-watch.ts'

// Connections to a PostgreSQL server, with a bound on every wait: to connect, for a statement, for a lock, and for whoever
// leaves a transaction open. Two pools: what people wait for, and what may take its time (migrations, imports, seeds).

type Bounds = { connectS: number; statementS: number; lockS: number; idleInTransactionS: number }

/** As long as a Supabase project lets somebody who is signed in wait. */
const INTERACTIVE: Bounds = { connectS: 1, statementS: 8, lockS: 1, idleInTransactionS: 10 }
const LONG_WORK: Bounds = { connectS: 10, statementS: 900, lockS: 60, idleInTransactionS: 300 }

/** What becomes of one request, as far as the server has to do with it. */
export type Failures = { isUnavailable: boolean; isLocked: boolean }
const current = new AsyncLocalStorage<{ failures: Failures; isLong: boolean }>()

/** Runs the work of one request and notes what the server could not do for it. */
export function trackingFailures<T>(isLong: boolean, work: (failures: Failures) => Promise<T>): Promise<T> {
  const failures: Failures = { isUnavailable: false, isLocked: false }
  return current.run({ failures, isLong }, () => work(failures))
}

/** Going away, coming up or full; ended a statement or a session because it took too long. */
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

  constructor(url: string, max: number) {
    this.#watch = new PostgresWatch(url)
    this.#interactive = poolOf(url, max, INTERACTIVE, this.#watch)
    this.#long = poolOf(url, max, LONG_WORK, this.#watch)
  }

  /** A connection for the request that is under way. What it cannot do is noted there. */
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

  /** A connection for work that nobody sits and waits for. */
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
    // The server ends a statement by itself; this is for a server that no longer can.
    query_timeout: (bounds.statementS + 2) * 1_000,
    onConnect: async (client) => {
      await client.query(settingsOf(bounds))
    },
  })
  pool.on('connect', (client) => {
    client.on('error', () => {}) // lost while in use: the statement under way says so
    watch.add(client, bounds === LONG_WORK)
    watchQueries(client, watch)
  })
  // A connection that was lost while nobody used it: the pool has taken it out already.
  pool.on('error', () => {})
  return pool
}

/** Set in the session and not when connecting, where a pooler in front may refuse what it does not know. */
const settingsOf = ({ statementS, lockS, idleInTransactionS }: Bounds) => `
  set timezone = 'UTC'; set statement_timeout = '${statementS}s'; set lock_timeout = '${lockS}s';
  set idle_in_transaction_session_timeout = '${idleInTransactionS}s'`

/** With the statement, without its parameters: see quiet.ts. */
const withQuery = (error: unknown, query: unknown) => (error instanceof Error ? Object.assign(error, { query }) : error)

/** Connections that may still owe an answer, which they would give to whoever comes next: they leave the pool. */
const unanswered = new WeakSet<pg.PoolClient>()

/** Notes, for the request that asked, what its statements ended with. */
function watchQueries(client: pg.PoolClient, watch: PostgresWatch): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown // the overloads differ in what they take
  const recordingErrors = (...args: unknown[]): unknown => {
    watch.asked(client)
    const answer = query(...args)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (!isOfServer(error)) unanswered.add(client)
        note(withQuery(error, args[0]))
      })
    return answer
  }
  client.query = recordingErrors as typeof client.query
}
