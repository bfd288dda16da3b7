import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openDatabase } from '@salama/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { consume, type Quota } from './rate-limit-store.ts'

// A store on PGlite cannot be reached from other processes, so shared counting is tested on PostgreSQL.
const db = await openDatabase()
afterAll(() => db.close())

const policy = { name: 'default', points: 5, seconds: 60 }

/** Two processes consume three points each, concurrently. */
async function consumeInTwo(store: string, who: string): Promise<Quota[]> {
  const script = new URL('./testing/count-in-store.ts', import.meta.url)
  const env = { RATE_LIMIT_STORE: store, LOG_LEVEL: 'silent' }
  const workers = [1, 2].map(() => new Worker(script, { workerData: { policy, who }, env }))
  const told = await Promise.all(workers.map((worker) => once(worker, 'message')))
  await Promise.all(workers.map((worker) => worker.terminate()))
  return told.flat(2)
}
const leftIn = (quotas: Quota[]) => quotas.map(({ remaining }) => remaining).toSorted()

test.each(['memory', 'postgres://nobody@127.0.0.1:9/none', 'redis://127.0.0.1:9'])(
  'counts per process with %s, and rejects nobody because the store is unavailable',
  async (store) => {
    expect(leftIn(await consumeInTwo(store, 'amina'))).toEqual([2, 2, 3, 3, 4, 4])
  },
)

const { url } = db
/** A process that cannot connect in time counts by itself, which may happen on a busy machine: then once more. */
const SOON = { timeout: 20_000 }
if (url !== undefined) {
  test('shares counts between two processes over PostgreSQL, also at startup', async () => {
    let quotas: Quota[] = []
    const consumeAsNobodyBefore = async () => {
      quotas = await consumeInTwo(url, randomUUID())
      return leftIn(quotas)
    }
    await expect.poll(consumeAsNobodyBefore, SOON).toEqual([0, 0, 1, 2, 3, 4])
    expect(quotas.filter(({ exceeded }) => exceeded)).toHaveLength(1)
    await expect.poll(consumeAsNobodyBefore, SOON).toEqual([0, 0, 1, 2, 3, 4])
  })

  test('stores no address or account in plain text', async () => {
    await consumeInTwo(url, 'address 192.0.2.1')
    expect(JSON.stringify(await db.sql('select * from salama_limits.counts'))).not.toContain('192.0.2.1')
  })

  test('uses the store once it is available after a failed start', async () => {
    const later = url.replace(/[^/]+$/, 'salama_limits_later')
    vi.stubEnv('RATE_LIMIT_STORE', later)
    expect((await consume(policy, 'amina')).remaining).toBe(4)
    await db.sql('create database salama_limits_later')
    expect((await consume(policy, 'amina')).remaining).toBe(3)
    vi.useFakeTimers({ toFake: ['Date'] })
    const consumeLater = async () => {
      vi.setSystemTime(Date.now() + 5_001)
      return (await consume(policy, 'amina')).remaining
    }
    await expect.poll(consumeLater, SOON).toBe(4)
    const consumeInAll = async () => {
      const who = randomUUID()
      await consume(policy, who)
      return leftIn(await consumeInTwo(later, who))
    }
    await expect.poll(consumeInAll, SOON).toEqual([0, 0, 0, 1, 2, 3])
    vi.useRealTimers()
    await db.sql('drop database salama_limits_later with (force)')
    expect((await consume(policy, 'amina')).remaining).toBeLessThan(3)
  })
}
