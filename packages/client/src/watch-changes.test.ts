import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, type Changes, CursorExpiredError, createClient, type WatchOptions, watchChanges } from './index.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

const incident = (incidentId: string, more: object = {}) => ({
  version: 1,
  incidentId,
  change: 'upsert',
  incident: { category: 'crash', corridor: null, routes: [], place: { lat: -1.28, lng: 36.82 }, ...more },
})
const gone = (incidentId: string) => ({ version: 2, incidentId, change: 'gone', reason: 'withdrawn', mergedInto: null })
const page = (data: object[], nextCursor: string, { more = false, headers = {} } = {}) =>
  Response.json({ data, page: { nextCursor }, more, asOf: '' }, { headers })
const problem = (status: number, code: string, more: object = {}) =>
  Response.json(
    { type: '', title: 'No.', status, code, instance: '', requestId: 'r', ...more },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

/** Watches a service that gives one reply after the other and then aborts, and what came of it. */
async function watch(replies: Response[], options: WatchOptions = {}) {
  const asked: { atS: number; cursor: string | null }[] = []
  const stop = new AbortController()
  const started = Date.now()
  const fetch = async ({ url }: Request) => {
    const reply = replies.shift()
    if (!reply) stop.abort()
    else asked.push({ atS: (Date.now() - started) / 1000, cursor: new URL(url).searchParams.get('cursor') })
    return reply ?? page([], 'end')
  }
  const api = createClient({ baseUrl: 'http://salama.test', fetch, retries: { most: 0 } })
  const came: Changes[] = []
  const all = async () => {
    for await (const changes of watchChanges(api, { ...options, signal: stop.signal })) came.push(changes)
  }
  const ended = all().catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return {
    asked,
    came,
    ids: came.map(({ changes }) => changes.map(({ incidentId }) => incidentId)),
    error: await ended,
  }
}

test('goes on at once while there is more, then once a minute, with the cursor of the page before', async () => {
  const { asked, came, error } = await watch([
    page([incident('a')], '1', { more: true }),
    page([gone('a')], '2'),
    page([], '2'),
    page([incident('b')], '3'),
  ])
  expect(error).toBeUndefined()
  expect(asked).toEqual([
    { atS: 0, cursor: null },
    { atS: 0, cursor: '1' },
    { atS: 60, cursor: '2' },
    { atS: 120, cursor: '2' },
  ])
  expect(came.map(({ cursor }) => cursor)).toEqual(['1', '2', '3'])
})

test('resumes, and waits longer when the service says that nothing is left', async () => {
  const headers = { ratelimit: '"default";r=0;t=95, "day";r=10;t=9999' }
  const { asked } = await watch([page([], '8', { headers }), page([], '8')], { cursor: '7', intervalS: 10 })
  expect(asked).toEqual([
    { atS: 0, cursor: '7' },
    { atS: 95, cursor: '8' },
  ])
})

test('gives what matches every filter, what came before, and what is gone', async () => {
  const far = { place: { lat: -1.5, lng: 36.82 } }
  const { ids } = await watch(
    [
      page([incident('a'), incident('b', { category: 'theft' }), incident('c', far)], '1'),
      page([incident('a', far), gone('a'), gone('b')], '2'),
      page([incident('a', far)], '3'),
    ],
    { filters: { categories: ['crash'], bbox: [36.7, -1.4, 36.9, -1.2] } },
  )
  expect(ids).toEqual([['a'], ['a', 'a', 'b'], ['a']])
  const routes = [{ id: 'r1' }]
  const on = incident('d', { routes, corridor: { id: 'k', slug: 'thika-road' } })
  const filters = { routeId: 'r1', corridorId: 'thika-road' }
  expect((await watch([page([on, incident('e', { routes })], '1')], { filters })).ids).toEqual([['d']])
})

test('outlives what passes, and throws what does not', async () => {
  const { ids, error } = await watch([
    problem(503, 'unavailable'),
    problem(429, 'rate_limited'),
    page([gone('a')], '1'),
  ])
  expect([ids, error]).toEqual([[['a']], undefined])
  const refused = await watch([problem(403, 'scope_missing')])
  expect(refused.error).toBeInstanceOf(ApiError)
})

test('says how to begin anew when the cursor has expired', async () => {
  const errors = [{ path: 'cursor', code: 'invalid_cursor', message: '' }]
  for (const expired of [problem(422, 'invalid_request', { errors }), problem(410, 'gone')]) {
    const { error } = await watch([expired], { cursor: 'old' })
    expect(error).toBeInstanceOf(CursorExpiredError)
    expect(String(error)).toMatch(/delete your copy, and watch again without a cursor/)
  }
})
