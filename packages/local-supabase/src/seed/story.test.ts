import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openPglite } from '../database/index.ts'
import { demoSnapshot } from './index.ts'
import { seedStory } from './story.ts'

let database: Database
beforeAll(async () => {
  database = (await openPglite({ dump: await demoSnapshot() })).database
})
afterAll(() => database.close())

it('every report of the story is taken, and the clock is right again afterwards', async () => {
  expect(await seedStory(database)).toBe(12)
  expect(await database.query('select from app.clock')).toEqual([])
})

it('a crash that two known riders reported on their own phones is corroborated, and names its vehicle', async () => {
  const shown = await database.query(
    `select i.corroboration, (app.vehicle_to_name(i)).plate as plate, count(*) as reports
       from app.incidents i join app.reports r on r.incident_id = i.id
      where i.category = 'crash' and i.corroboration <> 'unverified' group by i.id`,
  )
  expect(shown).toEqual([{ corroboration: 'corroborated', plate: 'KZZ102D', reports: 3 }])
})

it('the story is not told again while something is live, and is once nothing is', async () => {
  expect(await seedStory(database)).toBe(0)
  await database.exec('delete from app.incident_feed')
  expect(await seedStory(database)).toBe(12)
})

it('a clock that an earlier telling left behind is put right', async () => {
  await database.exec(`insert into app.clock (shift) values ('-55 minutes')`)
  expect(await seedStory(database)).toBe(0)
  expect(await database.query('select from app.clock')).toEqual([])
})
