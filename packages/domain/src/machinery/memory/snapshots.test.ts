import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { operation } from '../../shared/operation.ts'
import { useCase } from '../use-case.ts'
import { invalidateAfterWrite } from './own-writes.ts'
import { withSnapshots } from './snapshots.ts'

vi.stubEnv('SALAMA_LIVE_FEED', 'on')

const VISITOR = { kind: 'visitor', requestId: 'request-1' } as const
const STRANGER = { kind: 'user', token: 'never admitted', subject: 'eve', requestId: 'request-2' } as const
const database = { version: 1, asked: 0, isSlow: Promise.resolve() }
const listRoads = withSnapshots(
  useCase(
    operation({
      name: 'listRoads',
      method: 'get',
      path: '/api/v1/roads',
      tag: 'Test',
      summary: 's',
      description: 'd',
      access: 'public',
      query: z.object({ q: z.string() }),
      reply: z.object({ version: z.int(), q: z.string() }),
      errors: [],
      cache: { maxAgeS: 300 },
      examples: { reply: {} },
    }),
    async (_, { q }) => {
      database.asked += 1
      const { version } = database
      await database.isSlow
      return { version, q }
    },
  ),
)
const read = async (q = 'a') => (await listRoads(VISITOR, { q })).version

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  invalidateAfterWrite()
  Object.assign(database, { version: 1, asked: 0, isSlow: Promise.resolve() })
})

afterEach(() => {
  later(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets so much time pass. */
function later(ms: number) {
  const now = performance.now() + ms
  vi.spyOn(performance, 'now').mockReturnValue(now)
  vi.advanceTimersByTime(1) // the cache looks at the clock once a millisecond
}

test('queries the database once per input within the TTL', async () => {
  expect([await read(), await read(), await read('b')]).toEqual([1, 1, 1])
  expect(database.asked).toBe(2)
})

test('shows a change of another process within two seconds', async () => {
  await read()
  database.version = 2
  later(1_499)
  expect(await read()).toBe(1)
  later(2)
  expect(await read()).toBe(2)
})

test('invalidates snapshots after a write of this process, also for a read in progress', async () => {
  await read()
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(database, { isSlow: promise })
  const slow = read('b')
  await expect.poll(() => database.asked).toBe(2)
  database.version = 2
  invalidateAfterWrite()
  resolve()
  expect([await slow, await read(), await read('b')]).toEqual([1, 2, 2])
})

test('has a strong ETag that changes with the content alone', async () => {
  const etag = async () => {
    await read()
    return (await listRoads.readCached(VISITOR, { q: 'a' }))?.etag
  }
  const first = await etag()
  invalidateAfterWrite()
  expect(await etag()).toBe(first)
  expect(first).toMatch(/^"[\w-]+"$/)
  database.version = 2
  invalidateAfterWrite()
  expect(await etag()).not.toBe(first)
})

test('returns no cached reply to a user whom the database has not admitted', async () => {
  await read()
  expect(await listRoads.readCached(STRANGER, { q: 'a' })).toBeNull()
})
