import { DomainError, operation, Problem } from '@salama/domain/shared'
import { currentTrace } from '@salama/domain/trace'
import { useCase } from '@salama/domain/use-case'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createRoute, notFoundHandlers, type RouteHandlers } from './index.ts'

vi.stubEnv('SALAMA_API_URL', 'https://api.salama.example/')
vi.stubEnv('SALAMA_RIDER_URL', 'https://rider.salama.example')
vi.stubEnv('CORS_ORIGINS', 'https://partner.example, https://other.example:8443/')
vi.stubEnv('APP_URL', 'https://api.salama.example')
vi.stubEnv('RATE_LIMIT_SCALE', '100')
afterEach(() => vi.useRealTimers())

const common = {
  tag: 'Test',
  summary: 's',
  description: 'd',
  path: '/api/v1/notes/{id}',
  params: z.object({ id: z.string() }),
  access: 'public',
  errors: [],
  examples: { reply: {} },
} as const
const traces: unknown[] = []
const readNote = useCase(
  operation({
    ...common,
    name: 'readNote',
    method: 'get',
    reply: z.object({ id: z.string() }),
    cache: { maxAgeS: 5 },
    deprecated: {
      since: '2027-01-01T00:00:00Z',
      sunset: '2027-07-01T00:00:00Z',
      link: 'https://api.salama.example/changes',
    },
  }),
  async (_, { id }) => {
    traces.push(currentTrace())
    if (id === 'limited') throw new DomainError('rate_limited', { retryAfterS: 11.2 })
    if (id === 'refused') throw new DomainError('invalid_token')
    if (id === 'closed') throw new DomainError('role_required', { role: 'admin' })
    if (id === 'nobody') throw new DomainError('unauthenticated')
    if (id === 'slow') return new Promise(() => {})
    return { id }
  },
)
const writeNote = useCase(
  operation({ ...common, name: 'writeNote', method: 'post', reply: z.object({}), cache: 'no-store' }),
  async () => ({}),
)
const visitor = async (_: Request, _op: unknown, requestId: string) => ({ kind: 'visitor', requestId }) as const
const useCases = { GET: readNote, POST: writeNote }
const api: RouteHandlers = createRoute(visitor, { crossOrigin: true })(useCases)
const app: RouteHandlers = createRoute(visitor)(useCases)

function call(method: keyof RouteHandlers, headers: Record<string, string> = {}, id = 'a', routes = api) {
  const request = new Request(`https://api.salama.example/api/v1/notes/${id}`, { method, headers })
  return routes[method](request, { params: Promise.resolve({ id }) })
}
const preflight = (origin: string, asks: string, routes = api) =>
  call(
    'OPTIONS',
    { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': asks },
    'a',
    routes,
  )
const cors = ({ headers }: Response) => [...headers].filter(([name]) => name.startsWith('access-control-'))

test('allows cross-origin reads with an API key', async () => {
  const response = await preflight('https://eve.example', 'x-api-key, if-none-match')
  expect(response.status).toBe(204)
  expect(Object.fromEntries(cors(response))).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': expect.stringMatching(/if-none-match.*x-api-key$/),
    'access-control-max-age': '7200',
  })
  expect(response.headers.get('access-control-allow-headers')).not.toContain('authorization')
  expect(response.headers.get('vary')).toContain('origin')
})

test.each([
  'https://rider.salama.example',
  'https://api.salama.example',
  'https://partner.example',
  'https://other.example:8443',
])('allows access tokens from %s, for every method', async (origin) => {
  const response = await preflight(origin, 'Authorization,content-type')
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS')
  expect(response.headers.get('access-control-allow-headers')).toMatch(/authorization$/)
  const read = await call('GET', { origin, authorization: 'Bearer x' })
  expect(read.headers.get('access-control-allow-origin')).toBe(origin)
})

test.each(['https://eve.example', 'http://rider.salama.example', 'https://rider.salama.example.eve.example', 'null'])(
  'rejects access tokens from %s',
  async (origin) => {
    expect(cors(await preflight(origin, 'authorization'))).toEqual([])
    expect(cors(await preflight(origin, 'x-api-key, authorization'))).toEqual([])
    expect(cors(await call('GET', { origin, authorization: 'Bearer x' }))).toEqual([])
  },
)

test('exposes limits, ETag and request id cross-origin, and never accepts cookies', async () => {
  for (const response of [
    await call('GET', { origin: 'https://eve.example', 'x-api-key': 'k' }),
    await call('GET', { origin: 'https://eve.example' }, 'limited'),
    await call('PUT', { origin: 'https://eve.example' }),
    await notFoundHandlers().GET(
      new Request('https://api.salama.example/x', { headers: { origin: 'https://eve.example' } }),
      { params: Promise.resolve({}) },
    ),
  ]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toMatch(/ETag.*RateLimit.*Retry-After.*X-Request-Id/)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('vary')).toMatch(/origin/)
  }
})

test('refuses cross-origin requests to an app’s own routes', async () => {
  const origin = 'https://rider.salama.example'
  expect(cors(await preflight(origin, 'x-api-key', app))).toEqual([])
  expect(cors(await preflight(origin, 'authorization', app))).toEqual([])
  expect(cors(await call('GET', { origin }, 'a', app))).toEqual([])
})

test('sends no-store or the scope of the cache', async () => {
  for (const [method, id] of [
    ['GET', 'limited'],
    ['PUT', 'a'],
    ['POST', 'a'],
  ] as const)
    expect((await call(method, {}, id)).headers.get('cache-control')).toBe('no-store')
  const read = await call('GET')
  expect(read.headers.get('cache-control')).toBe('private, max-age=5')
  expect(read.headers.get('vary')).toBe('authorization, x-api-key, cookie, origin')
})

test('keeps the cache headers of a 304 and drops Content-Type', async () => {
  const first = await call('GET')
  const etag = first.headers.get('etag') ?? ''
  const second = await call('GET', { 'if-none-match': etag })
  expect(second.status).toBe(304)
  for (const name of ['etag', 'cache-control', 'vary', 'ratelimit-policy', 'deprecation', 'x-content-type-options'])
    expect(second.headers.get(name)).toBe(first.headers.get(name))
  expect(second.headers.get('content-type')).toBeNull()
})

test('sends the headers of GET for HEAD, also for a problem, without a body', async () => {
  for (const id of ['a', 'limited']) {
    const [head, get] = [await call('HEAD', {}, id), await call('GET', {}, id)]
    expect([head.status, await head.text()]).toEqual([get.status, ''])
    const own = ['x-request-id', 'ratelimit']
    const shown = ({ headers }: Response) => [...headers].filter(([name]) => !own.includes(name))
    expect(shown(head)).toEqual(shown(get))
  }
})

test('sends Deprecation, Sunset and Link for a deprecated operation', async () => {
  for (const id of ['a', 'limited']) {
    const { headers } = await call('GET', {}, id)
    expect(headers.get('deprecation')).toBe('@1798761600')
    expect(headers.get('sunset')).toBe('Thu, 01 Jul 2027 00:00:00 GMT')
    expect(headers.get('link')).toBe('<https://api.salama.example/changes>; rel="deprecation"; type="text/html"')
  }
  expect((await call('POST')).headers.get('deprecation')).toBeNull()
})

test('sends Retry-After in whole seconds for a limit that SQL enforces', async () => {
  const response = await call('GET', {}, 'limited')
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '12'])
})

test('links the type of a problem to a page of the API, from every app', async () => {
  for (const routes of [api, app]) {
    const { type } = Problem.parse(await (await call('GET', {}, 'closed', routes)).json())
    expect(type).toBe('https://api.salama.example/errors/role_required')
  }
})

test.each([
  ['nobody', 'Bearer realm="salama"'],
  ['refused', 'Bearer realm="salama", error="invalid_token", error_description="The access token is invalid."'],
  [
    'closed',
    'Bearer realm="salama", error="insufficient_scope", error_description="Your account does not have the required role."',
  ],
  ['limited', null],
])('sends the right challenge for %s', async (id, challenge) => {
  expect((await call('GET', {}, id)).headers.get('www-authenticate')).toBe(challenge)
})

test('sends security headers with every response, and HSTS over https', async () => {
  for (const response of [
    await call('GET'),
    await call('GET', {}, 'limited'),
    await call('PUT'),
    await call('OPTIONS'),
  ])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    })
})

test('returns 503 with Retry-After after waiting too long', async () => {
  vi.useFakeTimers()
  const waiting = call('GET', {}, 'slow')
  await vi.advanceTimersByTimeAsync(20_000)
  const response = await waiting
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
test.each([
  [`00-${TRACE}-00f067aa0ba902b7-01`, TRACE],
  [`cc-${TRACE}-00f067aa0ba902b7-01-what-the-future-says`, TRACE],
  [`00-${TRACE}-00f067aa0ba902b7-01-more`, null],
  [`ff-${TRACE}-00f067aa0ba902b7-01`, null],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
  [`00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, null],
  ['', null],
])('continues or starts a trace for %j', async (traceparent, expected) => {
  await call('GET', { traceparent })
  const traceId = expect.stringMatching(/^(?!0{32})[0-9a-f]{32}$/)
  expect(traces.at(-1)).toMatchObject({ traceId: expected ?? traceId, spanId: expect.not.stringMatching('00f067aa') })
  if (expected === null) expect(traces.at(-1)).not.toMatchObject({ traceId: TRACE })
})
