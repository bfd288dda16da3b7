import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openPglite } from '../database/index.ts'
import { demoSnapshot } from './index.ts'
import { seedStory } from './story.ts'

let database: Database
beforeAll(async () => {
  database = (await openPglite({ dump: await demoSnapshot() })).database
})
afterAll(() => database.close())

it('accepts every report of the story, and resets the clock', async () => {
  expect(await seedStory(database)).toBe(12)
  expect(await database.query('select from app.clock')).toEqual([])
})

it('corroborates a crash that two known riders reported from two phones, and names its vehicle', async () => {
  const shown = await database.query(
    `select i.corroboration, (app.public_vehicle(i)).plate as plate, count(*) as reports
       from app.incidents i join app.reports r on r.incident_id = i.id
      where i.category = 'crash' and i.corroboration <> 'unverified' group by i.id`,
  )
  expect(shown).toEqual([{ corroboration: 'corroborated', plate: 'KZZ102D', reports: 3 }])
})

it('seeds the story again only once nothing is live', async () => {
  expect(await seedStory(database)).toBe(0)
  await database.exec('delete from app.incident_feed')
  expect(await seedStory(database)).toBe(12)
})

it('resets a clock that an interrupted run left shifted', async () => {
  await database.exec(`insert into app.clock (shift) values ('-55 minutes')`)
  expect(await seedStory(database)).toBe(0)
  expect(await database.query('select from app.clock')).toEqual([])
})
