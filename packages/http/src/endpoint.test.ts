import { DomainError, FIELD_PROBLEMS, Nothing, operation, Problem } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRoute, notFoundHandlers, type RouteHandlers } from './index.ts'

const examples = { reply: {} }
const common = { tag: 'Test', summary: 's', description: 'd', access: 'public', errors: [], examples } as const

/** Stores a note by its id; a repeat returns the stored one. */
const counters = new Map<string, string>()
const saveNote = useCase(
  operation({
    ...common,
    name: 'saveNote',
    method: 'post',
    path: '/api/v1/notes',
    body: z.strictObject({ id: z.string().min(1), text: z.string().min(3), size: z.number().optional() }),
    reply: z.object({ id: z.string(), repeated: z.boolean() }),
    status: 201,
    cache: 'no-store',
  }),
  async (_, { id, text }) => {
    const repeated = counters.has(id)
    counters.set(id, text)
    return { id, repeated, secret: 'never in the answer' }
  },
)

/** Accepts a larger body than others, and creates something with its own URL. */
const sleepLong = useCase(
  operation({
    ...common,
    name: 'keepLong',
    method: 'post',
    path: '/api/v1/long-notes',
    body: z.strictObject({ id: z.string(), text: z.string() }),
    maxBodyBytes: 100_000,
    reply: z.object({ id: z.string() }),
    status: 201,
    location: '/api/v1/notes',
    cache: 'no-store',
  }),
  async (_, { id }) => ({ id }),
)

let asOf = 0
const readNote = useCase(
  operation({
    ...common,
    name: 'readNote',
    method: 'get',
    path: '/api/v1/notes/{id}',
    params: z.object({ id: z.string().max(5) }),
    query: z.object({ big: z.enum(['true', 'false']).default('false') }),
    reply: z.object({ id: z.string(), big: z.string(), asOf: z.iso.datetime() }),
    cache: { maxAgeS: 5 },
  }),
  async (_, { id, big }) => {
    if (id === 'gone') throw new DomainError('not_found')
    if (id === 'bug') throw new TypeError('the secret cause')
    if (id === 'wrong') return { id: 7 }
    asOf += 1000
    return { id, big, asOf: new Date(asOf).toISOString() }
  },
)

const dropNote = useCase(
  operation({
    ...common,
    name: 'dropNote',
    method: 'delete',
    path: '/api/v1/notes/{id}',
    params: z.object({ id: z.string() }),
    reply: Nothing,
    status: 204,
    acceptsIdempotencyKey: true,
    cache: 'no-store',
    examples: { reply: null },
  }),
  async (_, { id, idempotencyKey }) => {
    dropped.push([id, idempotencyKey])
    return null
  },
)
const dropped: unknown[] = []

const sent: object[] = []
const takeForm = useCase(
  operation({
    ...common,
    name: 'takeForm',
    method: 'post',
    path: '/notes/form',
    body: z.strictObject({
      text: z.string().min(3),
      tags: z.array(z.string()).optional(),
      empty: z.string().optional(),
    }),
    reply: z.object({}),
    acceptsForm: true,
    cache: 'no-store',
  }),
  async (_, input) => {
    sent.push(input)
    return {}
  },
)

const route = createRoute(async (_request, _op, requestId) => ({ kind: 'visitor', requestId }))
const routes: RouteHandlers = route({ GET: readNote, POST: saveNote, DELETE: dropNote })

type Method = keyof RouteHandlers
function call(method: Method, init: RequestInit & { id?: string; query?: string } = {}) {
  const { id = 'a', query = '', ...rest } = init
  const path = method === 'POST' ? '/api/v1/notes' : `/api/v1/notes/${id}`
  const request = new Request(`http://localhost${path}${query}`, { method, ...rest })
  return routes[method](request, { params: Promise.resolve({ id }) })
}
const post = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  call('POST', { body: typeof body === 'string' ? body : JSON.stringify(body), headers })
const problem = async (response: Response) => Problem.loose().parse(await response.json())

test('returns 201 with a Location for a creation, 200 for a repeat, and never an undeclared field', async () => {
  const created = await post({ id: 'n1', text: 'hello' })
  expect([created.status, created.headers.get('location')]).toEqual([201, '/api/v1/notes/n1'])
  expect(await created.json()).toEqual({ id: 'n1', repeated: false })
  const again = await post({ id: 'n1', text: 'hello' })
  expect([again.status, again.headers.get('location')]).toEqual([200, null])
})

test('reports all problems of a request at once, with their paths', async () => {
  const response = await post({ id: '', text: 'x', size: 'big', colour: 'red' })
  expect(response.status).toBe(422)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const { code, errors } = await problem(response)
  expect(code).toBe('invalid_request')
  expect(errors?.map((e) => e.path).toSorted()).toEqual(['colour', 'id', 'size', 'text'])
  expect(errors).toContainEqual({ path: 'colour', code: 'unknown', message: FIELD_PROBLEMS.unknown })
})

test.each([
  ['?bog=true', [{ path: 'bog', code: 'unknown', message: FIELD_PROBLEMS.unknown }]],
  ['?big=true&big=false', [{ path: 'big', code: 'repeated', message: FIELD_PROBLEMS.repeated }]],
])('rejects a query with %s', async (query, errors) => {
  expect(await problem(await call('GET', { query }))).toMatchObject({ status: 422, errors })
})

test.each([
  ['not JSON', '{"id":', { 'content-type': 'application/json' }, 400, 'unreadable_body'],
  ['a form', 'id=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  ['packed', '{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
  ['no type', '{}', { 'content-type': '' }, 415, 'unsupported_media_type'],
  ['more than 64 kB', `"${'x'.repeat(70_000)}"`, { 'content-type': 'application/json' }, 413, 'body_too_large'],
])('rejects a body that is %s', async (_, body, headers, status, code) => {
  expect(await problem(await post(body, headers))).toMatchObject({ status, code })
})

test('accepts a larger body up to an operation’s own limit, and sends that operation’s Location', async () => {
  const { POST } = route({ POST: sleepLong })
  const send = (length: number) => {
    const body = JSON.stringify({ id: 'a', text: 'x'.repeat(length) })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/api/v1/long-notes', { method: 'POST', body, headers })
    return POST(request, { params: Promise.resolve({}) })
  }
  const counters = await send(90_000)
  expect([counters.status, counters.headers.get('location')]).toEqual([201, '/api/v1/notes'])
  expect(await problem(await send(100_000))).toMatchObject({ code: 'body_too_large', maxBytes: 100_000 })
})

test('accepts forms and JSON where an operation accepts forms, and forms nowhere else', async () => {
  const { POST } = route({ POST: takeForm })
  const send = (body: string, type: string) =>
    POST(new Request('http://localhost/notes/form', { method: 'POST', body, headers: { 'content-type': type } }), {
      params: Promise.resolve({}),
    })
  const form = 'application/x-www-form-urlencoded; charset=utf-8'
  expect((await send('text=one%0D%0Atwo&tags=a&tags=b&empty=', form)).status).toBe(200)
  expect((await send('{"text":"three"}', 'application/json')).status).toBe(200)
  expect(sent).toEqual([{ text: 'one\ntwo', tags: ['a', 'b'] }, { text: 'three' }])
  const refused = await problem(await send('text=x&colour=red', form))
  expect([refused.code, refused.errors?.map((e) => e.path).toSorted()]).toEqual(['invalid_request', ['colour', 'text']])
  expect(await problem(await send(`text=${'x'.repeat(70_000)}`, form))).toMatchObject({ code: 'body_too_large' })
  expect(await problem(await send('text=abc', 'multipart/form-data'))).toMatchObject({ code: 'unsupported_media_type' })
})

test('rejects a body that is not UTF-8', async () => {
  const response = await call('POST', {
    body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    headers: { 'content-type': 'application/json' },
  })
  expect(await problem(response)).toMatchObject({ status: 400, code: 'unreadable_body' })
})

test('returns only the request id for an internal error', async () => {
  for (const id of ['bug', 'wrong']) {
    const response = await call('GET', { id, headers: { 'x-request-id': 'trace-12345' } })
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('secret')
    expect(JSON.parse(text)).toEqual({
      type: '/errors/internal',
      title: expect.any(String),
      status: 500,
      code: 'internal',
      instance: `/api/v1/notes/${id}`,
      requestId: 'trace-12345',
    })
  }
})

test('replaces a request id that could break a log line', async () => {
  const response = await call('GET', { headers: { 'x-request-id': 'a b {"x":1}' } })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('returns the same ETag whatever asOf is, and 304 when it matches', async () => {
  const first = await call('GET')
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/".+"$/)
  expect(first.headers.get('cache-control')).toBe('private, max-age=5')
  const second = await call('GET', { headers: { 'if-none-match': `"other", ${tag}` } })
  expect([second.status, await second.text()]).toEqual([304, ''])
  const other = await call('GET', { id: 'b', headers: { 'if-none-match': tag } })
  expect(other.status).toBe(200)
})

test('answers HEAD like GET without the body', async () => {
  const head = await call('HEAD')
  expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
})

test('returns 204 without a body, and passes the Idempotency-Key to the use case', async () => {
  const done = await call('DELETE', { id: 'n1', headers: { 'idempotency-key': 'x'.repeat(255) } })
  expect([done.status, await done.text(), done.headers.get('content-type')]).toEqual([204, '', null])
  expect(done.headers.get('cache-control')).toBe('no-store')
  await call('DELETE', { id: 'n2' })
  expect(dropped).toEqual([
    ['n1', 'x'.repeat(255)],
    ['n2', undefined],
  ])
})

test.each(['', 'x'.repeat(256), 'a\tb'])('an Idempotency-Key of %j is refused', async (key) => {
  const response = await call('DELETE', { headers: { 'idempotency-key': key } })
  expect(await problem(response)).toMatchObject({ status: 422, errors: [{ path: 'Idempotency-Key' }] })
})

test('lists the allowed methods for OPTIONS and for 405', async () => {
  const options = await call('OPTIONS')
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, DELETE, OPTIONS'])
  const wrong = await call('PUT')
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST, DELETE, OPTIONS')
  expect(await problem(wrong)).toMatchObject({ status: 405, code: 'method_not_allowed' })
})

test.each([
  ['text/html', 406],
  ['application/json;q=0, text/html', 406],
  ['application/json;q=0, */*', 406],
  ['text/html, */*;q=0.1', 200],
  ['application/*', 200],
])('for Accept %s returns %i', async (accept, status) => {
  expect((await call('GET', { headers: { accept } })).status).toBe(status)
})

test('returns a 404 problem for an unknown path, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const request = new Request('http://localhost/api/v1/nothing', { method })
    const response = await notFoundHandlers()[method](request, { params: Promise.resolve({}) })
    expect(await problem(response)).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('sends a request id and nosniff with every response', async () => {
  for (const response of [await call('GET'), await call('GET', { id: 'gone' }), await call('OPTIONS')]) {
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
})
