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

test('the audit log keeps 24 months and no more', async () => {
  await db.sql(`select app.audit(null, 'user.roles_changed', 'user', 'x', 'Passed the field test.')`)
  await sweepIn('23 months 27 days')
  expect(await rows('app.audit_log')).toBe(1)
  await sweepIn('24 months 4 days')
  expect(await rows('app.audit_log')).toBe(0)
})

test('the answer under an Idempotency-Key is kept for a day, also where its owner never comes again', async () => {
  await db.sql(`select app.save_response(gen_random_uuid(), 'k', '{}', '{}')`)
  await sweepIn('23 hours 59 minutes')
  expect(await rows('app.idempotent_requests')).toBe(1)
  await sweepIn('24 hours')
  expect(await rows('app.idempotent_requests')).toBe(0)
})
