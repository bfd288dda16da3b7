import { randomUUID } from 'node:crypto'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { consume } from './rate-limit-store.ts'
import { consumeInTwo, leftIn, POLICY } from './testing/consume-in-two.ts'

// Shared counting: other processes cannot reach a store on PGlite.

let db: TestDatabase
let url: string
beforeAll(async () => {
  db = await openDatabase()
  url = String(db.url)
  vi.stubEnv('TIME_LIMIT_SCALE', '20')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => db.close())

test('shares counts between two processes over PostgreSQL, also at startup', async () => {
  const quotas = await consumeInTwo(url, randomUUID())
  expect(leftIn(quotas)).toEqual([0, 0, 1, 2, 3, 4])
  expect(quotas.filter(({ exceeded }) => exceeded)).toHaveLength(1)
})

test('stores no address or account in plain text', async () => {
  await consumeInTwo(url, 'address 192.0.2.1')
  const stored = JSON.stringify(await db.sql('select * from salama_limits.counts'))
  expect(stored).toContain('default')
  expect(stored).not.toContain('192.0.2.1')
})

test('uses the store once it is available after a failed start, and counts alone when it is gone', async () => {
  const later = url.replace(/[^/]+$/, 'salama_limits_later')
  const who = randomUUID()
  vi.stubEnv('RATE_LIMIT_STORE', later)
  expect((await consume(POLICY, who)).remaining).toBe(4)
  await db.sql('create database salama_limits_later')
  expect((await consume(POLICY, who)).remaining).toBe(3) // alone, until it tries again
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 5_001)
  expect((await consume(POLICY, who)).remaining).toBe(4)
  expect(leftIn(await consumeInTwo(later, who))).toEqual([0, 0, 0, 1, 2, 3])
  await db.sql('drop database salama_limits_later with (force)')
  expect((await consume(POLICY, who)).remaining).toBe(2)
})
