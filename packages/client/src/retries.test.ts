import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './index.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

const busy = (status: number, retryAfter?: string) => () =>
  Response.json(
    { type: '/errors/x', title: 'Busy.', status, code: 'unavailable', instance: '/', requestId: 'r' },
    {
      status,
      headers: { 'content-type': 'application/problem+json', ...(retryAfter && { 'retry-after': retryAfter }) },
    },
  )
const done = () => Response.json({ data: [] })

/** A client of a service that gives one reply after the other, and the second at which each request came. */
function clientOf(...replies: (() => Response | Promise<Response>)[]) {
  const asked: { atS: number; body: string }[] = []
  const started = Date.now()
  const fetch = async (request: Request) => {
    asked.push({ atS: (Date.now() - started) / 1000, body: await request.text() })
    return (replies.shift() ?? done)()
  }
  return { asked, api: createClient({ baseUrl: 'http://salama.test', fetch }) }
}
const read = ({ api }: ReturnType<typeof clientOf>, init = {}) => api.GET('/api/v1/corridors', init)
const settled = async <T>(asked: Promise<T>) => {
  await vi.runAllTimersAsync()
  return asked
}

test.each([
  ['429', busy(429)],
  ['503', busy(503)],
  ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ['half an answer', () => new Response('{"data": [', { headers: { 'content-type': 'application/json' } })],
])('asks again after %s', async (_, reply) => {
  const service = clientOf(reply, reply)
  const { data } = await settled(read(service))
  expect([data, service.asked.length]).toEqual([{ data: [] }, 3])
})

test.each([
  ['seconds', () => '20'],
  ['a date', () => new Date(Date.now() + 20_000).toUTCString()],
])('waits as long as Retry-After says in %s, and a little longer', async (_, retryAfter) => {
  const service = clientOf(() => busy(429, retryAfter())())
  await settled(read(service))
  const [, second] = service.asked
  expect(second?.atS).toBeGreaterThanOrEqual(19.5)
  expect(second?.atS).toBeLessThan(22)
})

test('gives the error back after three more tries, and at once when the pause is long or nothing passes', async () => {
  const down = clientOf(busy(503), busy(503), busy(503), busy(503))
  expect((await settled(read(down))).error?.code).toBe('unavailable')
  expect(down.asked).toHaveLength(4)
  const spent = clientOf(busy(429, '3600'))
  expect((await settled(read(spent))).response.status).toBe(429)
  const broken = clientOf(busy(500))
  expect((await settled(read(broken))).response.status).toBe(500)
  expect([spent.asked.length, broken.asked.length]).toEqual([1, 1])
})

test('repeats what creates something only with an Idempotency-Key, with the same body', async () => {
  const make = (api: ReturnType<typeof clientOf>['api'], key?: string) =>
    api.POST('/api/v1/api-keys', {
      params: { header: { ...(key && { 'Idempotency-Key': key }) } },
      body: { name: 'Monitor', scopes: ['incidents:read'], expiresInDays: 1, acceptsTerms: true },
    })
  const once = clientOf(busy(503))
  const twice = clientOf(busy(503))
  await settled(Promise.all([make(once.api), make(twice.api, 'one')]))
  expect(once.asked).toHaveLength(1)
  expect(twice.asked.map(({ body }) => body)).toEqual([once.asked[0]?.body, once.asked[0]?.body])
})

test('stops waiting when the caller aborts', async () => {
  const service = clientOf(busy(503, '30'), busy(503))
  const stop = new AbortController()
  const asked = read(service, { signal: stop.signal })
  await vi.advanceTimersByTimeAsync(1_000)
  stop.abort()
  const { error } = await asked
  expect([error?.code, vi.getTimerCount()]).toEqual(['unavailable', 0])
})
