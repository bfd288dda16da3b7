import { type PGlite, protocol } from '@electric-sql/pglite'
import type pg from 'pg'

// Several statements as one message of the extended query protocol, with one Sync at the end: one round trip, and one
// transaction that a failing statement rolls back. Unlike in a batch of the simple protocol the values are not part of
// the SQL: nothing is quoted, and a server that logs failed statements does not log what users sent.

/** One statement with `$1` parameters, all given as text. */
export type Statement = { text: string; values: string[] }

/** The first column of the rows of the last statement, as text. */
export type Column = (string | null)[]

function messageOf(statements: Statement[]): Uint8Array {
  const { parse, bind, execute, sync } = protocol.serialize
  const parts = statements.flatMap(({ text, values }) => [parse({ text }), bind({ values }), execute({})])
  return Buffer.concat([...parts, sync()])
}

/** @throws {Error} of PostgreSQL, with the SQLSTATE in `code` */
export async function pipelineOnPglite(driver: PGlite, statements: Statement[]): Promise<Column> {
  const { messages } = await driver.execProtocol(messageOf(statements)).catch((error: unknown) => {
    throw Object.assign(Object(error), { query: statements.at(-1)?.text })
  })
  const last = messages.findLastIndex(({ name }) => name === 'bindComplete')
  return messages
    .slice(last)
    .flatMap((message) => (message instanceof protocol.messages.DataRowMessage ? [message.fields[0] ?? null] : []))
}

/** @throws {Error} of PostgreSQL, with the SQLSTATE in `code`; without one if the connection was lost */
export function pipelineOnPostgres(client: pg.PoolClient, statements: Statement[]): Promise<Column> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(statements, (error, column) => (error ? reject(error) : resolve(column ?? []))))
  })
}

type Done = (error: Error | null, column?: Column) => void

/** The interface that pg has for queries of other classes, such as cursors: a handler for each message of the server. */
class Pipeline implements pg.Submittable {
  readonly #statements: Statement[]
  #left: number
  readonly #column: Column = []
  /** pg wraps it in its query timeout. */
  callback: Done

  constructor(statements: Statement[], callback: Done) {
    this.#statements = statements
    this.#left = statements.length
    this.callback = callback
  }

  submit({ stream }: pg.Connection): void {
    stream.write(messageOf(this.#statements))
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
