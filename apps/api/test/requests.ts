import fc from 'fast-check'
import type { CallOptions } from './api.ts'
import { hostileText, hostileValue, type Pool, valid } from './arbitraries.ts'
import { bodyOf, type Known, type Operation, paramsOf, urlOf } from './call-operation.ts'
import { type DocumentedOperation, documented } from './document.ts'

// Whole requests: valid by the document, or with mutations. The mutations are part of the generated value, so that a
// failure shrinks to the one that matters.

type Break =
  | { at: 'body'; how: 'drop' | 'extra' | 'replace'; which: number; value: unknown }
  | { at: 'query'; how: 'drop' | 'extra' | 'replace' | 'repeat'; which: number; text: string }
  | { at: 'path'; which: number; text: string }
  | { at: 'raw body'; text: string }
  | { at: 'header'; name: string; text: string }

export type Generated = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  breaks: Break[]
}

const RAW_BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '0',
  '{',
  '{"a":}',
  '{"id":1e999}',
  '{"__proto__":{"admin":true}}',
  '{"id":"a","id":"b"}',
  '\ufeff{}',
  '['.repeat(5000),
  `{"note":"${'x'.repeat(70_000)}"}`,
  'id=1&category=crash',
]

const HEADERS: Record<string, string[]> = {
  accept: [
    '',
    '*/*',
    '*/*;q=0',
    'text/html',
    'application/json;q=0',
    'application/*;q=',
    ';;,,',
    'application/geo+json',
  ],
  'content-type': [
    '',
    'text/plain',
    'application/json; charset=latin1',
    'multipart/form-data',
    'APPLICATION/JSON',
    ';',
  ],
  'content-encoding': ['gzip', 'identity', ''],
  'x-request-id': ['', 'a b', '../../..', 'x'.repeat(500)],
  'if-none-match': ['*', '"', 'W/"x"', ', ,', 'x'.repeat(2000)],
  'if-match': ['*', '"1"'],
  'idempotency-key': ['', ' ', 'same-key', 'x'.repeat(300), 'é'],
  traceparent: ['', '00-0-0-00', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`, 'ff'],
  'x-forwarded-for': ['', '127.0.0.1', '::1, 1.2.3.4', 'x'.repeat(500)],
  'x-forwarded-host': ['evil.test', '', '['],
  origin: ['null', 'https://evil.test', ''],
  'accept-language': ['sw', '*', ';;', 'x'.repeat(200)],
  range: ['bytes=0-1', 'bytes=-'],
  cookie: ['salama-rider.session-token=x', '=;=;'],
  'x-http-method-override': ['DELETE'],
  prefer: ['return=minimal', ''],
}

const which = fc.nat({ max: 50 })
const header: fc.Arbitrary<Break> = fc
  .constantFrom(...Object.entries(HEADERS).flatMap(([name, texts]) => texts.map((text) => ({ name, text }))))
  .map((each) => ({ at: 'header', ...each }))

/** The mutations that apply to an operation. */
function breaksFor(op: DocumentedOperation): fc.Arbitrary<Break> {
  const parameters = op.parameters ?? []
  return fc.oneof(
    header,
    fc.record<Break & { at: 'query' }>({
      at: fc.constant('query'),
      how: fc.constantFrom('drop', 'extra', 'replace', 'replace', 'repeat'),
      which,
      text: hostileText,
    }),
    ...(parameters.some((each) => each.in === 'path')
      ? [fc.record<Break & { at: 'path' }>({ at: fc.constant('path'), which, text: hostileText })]
      : []),
    ...(op.requestBody
      ? [
          fc.constantFrom(...RAW_BODIES).map((text): Break => ({ at: 'raw body', text })),
          fc.record<Break & { at: 'body' }>({
            at: fc.constant('body'),
            how: fc.constantFrom('drop', 'extra', 'replace', 'replace', 'replace'),
            which,
            value: hostileValue,
          }),
        ]
      : []),
  )
}

/**
 * Requests for an operation: half of them valid, half with one or two mutations. A cursor is only sent where the list
 * has returned one.
 */
export function requestsFor(op: Operation, known: Known, cursor: string | null = null): fc.Arbitrary<Generated> {
  const described = documented.get(`${op.method} ${op.path}`)
  if (described === undefined) throw new Error(`${op.name} is not in the document`)
  const texts = Object.values({ ...op.examples.params, ...op.examples.query }).map(String)
  const pool: Pool = { ids: known.all, texts: [...texts, 'koja', 'KZZ 101D', 'thika-road'] }
  const examples: Record<string, unknown> = { ...op.examples.query, ...paramsOf(op, known) }
  const given = (place: 'path' | 'query') =>
    Object.fromEntries(
      (described.parameters ?? [])
        .filter((each) => each.in === place && (each.name !== 'cursor' || cursor !== null))
        .map(
          (each) =>
            [
              each.name,
              each.name === 'cursor' ? fc.constant(cursor) : valid(each.schema, pool, examples[each.name]),
            ] as const,
        ),
    )
  const needed = (described.parameters ?? []).filter((each) => each.required === true).map((each) => each.name)
  const query = given('query')
  const schema = described.requestBody?.content['application/json']?.schema
  const oneBreak = breaksFor(described)
  return fc.record({
    params: fc.record(given('path')),
    query: fc.record(query, { requiredKeys: needed.filter((name) => name in query), noNullPrototype: true }),
    body: schema ? newId(valid(schema, pool, bodyOf(op.examples.body, known))) : fc.constant(undefined),
    breaks: fc.oneof(fc.constant<Break[]>([]), fc.array(oneBreak, { minLength: 1, maxLength: 2 })),
  })
}

/** Such requests, the same for a seed. */
export const samplesFor = (...[op, known, cursor, how]: [Operation, Known, string | null, Sampling]): Generated[] =>
  fc.sample(requestsFor(op, known, cursor), how)
type Sampling = { seed: number; numRuns: number }

/** A client-generated id is mostly a new one. */
function newId(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const id = fc.option(fc.uuid({ version: 4 }), { freq: 8 })
  return fc.tuple(bodies, id).map(([body, fresh]) => {
    const isNamed = typeof body === 'object' && body !== null && 'id' in body && fresh !== null
    return isNamed ? { ...body, id: fresh } : body
  })
}

/** The URL and options of a generated request, with its mutations applied. */
export function toCall(op: Operation, { params, query, body, breaks }: Generated): [address: string, CallOptions] {
  const path = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, readable(String(value))]))
  const search = new Map(Object.entries(query).map(([name, value]) => [name, [String(value)]]))
  const sent = {
    body: structuredClone(body),
    text: undefined as string | undefined,
    headers: {} as Record<string, string>,
  }
  for (const each of breaks) {
    if (each.at === 'header') sent.headers[each.name] = each.text
    else if (each.at === 'raw body') sent.text = each.text
    else if (each.at === 'body') sent.body = brokenBody(sent.body, each)
    else if (each.at === 'query') breakQuery(search, each)
    else path[pick(Object.keys(path), each.which) ?? ''] = readable(each.text)
  }
  if (op.events) search.set('maxSeconds', ['0']) // else it would last
  const pairs = [...search].flatMap(([name, texts]) => texts.map((text) => [name, text.toWellFormed()]))
  const url = [urlOf(op, path), new URLSearchParams(pairs).toString()].filter((part) => part !== '').join('?')
  const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  return [url, { headers: sent.headers, ...(text !== undefined && op.method !== 'get' && { text }) }]
}

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]

/** Text for a path segment: an empty one, `.` and `..` would change the path. */
const readable = (text: string) => (/^\.{0,2}$/.test(text) ? 'x' : text.toWellFormed())

function breakQuery(search: Map<string, string[]>, { how, which, text }: Break & { at: 'query' }): void {
  const name = pick([...search.keys()], which) ?? 'limit'
  if (how === 'drop') search.delete(name)
  if (how === 'replace') search.set(name, [text])
  if (how === 'repeat') search.set(name, [...(search.get(name) ?? ['1']), text])
  if (how === 'extra') search.set(pick(['cursor', 'debug', 'select', 'Limit', 'order', text], which) ?? 'debug', [text])
}

type Container = Record<string, unknown> | unknown[]
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** Every object and list in a body, starting with the body. */
const containersIn = (value: unknown): Container[] =>
  isContainer(value) ? [value, ...Object.values(value).flatMap(containersIn)] : []

function brokenBody(body: unknown, { how, which, value }: Break & { at: 'body' }): unknown {
  const places = containersIn(body).flatMap((container) => Object.keys(container).map((key) => ({ container, key })))
  const place = pick(places, which)
  if (place === undefined) return value
  if (how === 'drop') Reflect.deleteProperty(place.container, place.key)
  if (how === 'replace') Reflect.set(place.container, place.key, value)
  if (how === 'extra')
    Reflect.set(place.container, pick(['role', 'userId', 'state', 'createdAt', '__proto__ '], which) ?? 'role', value)
  return body
}
