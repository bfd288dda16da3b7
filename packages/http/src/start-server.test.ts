import { AsyncLocalStorage } from 'node:async_hooks'
import { LiveFeed } from '@salama/domain/incidents/memory-feed'
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
const prepare = async () => (await import('./start-server.ts')).prepareProcess()

test.each([
  ['SALAMA_LIVE_FEED', 'true'],
  ['MAX_IN_FLIGHT', '0'],
  ['METRICS_PORT', 'on'],
  ['RATE_LIMIT_STORE', 'mysql://127.0.0.1'],
])('refuses to start with %s=%s', async (name, value) => {
  vi.stubEnv(name, value)
  await expect(prepare()).rejects.toThrow()
  vi.unstubAllEnvs()
})

test('follows the live feed outside of the request that read it first', async () => {
  await prepare()
  const request = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const feed = new LiveFeed(async () => {
    seen.push(request.getStore())
    throw new Error('away')
  })
  await request.run('a request', () => feed.refresh())
  feed.stop()
  expect(seen).toEqual([undefined])
})
