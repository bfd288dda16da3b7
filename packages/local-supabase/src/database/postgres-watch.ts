import pg from 'pg'

// Whether the server at the other end of the pools is there.
//
// A connection whose other end has gone without a word (a firewall that forgot it, a machine that lost its power) looks
// like one whose answer takes long. So where an answer is late the server is asked the shortest question over a new
// connection: if that is not answered either, all connections are given up, what waits on them fails now, and nothing is
// sent until the question is answered again. Then everything begins anew by itself.
//
// A machine that is only busy must not be taken for one that has gone: whatever any connection hears counts as an answer,
// and a question whose time-out came late says more about this process than about the server. Long work is given up only
// after a longer silence.

/** After how long without a word somebody is sent to ask. */
const LATE_MS = 600
const CHECK_EVERY_MS = 200
/** How long the question may take, and how long after a failure it is asked again. */
const PROBE_MS = 900
const AGAIN_MS = 300
/** A time-out that comes so much too late was held up in this process. */
const HELD_UP_MS = 200
/** How long a server has to be away before long work is given up. */
const LONG_MS = 15_000

/** The database does not answer; nothing was sent. */
class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

type Line = { lastHeardMs: number; isLong: boolean }

export class PostgresWatch {
  readonly #url: string
  readonly #lines = new Map<pg.Client, Line>()
  #isUnavailable = false
  #heardMs = Number.NEGATIVE_INFINITY
  #probing: Promise<void> | undefined
  #looking: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  /** Watches a connection of a pool from now on. */
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

  /** @throws {DatabaseUnavailable} while it is known that the server does not answer */
  requireServer(): void {
    if (this.#isUnavailable) throw new DatabaseUnavailable('The database does not answer')
  }

  /** A connection could not be made: until a probe is answered nobody else needs to try. */
  connectFailed(): void {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#looking)
  }

  /** A statement has just been sent: from now on an answer is due. */
  asked(client: pg.Client): void {
    const line = this.#lines.get(client)
    if (line) line.lastHeardMs = performance.now()
  }

  #look(): void {
    const dueMs = performance.now() - LATE_MS
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
    // What is still silent is at work: it gets as long again before anybody asks.
    for (const line of this.#lines.values()) line.lastHeardMs = performance.now()
  }

  async #isThere(): Promise<boolean> {
    for (;;) {
      const askedMs = performance.now()
      if (await this.#isAnswered()) return true
      if (this.#heardMs > askedMs) return true
      if (this.#isClosed || performance.now() - askedMs < PROBE_MS + HELD_UP_MS) return false
    }
  }

  /** A refusal by the server (too many connections, starting up) is no answer to work with, but for a password is. */
  async #isAnswered(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
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

/** Whether PostgreSQL itself said so. */
export const isOfServer = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

/** Whether a connection owes an answer. A private field of pg's; a test would fail if it had another name. */
const isBusy = (client: pg.Client): boolean => Reflect.get(client, 'readyForQuery') !== true
