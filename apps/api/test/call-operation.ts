import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import type { RouteHandlers } from '@salama/http'
import { CAST } from '@salama/testing'
import type { Stack } from '@salama/testing/stack'
import type { Api, CallOptions } from './api.ts'
import { IS_ALL } from './env.ts'

// Builds requests that would be accepted from an authorized caller: an operation's own examples, with existing ids.

export type Operation = (typeof operations)[number]

/** Existing ids by their table. */
export type Known = { of: (noun: string) => string[]; all: string[] }

/** Parameters and fields with another name in the database. */
const OTHER_NAMES: Record<string, string> = {
  review_queue: 'review_entries',
  entry: 'review_entries',
  module: 'learning_modules',
}

/** The ids of the examples: where such a row exists it is preferred, because the rest of the example fits it. */
const NAMED =
  JSON.stringify(operations.map((op) => op.examples)).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []

/** Up to eight ids of every table, at this moment: the oldest, as ids are random. */
export async function knownIds(stack: Pick<Stack, 'query'>): Promise<Known> {
  const tables = await stack.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'app' and column_name = 'id' and data_type = 'uuid' order by 1`,
  )
  const byTable = new Map<string, string[]>()
  for (const { name } of tables) {
    const rows = await stack.query<{ id: string }>(
      `select id from app.${name} order by id = any ($1::uuid[]) desc, ctid limit 8`,
      [NAMED],
    )
    if (rows.length > 0)
      byTable.set(
        name,
        rows.map((row) => row.id),
      )
  }
  // Of the accounts only one that is not a caller in these tests: changing an account must not affect callers.
  byTable.set('users', [CAST.baraka.id])
  byTable.set('surveyors', [CAST.chebet.id])
  return { of: (noun) => byTable.get(tableOf(noun, byTable)) ?? [], all: [...byTable.values()].flat() }
}

/** Maps `api-keys`, `stop` and `courseId` to the table of that noun, with any prefix (`learning_courses`). */
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

/** An example's path parameters, with existing ids. */
export function paramsOf(op: Operation, known: Known): Record<string, string> {
  return Object.fromEntries(
    Object.entries(op.examples.params ?? {}).map(([name, value]) => {
      const before = op.path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? ''
      const ids = known.of(name === 'id' ? before : name)
      return [name, isId(value) ? (ids[0] ?? value) : String(value)]
    }),
  )
}

/** The day of the examples: an instant of theirs is sent as far from today as it is from that day. */
const EXAMPLES_DAY = Date.parse('2026-11-24T00:00:00Z')
const DAY_MS = 24 * 60 * 60_000

function inTime(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)) return value
  const days = Math.floor((Date.now() - EXAMPLES_DAY) / DAY_MS)
  return new Date(Date.parse(value) + days * DAY_MS).toISOString()
}

/** An example's body: `id` is new, because the client generates it; other ids are existing ones. */
export function bodyOf(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((each) => bodyOf(each, known))
  if (typeof value !== 'object' || value === null) return inTime(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'id' && isId(member)) return [name, randomUUID()]
      return [name, isId(member) ? (known.of(name)[0] ?? member) : bodyOf(member, known)]
    }),
  )
}

export const urlOf = (op: Operation, params: Record<string, string>, query: Record<string, unknown> = {}) => {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

export const methodOf = (op: Operation) => op.method.toUpperCase() as keyof RouteHandlers // it lists the same methods

/** What is merged goes into another one of the same: the second that exists. */
function withOther<Input>(input: Input, op: Operation, known: Known): Input {
  const { into } = Object(input)
  const noun = op.path.split('/{id}')[0]?.split('/').at(-1) ?? ''
  return isId(into) ? { ...input, into: known.of(noun)[1] ?? into } : input
}

/** Sends the operation's example; a caller who deletes their own account confirms with their own id. */
export function callOperation(
  api: Pick<Api, 'call'>,
  op: Operation,
  known: Known,
  options: CallOptions = {},
): Promise<Response> {
  const self = endsTheCaller(op) && options.as ? { confirm: CAST[options.as].id } : {}
  const query = withOther(op.examples.query ?? {}, op, known)
  const url = urlOf(op, paramsOf(op, known), { ...query, ...self })
  const body = op.body && withOther(bodyOf(op.examples.body, known), op, known)
  return api.call(methodOf(op), url, { ...(body !== undefined && { body }), ...options })
}

/** Whether an operation deletes the caller's account, so that it can make no further requests. */
export const endsTheCaller = (op: Operation) => op.name === 'deleteOwnAccount'

/** For what depends on the kind of access alone: one operation of each kind, and all in `npm run test:all`. */
export function ofEachKind(some: readonly Operation[]): readonly Operation[] {
  if (IS_ALL) return some
  const kindOf = ({ access }: Operation) =>
    typeof access === 'object' && 'scope' in access ? 'scope' : JSON.stringify(access)
  return [...new Map(some.toReversed().map((op) => [kindOf(op), op])).values()]
}
