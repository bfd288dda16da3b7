import pg from 'pg'

// Detects whether the server behind the pools is available.
//
// A connection whose other end vanished (a firewall that dropped its state, a machine that lost power) looks like one
// with a slow response. So when a response is late, a probe is sent over a new connection. If that fails too, all
// connections are closed, waiting statements fail now, and nothing is sent until a probe succeeds.
//
// A busy machine must not count as unavailable: data on any connection counts as a response, and a probe whose timeout
// fired late says more about this process than about the server. Long work is ended only after a longer silence.

/** After this long without a response the server is probed. */
const LATE_MS = 600
const CHECK_EVERY_MS = 200
/** The timeout of a probe, and the interval after a failed one. */
const PROBE_MS = 900
const AGAIN_MS = 300
/** A timeout that fires this late was delayed in this process. */
const HELD_UP_MS = 200
/** How long a server has to be unavailable before long work is ended. */
const LONG_MS = 15_000

/** The database is unavailable; nothing was sent. */
class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

type Line = { lastHeardMs: number; isLong: boolean }

export class PostgresWatch {
  readonly #url: string
  readonly #patience: number
  readonly #lines = new Map<pg.Client, Line>()
  #isUnavailable = false
  #heardMs = Number.NEGATIVE_INFINITY
  #probing: Promise<void> | undefined
  #looking: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param patience multiplies how long a response may take */
  constructor(url: string, patience: number) {
    this.#url = url
    this.#patience = patience
  }

  /** Watches a connection of a pool. */
  add(client: pg.Client, isLong: boolean): void {
    const line: Line = { lastHeardMs: performance.now(), isLong }
    const { stream } = client.connection
    stream.on('data', () => {
      line.lastHeardMs = performance.now()
      this.#heardMs = line.lastHeardMs
    })
    stream.once('close', () => this.#lines.delete(client))
    this.#lines.set(client, line)
    this.#looking ??= setInterval(() => this.#look(), CHECK_EVERY_MS).unref()
  }

  /** @throws {DatabaseUnavailable} while the server is known to be unavailable */
  requireServer(): void {
    if (this.#isUnavailable) throw new DatabaseUnavailable('The database does not answer')
  }

  /** Connecting failed: until a probe succeeds nobody else needs to try. */
  connectFailed(): void {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#looking)
  }

  /** A statement was sent, so a response is due. */
  asked(client: pg.Client): void {
    const line = this.#lines.get(client)
    if (line) line.lastHeardMs = performance.now()
  }

  get #probeMs(): number {
    return PROBE_MS * this.#patience
  }

  #look(): void {
    const dueMs = performance.now() - LATE_MS * this.#patience
    for (const [client, { lastHeardMs }] of this.#lines) if (isBusy(client) && lastHeardMs < dueMs) this.connectFailed()
  }

  async #probe(): Promise<void> {
    const begunMs = performance.now()
    while (!this.#isClosed && !(await this.#isThere())) {
      this.#isUnavailable = true
      const isLongAgo = performance.now() - begunMs > LONG_MS
      for (const [client, { isLong }] of this.#lines) if (!isLong || isLongAgo) client.connection.stream.destroy()
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
    }
    this.#isUnavailable = false
    // Connections that are still silent are busy: the interval starts again.
    for (const line of this.#lines.values()) line.lastHeardMs = performance.now()
  }

  async #isThere(): Promise<boolean> {
    for (;;) {
      const askedMs = performance.now()
      if (await this.#isAnswered()) return true
      if (this.#heardMs > askedMs) return true
      if (this.#isClosed || performance.now() - askedMs < this.#probeMs + HELD_UP_MS) return false
    }
  }

  /** An error from the server, such as a wrong password, is a response too, unless it is starting up or shutting down. */
  async #isAnswered(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: this.#probeMs,
      query_timeout: this.#probeMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch (error) {
      return isOfServer(error) && !/^57P0[1-3]$/.test(String(error.code))
    } finally {
      client.connection.stream.destroy()
    }
  }
}

/** Whether the error comes from PostgreSQL itself. */
export const isOfServer = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

/** Whether a connection is waiting for a response. A private field of pg; a test fails if it is renamed. */
const isBusy = (client: pg.Client): boolean => Reflect.get(client, 'readyForQuery') !== true
