import { afterAll, beforeAll, expect, it } from 'vitest'
import { callAs, type Database, openPglite } from '../database/index.ts'
import { demoSnapshot } from './index.ts'
import { PEOPLE } from './people.ts'
import { seedRatings } from './ratings.ts'

let database: Database
beforeAll(async () => {
  database = (await openPglite({ dump: await demoSnapshot() })).database
})
afterAll(() => database.close())

const summary = (plate: string) =>
  database.transaction((tx) =>
    callAs(tx, { sub: PEOPLE.eve.id, role: 'authenticated' }, 'get_vehicle_feedback', { p_identifier: plate }),
  )

it('counts every rating, creates no burst, and resets the clock', async () => {
  expect(await seedRatings(database)).toBe(18)
  expect(await database.query('select from app.clock')).toEqual([])
  expect(await database.query('select distinct state from app.feedback')).toEqual([{ state: 'counted' }])
})

it('gives two vehicles figures, and one too few ratings', async () => {
  expect(await summary('KZZ 101D')).toMatchObject({ riders: 8, tags: [{ tag: 'on_time', riders: 5 }] })
  expect(await summary('KZZ 202D')).toMatchObject({ riders: 7, tags: [{ tag: 'reckless', riders: 5 }] })
  expect(await summary('KZZ 301D')).toMatchObject({ tooFew: true, riders: null })
})

it('seeds ratings once, and again when they are old', async () => {
  expect(await seedRatings(database)).toBe(0)
  await database.query(
    `update app.feedback set received_at = received_at - interval '61 days', rode_at = rode_at - interval '61 days'`,
  )
  expect(await seedRatings(database)).toBe(18)
})
