import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const sweepIn = async (time: string) => {
  await db.shiftClock(time)
  await db.sql('select app.sweep()')
}
const rows = async (table: string) => (await db.sql(`select from ${table}`)).length

test('purges audit log entries after 24 months', async () => {
  await db.sql(`select app.audit(null, 'user.roles_changed', 'user', 'x', 'Passed the field test.')`)
  await sweepIn('23 months 27 days')
  expect(await rows('app.audit_log')).toBe(1)
  await sweepIn('24 months 4 days')
  expect(await rows('app.audit_log')).toBe(0)
})

test('purges the response saved under an Idempotency-Key after a day, also for inactive users', async () => {
  await db.sql(`select app.save_response(gen_random_uuid(), 'k', '{}', '{}')`)
  await sweepIn('23 hours 59 minutes')
  expect(await rows('app.idempotent_requests')).toBe(1)
  await sweepIn('24 hours')
  expect(await rows('app.idempotent_requests')).toBe(0)
})
