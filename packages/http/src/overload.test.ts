import { getHealth } from '@salama/domain/health'
import { callInTurn } from '@salama/domain/request-scope'
import { operation } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createRoute, type RouteHandlers } from './index.ts'

/** The number of concurrent database calls, and of queued ones. */
const ROOM = 2 + 16

let gate = Promise.withResolvers<void>()
let begun: string[] = []
const held = operation({
  name: 'readHeld',
  method: 'get',
  path: '/api/v1/held',
  tag: 'Test',
  summary: 's',
  description: 'd',
  access: 'public',
  query: z.object({ n: z.string() }),
  reply: z.object({ n: z.string() }),
  errors: [],
  cache: 'no-store',
  examples: { reply: { n: '1' } },
})
let routes: RouteHandlers
let health: RouteHandlers
beforeAll(() => {
  vi.stubEnv('MAX_IN_FLIGHT', '2')
  vi.stubEnv('SUPABASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'publishable')
  vi.stubEnv('SERVER_TOKEN', 'token')
  const route = createRoute(async (_, __, requestId) => ({ kind: 'visitor', requestId }))
  health = route({ GET: getHealth })
  routes = route({
    GET: useCase(held, async (_, { n }) => {
      await callInTurn(async () => {
        begun.push(n)
        await gate.promise
      })
      return { n }
    }),
  })
})
afterAll(() => vi.unstubAllEnvs())
beforeEach(() => {
  gate = Promise.withResolvers()
  begun = []
})

const ask = (n: number, signal: AbortSignal | null = null) =>
  routes.GET(new Request(`http://localhost/api/v1/held?n=${n}`, { signal }), { params: Promise.resolve({}) })
const askHealth = (query = '') =>
  health.GET(new Request(`http://localhost/api/v1/health${query}`), { params: Promise.resolve({}) })
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('returns 503 with Retry-After for the excess, and answers all others', async () => {
  const taken = numbers(1, ROOM).map((n) => ask(n))
  const refused = await ask(ROOM + 1)
  expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([
    503,
    '2',
    'unavailable',
  ])
  gate.resolve()
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(numbers(1, ROOM).map(() => 200))
  expect((await ask(1)).status).toBe(200)
})

test('frees the place of a client that disconnected, and does not start its request', async () => {
  const client = new AbortController()
  const taken = numbers(1, ROOM - 1).map((n) => ask(n))
  const abandoned = ask(ROOM, client.signal)
  client.abort()
  expect((await abandoned).status).toBe(499)
  const next = ask(ROOM + 1)
  gate.resolve()
  expect((await Promise.all([...taken, next])).every(({ status }) => status === 200)).toBe(true)
  expect(begun).not.toContain(String(ROOM))
})

const NOT_ASKED = Object.fromEntries(
  ['database', 'schema', 'roles', 'reads', 'feed', 'area'].map((name) => [name, 'not_asked']),
)

test('reports an overloaded process as alive, not ready', async () => {
  const taken = numbers(1, ROOM).map((n) => ask(n))
  await ask(ROOM + 1)
  expect((await askHealth()).status).toBe(200)
  const ready = await askHealth('?ready=true')
  expect([ready.status, (await ready.json()).checks]).toEqual([503, { ...NOT_ASKED, load: 'shedding' }])
  gate.resolve()
  await Promise.all(taken)
})
