import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTrip } from './contract.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const SECRET = '7K3M9QXR2H5V8N4P6T1W0Y3C5E'
const GUESSED = '6K3M9QXR2H5V8N4P6T1W0Y3C5E'
const SEALED = 'A'.repeat(60)
/** Of `SECRET`. */
const { id } = shareTrip.examples.body

const ask = (name: string, args: object = {}) =>
  db.as('rider_server').rpc(name, { p_id: id, ...args }) as Promise<Record<string, unknown>>
const share = (p_secret = SECRET) => ask('share_trip', { p_secret })
const update = (p_counter: number, p_sealed = SEALED, p_secret = SECRET) =>
  ask('update_shared_trip', { p_secret, p_counter, p_sealed })
const end = (p_secret = SECRET) => ask('end_shared_trip', { p_secret })
const watch = () => ask('get_shared_trip')
const rows = () => db.sql<Record<string, unknown>>('select * from app.shared_trips')

test('shows the last position alone, with its age, until the trip ends, and then has no row of it', async () => {
  expect(await share()).toMatchObject({ id, counter: 0, sealed: null })
  await update(1)
  await db.shiftClock('1 minute')
  await update(2, 'B'.repeat(60))
  await db.shiftClock('1 minute 30 seconds')
  expect(await watch()).toMatchObject({ id, counter: 2, sealed: 'B'.repeat(60), ageS: 30 })
  expect(await rows()).toHaveLength(1)
  expect(await end()).toEqual({ id, ended: true })
  expect(await rows()).toEqual([])
  await expect(watch()).rejects.toMatchObject({ slug: 'not_found' })
  await expect(update(3)).rejects.toMatchObject({ slug: 'not_found' })
  expect(await end()).toEqual({ id, ended: true })
})

test('ends by itself after four hours, and the sweep leaves no row', async () => {
  await share()
  await update(1)
  await db.shiftClock('3 hours 59 minutes')
  expect(await watch()).toMatchObject({ counter: 1 })
  await db.shiftClock('4 hours')
  await expect(watch()).rejects.toMatchObject({ slug: 'not_found' })
  await expect(update(2)).rejects.toMatchObject({ slug: 'not_found' })
  await db.sql('select app.sweep()')
  expect(await rows()).toEqual([])
})

test('stores nothing but the ciphertext: no key, no place, no vehicle, no person, phone or network', async () => {
  await share()
  await update(1)
  const [row = {}] = await rows()
  expect(Object.keys(row).toSorted()).toEqual(['counter', 'ends_at', 'id', 'sealed', 'updated_at'])
  expect(JSON.stringify(row)).not.toContain(SECRET)
})

test('changes nothing for whoever has the link alone', async () => {
  await share()
  await update(1)
  await expect(update(2, 'B'.repeat(60), GUESSED)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(end(GUESSED)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(share(GUESSED)).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await watch()).toMatchObject({ counter: 1, sealed: SEALED })
  for (const who of ['amina', 'anon'] as const)
    await expect(db.as(who).rpc('get_shared_trip', { p_id: id })).rejects.toThrow()
})

test('an id whose trip has ended is free for nobody else', async () => {
  await share()
  await update(1)
  await end()
  await expect(share(GUESSED)).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(update(99_999, 'B'.repeat(60), GUESSED)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(watch()).rejects.toMatchObject({ slug: 'not_found' })
  expect(await rows()).toEqual([])
})

test('takes a repeat as it is, and refuses what is older, too early or too large', async () => {
  await share()
  expect(await share()).toMatchObject({ counter: 0 })
  await update(5)
  expect(await update(5)).toMatchObject({ counter: 5 })
  await expect(update(5, 'B'.repeat(60))).rejects.toMatchObject({ slug: 'version_conflict' })
  await expect(update(6)).rejects.toMatchObject({ slug: 'rate_limited' })
  await db.shiftClock('6 seconds')
  await expect(update(4)).rejects.toMatchObject({ slug: 'version_conflict' })
  for (const wrong of ['A'.repeat(1001), 'in Kawangware, at the stage of the market…'])
    await expect(update(6, wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
  await db.parallel(Array.from({ length: 10 }, () => () => update(6)))
  expect(await watch()).toMatchObject({ counter: 6 })
})
