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
import { type CallerName, credentials, tokenFor, verdict } from './callers.ts'
import { documented, whole } from './document.ts'

// Sends each boundary value once in each parameter and body member of an otherwise valid request. Generated requests
// cover most of them by chance; this covers all. Only values that the operation's schema accepts are sent.

let api: Api
let known: Known
let send: (op: Operation, caller: CallerName) => CallOptions
beforeAll(async () => {
  api = await openApi({ isCompared: true })
  send = await credentials(api)
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

/** Requests with each value in one place. */
function* atPlace(
  op: Operation,
  values: readonly unknown[],
  withValueThere: (value: unknown) => Omit<Request, 'what'>,
) {
  const acceptsText = isAccepted(op, { what: '', ...withValueThere('plain words') })
  for (const value of values) {
    const request = { what: JSON.stringify(value), ...withValueThere(value) }
    if (isBadHere(value, acceptsText) && isAccepted(op, request)) yield request
  }
}

function* requestsFor(op: Operation): Generator<Request> {
  const params = paramsOf(op, known)
  const query = Object.fromEntries(
    Object.entries(op.examples.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const body = () => (op.body ? { body: bodyOf(op.examples.body, known) } : {})
  for (const { name, in: place } of documented.get(`${op.method} ${op.path}`)?.parameters ?? []) {
    if (place === 'path')
      yield* atPlace(op, inPath, (text) => ({ params: { ...params, [name]: String(text) }, query, ...body() }))
    if (place === 'query')
      yield* atPlace(op, inQuery, (text) => ({ params, query: { ...query, [name]: String(text) }, ...body() }))
  }
  const places = op.body ? [...pathsIn(op.examples.body), ...membersOf(op)] : []
  for (const path of new Map(places.map((each) => [each.join('.'), each])).values())
    yield* atPlace(op, inBody, (value) => ({ params, query, body: withValue(body().body, path, value) }))
}

/** Optional members that the example of a body lacks. */
function membersOf(op: Operation): string[][] {
  const body = documented.get(`${op.method} ${op.path}`)?.requestBody?.content['application/json']?.schema ?? {}
  return Object.keys(Object(whole(body).properties)).map((name) => [name])
}

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

test.each(operations.map((op) => [op.name, op] as const))(
  '%s handles boundary values without an internal error',
  async (_, op) => {
    const broken: string[] = []
    for (const { what, params, query, body } of requestsFor(op)) {
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
