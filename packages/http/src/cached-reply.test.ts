import { withCachedReplies } from '@salama/domain/cached-reply'
import { operation } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createRoute } from './index.ts'

const fromDatabase = vi.fn(async () => ({ text: 'from the database' }))
const json = vi.fn(() => '{"text":"ready"}')
const state = { isReady: true }
const readNote = withCachedReplies(
  useCase(
    operation({
      name: 'readNote',
      method: 'get',
      path: '/api/v1/note',
      tag: 'Test',
      summary: 's',
      description: 'd',
      access: 'public',
      errors: [],
      reply: z.object({ text: z.string() }),
      cache: { maxAgeS: 5 },
      isShared: true,
      examples: { reply: {} },
    }),
    fromDatabase,
  ),
  {
    read: async () => (state.isReady ? { etag: 'W/"1"', json } : null),
  },
)
const visitor = async () => ({ kind: 'visitor', requestId: 'request-1' }) as const
const ofTheApi = createRoute(visitor, { crossOrigin: true })({ GET: readNote })
const ofAnApp = createRoute(visitor)({ GET: readNote })
const call = (headers: Record<string, string> = {}, routes = ofTheApi) =>
  routes.GET(new Request('http://localhost/api/v1/note', { headers }), { params: Promise.resolve({}) })

test('sends a cached reply as it is, without querying the database', async () => {
  state.isReady = true
  const response = await call()
  expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([
    200,
    '{"text":"ready"}',
    'W/"1"',
  ])
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('private, max-age=5')
  expect(fromDatabase).not.toHaveBeenCalled()
})

test('returns 304 without serializing the body', async () => {
  state.isReady = true
  json.mockClear()
  const response = await call({ 'if-none-match': '"0", W/"1"' })
  expect([response.status, response.headers.get('etag'), response.body]).toEqual([304, 'W/"1"', null])
  expect(json).not.toHaveBeenCalled()
})

test('queries the database once when no reply is cached', async () => {
  state.isReady = false
  const response = await call({ 'if-none-match': 'W/"1"' })
  expect([response.status, await response.json()]).toEqual([200, { text: 'from the database' }])
  expect(fromDatabase).toHaveBeenCalledTimes(1)
})

test.each([true, false])(
  'allows shared caches on an app’s own path, without headers about the caller (cached: %s)',
  async (isReady) => {
    state.isReady = isReady
    for (const ifNoneMatch of ['', 'W/"1"']) {
      const { headers } = await call({ 'if-none-match': ifNoneMatch, cookie: 'a=b' }, ofAnApp)
      expect(headers.get('cache-control')).toBe('public, max-age=5, s-maxage=5, stale-while-revalidate=5')
      for (const name of ['vary', 'ratelimit', 'ratelimit-policy', 'set-cookie']) expect(headers.get(name)).toBeNull()
    }
    const { headers } = await call()
    expect([headers.get('cache-control'), headers.has('ratelimit')]).toEqual(['private, max-age=5', true])
  },
)
