import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import type { RouteHandlers } from '@salama/http'
import { CAST } from '@salama/testing'
import type { Stack } from '@salama/testing/stack'
import type { Api, CallOptions } from './api.ts'

// Requests that would be taken if the caller may: an operation's own examples, with ids of things that are there.

export type Operation = (typeof operations)[number]

/** The ids that the database has, by what they are ids of. */
export type Known = { of: (noun: string) => string[]; all: string[] }

/** What a path or a field calls things that have another name in the database. */
const OTHER_NAMES: Record<string, string> = {
  review_queue: 'review_entries',
  entry: 'review_entries',
  module: 'learning_modules',
}

/** The ids that the examples name: where such a thing is there, it is the one that the rest of the example fits. */
const NAMED =
  JSON.stringify(operations.map((op) => op.examples)).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []

/** Up to eight ids of every table, as they are now. */
export async function knownIds(stack: Pick<Stack, 'query'>): Promise<Known> {
  const tables = await stack.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'app' and column_name = 'id' and data_type = 'uuid' order by 1`,
  )
  const byTable = new Map<string, string[]>()
  for (const { name } of tables) {
    const rows = await stack.query<{ id: string }>(
      `select id from app.${name} order by id = any ($1::uuid[]) desc, id limit 8`,
      [NAMED],
    )
    if (rows.length > 0)
      byTable.set(
        name,
        rows.map((row) => row.id),
      )
  }
  // Of people only one who asks nothing in these tests: what is done to an account must not change who is asking.
  byTable.set('users', [CAST.baraka.id])
  return { of: (noun) => byTable.get(tableOf(noun, byTable)) ?? [], all: [...byTable.values()].flat() }
}

/** `api-keys`, `stop` and `courseId` to the table of the same noun, whatever stands before it (`learning_courses`). */
function tableOf(noun: string, tables: Map<string, string[]>): string {
  const snake = noun
    .replace(/Id$/, '')
    .replace(/-/g, '_')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const name = OTHER_NAMES[snake] ?? snake
  const fits = (table: string) => [name, `${name}s`].some((each) => table === each || table.endsWith(`_${each}`))
  return [...tables.keys()].filter(fits).toSorted((a, b) => a.length - b.length)[0] ?? ''
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

/** An example's path parameters, with the id of such a thing where the example has an id. */
export function paramsOf(op: Operation, known: Known): Record<string, string> {
  return Object.fromEntries(
    Object.entries(op.examples.params ?? {}).map(([name, value]) => {
      const before = op.path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? ''
      const ids = known.of(name === 'id' ? before : name)
      return [name, isId(value) ? (ids[0] ?? value) : String(value)]
    }),
  )
}

/** An example's body: `id` is the client's to make, other ids are of things that are there. */
export function bodyOf(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((each) => bodyOf(each, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'id' && isId(member)) return [name, randomUUID()]
      return [name, isId(member) ? (known.of(name)[0] ?? member) : bodyOf(member, known)]
    }),
  )
}

export const addressOf = (op: Operation, params: Record<string, string>, query: Record<string, unknown> = {}) => {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

export const methodOf = (op: Operation) => op.method.toUpperCase() as keyof RouteHandlers // it lists the same methods

/** Sends what the operation's examples say; a caller who ends their own account names themselves. */
export function callOperation(api: Api, op: Operation, known: Known, options: CallOptions = {}): Promise<Response> {
  const self = endsTheCaller(op) && options.as ? { confirm: CAST[options.as].id } : {}
  const address = addressOf(op, paramsOf(op, known), { ...op.examples.query, ...self })
  const body = op.body && bodyOf(op.examples.body, known)
  return api.call(methodOf(op), address, { ...(body !== undefined && { body }), ...options })
}

/** Whether an operation ends the account of whoever calls it, so that they can call nothing more. */
export const endsTheCaller = (op: Operation) => op.method === 'delete' && op.params === undefined
