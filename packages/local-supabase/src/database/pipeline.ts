import { hash } from 'node:crypto'
import { type PGlite, protocol } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

// Several statements as one message of the extended query protocol, with one Sync at the end: one round trip, and one
// transaction that a failing statement rolls back. Unlike in a batch of the simple protocol the values are not part of
// the SQL: nothing is quoted, and a server that logs failed statements does not log what users sent.

/**
 * One statement with `$1` parameters, all given as text. It is prepared once per connection and role: some rights are
 * checked only when a statement is prepared.
 */
export type Statement = { text: string; values: string[]; role: string }

/** The first column of the rows of the last statement, as text. */
export type Column = (string | null)[]

const { bind, close, execute, parse, sync } = protocol.serialize

/** Statements that are kept prepared on a connection. */
const MAX_PREPARED = 200
/** The SQLSTATE of a statement that is not prepared, because a pooler has put another server behind the connection. */
const NOT_PREPARED = '26000'

/** The statements that are prepared on one connection. */
class Prepared {
  readonly #unused: string[] = []
  readonly #names = new LRUCache<string, true>({
    max: MAX_PREPARED,
    dispose: (_, name, reason) => {
      if (reason === 'evict') this.#unused.push(name)
    },
  })

  messageOf(statements: Statement[]): Uint8Array {
    const parts = this.#unused.splice(0).map((name) => close({ type: 'S', name }))
    for (const statement of statements) {
      const name = nameOf(statement)
      // After a failure it may be prepared or not; closing what does not exist is no error.
      if (!this.#names.has(name)) parts.push(close({ type: 'S', name }), parse({ text: statement.text, name }))
      parts.push(bind({ statement: name, values: statement.values }), execute({}))
    }
    return Buffer.concat([...parts, sync()])
  }

  /** Sends the statements; again if they have to be prepared again. */
  async run(statements: Statement[], send: (message: Uint8Array) => Promise<Column>): Promise<Column> {
    const column = await send(this.messageOf(statements)).catch((error: unknown) => {
      if (Object(error).code !== NOT_PREPARED) throw error
      this.#names.clear()
      return send(this.messageOf(statements))
    })
    for (const statement of statements) this.#names.set(nameOf(statement), true)
    return column
  }
}

const nameOf = ({ text, role }: Statement) => hash('sha1', `${role} ${text}`)

/** The same names on every connection, so that a name never means another statement. */
const prepared = new WeakMap<PGlite | pg.PoolClient, Prepared>()

function preparedOn(session: PGlite | pg.PoolClient): Prepared {
  const found = prepared.get(session) ?? new Prepared()
  prepared.set(session, found)
  return found
}

/** @throws {Error} of PostgreSQL, with the SQLSTATE in `code` */
export function pipelineOnPglite(driver: PGlite, statements: Statement[]): Promise<Column> {
  return preparedOn(driver).run(statements, async (message) => {
    const { messages } = await driver.execProtocol(message).catch((error: unknown) => {
      throw Object.assign(Object(error), { query: statements.at(-1)?.text })
    })
    const last = messages.findLastIndex(({ name }) => name === 'bindComplete')
    return messages
      .slice(last)
      .flatMap((each) => (each instanceof protocol.messages.DataRowMessage ? [each.fields[0] ?? null] : []))
  })
}

/** @throws {Error} of PostgreSQL, with the SQLSTATE in `code`; without one if the connection was lost */
export function pipelineOnPostgres(client: pg.PoolClient, statements: Statement[]): Promise<Column> {
  const send = (message: Uint8Array) =>
    new Promise<Column>((resolve, reject) => {
      const done: Done = (error, column) => (error ? reject(error) : resolve(column ?? []))
      client.query(new Pipeline(message, statements.length, done))
    })
  return preparedOn(client).run(statements, send)
}

type Done = (error: Error | null, column?: Column) => void

/** The interface that pg has for queries of other classes, such as cursors: a handler for each message of the server. */
class Pipeline implements pg.Submittable {
  readonly #message: Uint8Array
  #left: number
  readonly #column: Column = []
  /** pg wraps it in its query timeout. */
  callback: Done

  constructor(message: Uint8Array, statements: number, callback: Done) {
    this.#message = message
    this.#left = statements
    this.callback = callback
  }

  submit({ stream }: pg.Connection): void {
    stream.write(this.#message)
  }

  handleDataRow({ fields }: { fields: Column }): void {
    if (this.#left === 1) this.#column.push(fields[0] ?? null)
  }

  handleCommandComplete(): void {
    this.#left -= 1
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#column)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
