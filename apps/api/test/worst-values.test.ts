import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type CallOptions, openApi } from './api.ts'
import { HOSTILE_NUMBERS, HOSTILE_TEXTS } from './arbitraries.ts'
import {
  bodyOf,
  endsTheCaller,
  type Known,
  knownIds,
  methodOf,
  type Operation,
  paramsOf,
  urlOf,
} from './call-operation.ts'
import { type CallerName, credentials, expiredToken, tokenFor, verdict } from './callers.ts'
import { documented, type Schema, whole } from './document.ts'
import { IS_ALL } from './env.ts'

// Sends each boundary value once in each parameter and body member of an otherwise valid request (in `npm test` only in
// the first of each type). Generated requests cover most of them by chance. Only values that the operation's schema
// accepts are sent.

let api: Api
let known: Known
let send: (op: Operation, caller: CallerName) => CallOptions
beforeAll(async () => {
  api = await openApi({ isCompared: true })
  send = await credentials(api, await expiredToken(api))
  known = await knownIds(api.stack)
})
afterAll(() => api.close())

const callerOf = (op: Operation): CallerName =>
  (['a rider', 'a surveyor', 'an admin'] as const).find((each) => verdict(op, each) === 'allowed') ?? 'nobody'

/** Text for a path segment: an empty one, `.` and `..` would change the path. */
const inPath = HOSTILE_TEXTS.filter((text) => !/^\.{0,2}$/.test(text)).map((text) => text.toWellFormed())
const inQuery = HOSTILE_TEXTS.map((text) => text.toWellFormed())
const inBody = [...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, null, true, [], {}]

type Request = { what: string; params: Record<string, string>; query: Record<string, string>; body?: unknown }

const isAccepted = (op: Operation, { params, query, body }: Request) =>
  [op.params?.safeParse(params), op.query?.safeParse(query), op.body?.safeParse(body)].every(
    (part) => part?.success !== false,
  )

/** Of the strings those that are problematic as text; numbers and dates are ordinary text here. */
const BAD_WORDS = ['\0', 'a\0b', '\ud800', '\u202e\u200b\ufeff', 'e\u0301'.repeat(40), '%_\\%', '\r\nset-cookie: a=b']
const isBadHere = (value: unknown, acceptsText: boolean) =>
  !acceptsText || typeof value !== 'string' || BAD_WORDS.includes(value)

/** A place for values in a request of an operation: a parameter, or a member of the body. */
type Place = { op: Operation; type: string; values: readonly unknown[]; put: (value: unknown) => Omit<Request, 'what'> }

/** Requests with each value in one place. */
function* atPlace({ op, values, put }: Place): Generator<Request> {
  const acceptsText = isAccepted(op, { what: '', ...put('plain words') })
  for (const value of values) {
    const request = { what: JSON.stringify(value), ...put(value) }
    if (isBadHere(value, acceptsText) && isAccepted(op, request)) yield request
  }
}

/** What a schema is, without its bounds. */
const typeOf = (schema: Schema): string => {
  const { type, format, pattern, enum: values, anyOf, items } = whole(schema)
  return JSON.stringify([type, format, pattern, values !== undefined, anyOf, items])
}

function* placesIn(op: Operation): Generator<Place> {
  const { parameters, requestBody } = documented.get(`${op.method} ${op.path}`) ?? {}
  const params = () => paramsOf(op, known)
  const query = Object.fromEntries(
    Object.entries(op.examples.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const body = () => (op.body ? { body: bodyOf(op.examples.body, known) } : {})
  for (const { name, in: place, schema } of parameters ?? []) {
    const at = { op, type: `${place} ${typeOf(schema)}` }
    if (place === 'path')
      yield {
        ...at,
        values: inPath,
        put: (text) => ({ params: { ...params(), [name]: String(text) }, query, ...body() }),
      }
    if (place === 'query')
      yield {
        ...at,
        values: inQuery,
        put: (text) => ({ params: params(), query: { ...query, [name]: String(text) }, ...body() }),
      }
  }
  const schema = requestBody?.content['application/json']?.schema ?? {}
  const paths = op.body ? [...pathsIn(op.examples.body), ...membersOf(schema)] : []
  for (const path of new Map(paths.map((each) => [each.join('.'), each])).values())
    yield {
      op,
      type: `body ${typeOf(memberOf(schema, path))}`,
      values: inBody,
      put: (value) => ({ params: params(), query, body: withValue(body().body, path, value) }),
    }
}

/** The schema of a member of a body; an empty one where the document has alternatives. */
const memberOf = (schema: Schema, [name, ...rest]: string[]): Schema => {
  if (name === undefined) return schema
  const { properties, items } = whole(schema)
  return memberOf(Object(Array.isArray(items) ? {} : (items ?? Object(properties)[name])), rest)
}

/** The members of a body, also those that its example lacks. */
const membersOf = (body: Schema): string[][] => Object.keys(Object(whole(body).properties)).map((name) => [name])

/** The paths of all members of a body, at any depth. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [[key], ...pathsIn(member).map((path) => [key, ...path])])
}

function withValue(body: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  const copy: Record<string, unknown> | unknown[] = Array.isArray(body) ? [...body] : { ...Object(body) }
  Reflect.set(copy, key, rest.length === 0 ? value : withValue(Reflect.get(copy, key), rest, value))
  return copy
}

/** All places in `npm run test:all`; in `npm test` one of each type. */
function placesToTry(): Map<Operation, Place[]> {
  const seen = new Set<string>()
  const isNew = ({ type }: Place) => IS_ALL || (!seen.has(type) && seen.add(type))
  const all = operations.map((op): [Operation, Place[]] => [op, [...placesIn(op)].filter(isNew)])
  return new Map(all.filter(([, places]) => places.length > 0))
}
const toTry = placesToTry()

test.each([...toTry].map(([op, places]) => [op.name, op, places] as const))(
  '%s handles boundary values without an internal error',
  async (_, op, places) => {
    const broken: string[] = []
    for (const { what, params, query, body } of places.flatMap((place) => [...atPlace(place)])) {
      const who = endsTheCaller(op) ? { token: await tokenFor(api, randomUUID()) } : send(op, callerOf(op))
      const { status } = await api.call(methodOf(op), urlOf(op, params, query), {
        ...who,
        ...(body !== undefined && { body }),
      })
      if (status >= 500) broken.push(`${what} in ${urlOf(op, params, query)}: ${status}`)
    }
    expect(broken).toEqual([])
  },
  300_000,
)
