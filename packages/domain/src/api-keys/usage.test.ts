import { randomBytes } from 'node:crypto'
import { openDatabase, type PersonName, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiKeyUsage } from './contract.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const makeKey = async (who: PersonName) =>
  (
    (await db.as(who).rpc('create_api_key', {
      p_name: 'Fleet monitor',
      p_scopes: ['incidents:read'],
      p_prefix: randomBytes(5).toString('hex'),
      p_secret_hash: randomBytes(32).toString('hex'),
    })) as { id: string }
  ).id
const count = (...used: { keyId: string; requests: number; limited: number }[]) =>
  db.as('api_server').rpc('count_api_key_use', { p_used: used })
const usage = async (who: PersonName, id: string) =>
  ApiKeyUsage.parse(await db.as(who).rpc('get_api_key_usage', { p_id: id }))

test('adds up the counts of several servers by key and day over thirty days', async () => {
  const mine = await makeKey('amina')
  const other = await makeKey('amina')
  await count({ keyId: mine, requests: 10, limited: 0 })
  await count({ keyId: mine, requests: 5, limited: 2 }, { keyId: other, requests: 1, limited: 0 })
  await db.shiftClock('1 day')
  await count({ keyId: mine, requests: 7, limited: 0 }, { keyId: mine, requests: 1, limited: 1 })
  const found = await usage('amina', mine)
  expect(found.days).toHaveLength(30)
  expect([found.from, found.to]).toEqual([found.days[0]?.date, found.days.at(-1)?.date])
  expect(found.days.slice(-3).map(({ requests, limited }) => [requests, limited])).toEqual([
    [0, 0],
    [15, 2],
    [8, 1],
  ])
  expect(found.total).toEqual({ requests: 23, limited: 3 })
  expect((await usage('amina', other)).total).toEqual({ requests: 1, limited: 0 })
})

test('exports every stored day to the owner, and no usage of other users', async () => {
  await count({ keyId: await makeKey('eve'), requests: 9, limited: 0 })
  const id = await makeKey('amina')
  await count({ keyId: id, requests: 10, limited: 2 })
  await db.shiftClock('40 days')
  await count({ keyId: id, requests: 1, limited: 0 })
  const [key, ...others] = Object((await db.as('amina').rpc('export_own_data')) ?? {}).apiKeys
  expect(others).toEqual([])
  expect(key.usage).toEqual([
    { date: expect.any(String), requests: 10, limited: 2 },
    { date: expect.any(String), requests: 1, limited: 0 },
  ])
})

test('adds up concurrent counts without losing any', async () => {
  const id = await makeKey('amina')
  await db.parallel(Array.from({ length: 8 }, () => () => count({ keyId: id, requests: 3, limited: 1 })))
  expect((await usage('amina', id)).total).toEqual({ requests: 24, limited: 8 })
})

test('skips a deleted key, whose counts are deleted with it', async () => {
  const kept = await makeKey('amina')
  const gone = await makeKey('amina')
  await count({ keyId: gone, requests: 3, limited: 0 })
  await db.sql('delete from app.api_keys where id = $1', [gone])
  await count({ keyId: gone, requests: 3, limited: 0 }, { keyId: kept, requests: 2, limited: 0 })
  expect(await db.sql('select key_id, requests::int from app.api_key_usage')).toEqual([{ key_id: kept, requests: 2 }])
})

test('purges counts after 90 days', async () => {
  const id = await makeKey('amina')
  await count({ keyId: id, requests: 3, limited: 0 })
  await db.shiftClock('91 days')
  await count({ keyId: id, requests: 1, limited: 0 })
  expect(await db.sql('select requests::int from app.api_key_usage')).toEqual([{ requests: 1 }])
})

test("rejects reading or counting the usage of another user's key", async () => {
  const id = await makeKey('amina')
  await expect(usage('eve', id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(usage('dalmas', id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(
    db.as('eve').rpc('count_api_key_use', { p_used: [{ keyId: id, requests: 9, limited: 0 }] }),
  ).rejects.toMatchObject({ code: '42501' })
  expect((await usage('amina', id)).total).toEqual({ requests: 0, limited: 0 })
})
