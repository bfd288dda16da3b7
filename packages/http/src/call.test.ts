import { operation } from '@salama/domain/shared'
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import { type AppPath, CallError, call, type Endpoint, isTemporary, needsSignIn, problemIn, tryCall } from './call.ts'

const common = {
  tag: 'Test',
  summary: '',
  description: '',
  access: 'public',
  errors: [],
  cache: 'no-store',
  examples: { reply: null },
} as const
const Thing = z.object({ id: z.string(), size: z.number() })
const getThing = operation({
  ...common,
  name: 'getThing',
  method: 'get',
  path: '/api/v1/admin/things/{id}',
  params: z.object({ id: z.string() }),
  query: z.object({
    limit: z.preprocess((raw) => Number(raw), z.int()).optional(),
    at: z.string().optional(),
  }),
  reply: Thing,
})
const putThing = operation({
  ...common,
  name: 'putThing',
  method: 'put',
  path: '/api/v1/things/{id}',
  params: z.object({ id: z.string() }),
  query: z.object({ locale: z.enum(['en', 'sw']) }),
  body: z.object({ size: z.number().transform(String) }),
  acceptsIdempotencyKey: true,
  reply: Thing,
})
const addPhoto = operation({
  ...common,
  name: 'addPhoto',
  method: 'post',
  path: '/api/things/{id}/photos',
  params: z.object({ id: z.string() }),
  body: z.object({ bytes: z.instanceof(Uint8Array) }),
  acceptsFile: true,
  reply: Thing,
})
const deleteAll = operation({
  ...common,
  name: 'deleteAll',
  method: 'delete',
  path: '/api/things',
  status: 204,
  reply: z.null(),
})

type GetThing = typeof getThing
type PutThing = typeof putThing
type AddPhoto = typeof addPhoto
type DeleteAll = typeof deleteAll

const GET_THING = 'GET /api/things/{id}'
const THING = { id: '7', size: 1 }

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const respondWith = (response: () => Response | Promise<Response>) =>
  fetched.mockReset().mockImplementation(async () => response())
const sent = () => fetched.mock.calls[0] ?? []
const problem = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  respondWith(() => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }))
const problemNow = async () => {
  const result = await tryCall<GetThing>(GET_THING, { params: { id: '7' } })
  return result.ok ? null : result.problem
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  respondWith(() => Response.json(THING))
})
afterEach(() => vi.unstubAllGlobals())

test('types the URL, input and reply by the operation', () => {
  expectTypeOf<AppPath<'/api/v1/vehicles/{id}'>>().toEqualTypeOf<'/api/vehicles/{id}'>()
  expectTypeOf<AppPath<'/api/corridor-map'>>().toEqualTypeOf<'/api/corridor-map'>()
  expectTypeOf<Endpoint<GetThing>>().toEqualTypeOf<'GET /api/things/{id}'>()
  expectTypeOf(call<GetThing>)
    .parameter(0)
    .not.toExtend<'POST /api/things/{id}'>()
  expectTypeOf(call<GetThing>).returns.resolves.toEqualTypeOf<z.output<typeof Thing>>()
  expectTypeOf<{ names: null }>().toExtend<Parameters<typeof call<DeleteAll>>[1]>()
  expectTypeOf<object>().not.toExtend<Parameters<typeof call<DeleteAll>>[1]>()
  expectTypeOf(call<DeleteAll>).returns.resolves.toEqualTypeOf<null>()

  type Get = Parameters<typeof call<GetThing>>[1]
  expectTypeOf<{ params: { id: string }; query: { limit: number; at: string } }>().toExtend<Get>()
  expectTypeOf<{ params: { idd: string } }>().not.toExtend<Get>()
  expectTypeOf<{ params: { id: string }; query: { limit: string } }>().not.toExtend<Get>()
  expectTypeOf<keyof Get>().toEqualTypeOf<
    'params' | 'query' | 'names' | 'signal' | 'timeoutMs' | 'account' | 'ifNoneMatch' | 'cache'
  >()

  type Put = Parameters<typeof call<PutThing>>[1]
  expectTypeOf<Put['body']>().toEqualTypeOf<{ size: number }>()
  expectTypeOf<Put['query']>().toEqualTypeOf<{ locale: 'en' | 'sw' }>()
  expectTypeOf<Put['idempotencyKey']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Parameters<typeof call<AddPhoto>>[1]['body']>().toEqualTypeOf<Blob>()
})

test('encodes path parameters, and omits undefined query parameters', async () => {
  await call<GetThing>(GET_THING, { params: { id: 'a/b?ü' }, query: { limit: 5, at: undefined } })
  expect(sent()[0]).toBe('/api/things/a%2Fb%3F%C3%BC?limit=5')
  expect(sent()[1]).toMatchObject({ method: 'GET', headers: { accept: 'application/json' } })
  expect(sent()[1]).not.toHaveProperty('body')
})

test('sends a body as JSON, with the query and the Idempotency-Key', async () => {
  const request = { params: { id: '7' }, query: { locale: 'sw' }, body: { size: 1 }, idempotencyKey: 'once' } as const
  expect(await call<PutThing>('PUT /api/things/{id}', request)).toEqual(THING)
  expect(sent()[0]).toBe('/api/things/7?locale=sw')
  expect(sent()[1]).toMatchObject({
    method: 'PUT',
    body: '{"size":1}',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
  })
})

test('sends a file unchanged, with its own content type', async () => {
  const body = new Blob(['x'], { type: 'image/jpeg' })
  await call<AddPhoto>('POST /api/things/{id}/photos', { params: { id: '7' }, body })
  expect(sent()[1]).toMatchObject({ body, headers: { 'content-type': 'image/jpeg' } })
})

test('sends the required account, or that there must be none', async () => {
  const accountSent = async (request: { account?: string | null }) => {
    respondWith(() => Response.json(THING))
    await call<GetThing>(GET_THING, { params: { id: '7' }, ...request })
    return new Headers(sent()[1]?.headers).get('salama-account')
  }
  expect(await accountSent({ account: 'amina' })).toBe('amina')
  expect(await accountSent({ account: null })).toBe('none')
  expect(await accountSent({})).toBeNull()
})

test('returns null for 204, and the headers beside a reply', async () => {
  respondWith(() => new Response(null, { status: 204 }))
  expect(await call<DeleteAll>('DELETE /api/things', { names: null })).toBeNull()
  respondWith(() => Response.json(THING, { headers: { etag: '"1"' } }))
  const result = await tryCall<GetThing>(GET_THING, { params: { id: '7' }, ifNoneMatch: '"0"' })
  expect(result.ok && result.headers.get('etag')).toBe('"1"')
  expect(sent()[1]).toMatchObject({ headers: { 'if-none-match': '"0"' } })
})

const ID = '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60'
const OTHER = '0e0f9a52-94d0-4b6b-8f0e-0a7f0f3f9b11'
const write = (more: object = {}) =>
  tryCall<PutThing>('PUT /api/things/{id}', { params: { id: ID }, query: { locale: 'sw' }, body: { size: 1 }, ...more })

test('accepts an answer to a write that names the id that was sent, wherever it is', async () => {
  for (const reply of [{ id: ID }, { thing: { id: ID.toUpperCase() } }, { data: [{ id: OTHER }, { id: ID }] }]) {
    respondWith(() => Response.json(reply))
    expect(await write()).toMatchObject({ ok: true, reply })
  }
  respondWith(() => Response.json({ id: OTHER }))
  expect(await write({ names: OTHER })).toMatchObject({ ok: true })
  expect(await write({ body: { id: OTHER } })).toMatchObject({ ok: true })
  expect(await write({ query: { photoId: OTHER } })).toMatchObject({ ok: true })
})

test.each([
  ['another id', () => Response.json({ id: OTHER })],
  ['nothing', () => new Response('')],
  ['JSON of a captive portal', () => Response.json({ status: 'sign in' })],
  ['an empty object', () => Response.json({})],
  ['null', () => Response.json(null)],
  ['204', () => new Response(null, { status: 204 })],
  ['HTML', () => new Response(`<html>${ID}</html>`)],
])('does not take %s for the answer to a write', async (_, response) => {
  respondWith(response)
  expect(await write()).toMatchObject({ ok: false, problem: { code: 'network' } })
})

test('takes only 204 for the answer to what answers with nothing', async () => {
  respondWith(() => Response.json({}))
  expect(await tryCall<DeleteAll>('DELETE /api/things', { names: null })).toMatchObject({ ok: false })
})

test('reports 304 as a problem of that status', async () => {
  respondWith(() => new Response(null, { status: 304 }))
  expect(await problemNow()).toMatchObject({ status: 304 })
})

test('returns the code, fields, Retry-After and other details of a problem', async () => {
  const errors = [{ path: 'size', code: 'too_big', message: 'Too big.' }]
  problem(429, { code: 'rate_limited', errors, more: 1 }, { 'retry-after': '30' })
  expect(await problemNow()).toEqual({
    code: 'rate_limited',
    status: 429,
    fields: errors,
    retryAfterS: 30,
    detail: { code: 'rate_limited', errors, more: 1 },
  })
})

test('throws only a CallError with the problem', async () => {
  problem(404, { code: 'not_found' })
  const thrown = await call<GetThing>(GET_THING, { params: { id: '7' } }).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(CallError)
  expect(problemIn(thrown).code).toBe('not_found')
  expect(problemIn(new TypeError('a bug')).code).toBe('internal')
})

test('treats a missing response, an HTML page and a truncated response as network errors', async () => {
  respondWith(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await problemNow()).toMatchObject({ code: 'network', status: null })
  respondWith(() => new Response('<html>Sign in to this wireless network</html>'))
  expect(await problemNow()).toMatchObject({ code: 'network' })
  respondWith(() => new Response('{"half":'))
  expect(await problemNow()).toMatchObject({ code: 'network' })
})

test.each([
  ['a proxy’s page', 502, '<html>Bad gateway</html>', 'unavailable'],
  ['a crash', 500, '<html>Internal Server Error</html>', 'unavailable'],
  ['a proxy’s refusal', 403, '<html>Forbidden</html>', 'internal'],
  ['a refusal of a newer server', 409, { code: 'not_invented_yet' }, 'invalid_request'],
  ['null', 400, null, 'internal'],
])('maps %s to a known code', async (_, status, body, code) => {
  problem(status, body)
  expect(await problemNow()).toMatchObject({ code, status })
})

test('ends after its timeout, and when it is aborted', async () => {
  fetched.mockImplementation(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const params = { id: '7' }
  const left = new AbortController()
  const ended = [
    tryCall<GetThing>(GET_THING, { params, timeoutMs: 5 }),
    tryCall<GetThing>(GET_THING, { params, signal: left.signal }),
    tryCall<GetThing>(GET_THING, { params, signal: AbortSignal.abort() }),
  ]
  left.abort()
  for (const result of await Promise.all(ended)) expect(result).toMatchObject({ problem: { code: 'network' } })
})

test('distinguishes failures that need sign-in, temporary failures and refusals', () => {
  expect(['unauthenticated', 'token_expired', 'role_required'].map(needsSignIn)).toEqual([true, true, false])
  expect(['network', 'rate_limited', 'id_reused'].map(isTemporary)).toEqual([true, true, false])
})
