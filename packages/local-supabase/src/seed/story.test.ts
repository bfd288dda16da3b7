import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openPglite } from '../database/index.ts'
import { demoSnapshot } from './index.ts'
import { tellRatings } from './ratings.ts'
import { tellStory } from './story.ts'

let database: Database
beforeAll(async () => {
  database = (await openPglite({ dump: await demoSnapshot() })).database
})
afterAll(() => database.close())

it('every report of the story is taken, and the clock is right again afterwards', async () => {
  await tellRatings(database)
  expect(await tellStory(database)).toBe(18)
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

it('reviewers find something of each kind, and one reporter a question', async () => {
  const waiting = await database.query(
    `select e.kind, e.reason from app.review_entries e where e.state = 'pending' order by e.kind, e.reason`,
  )
  expect(waiting).toEqual([
    { kind: 'collection_entry', reason: 'field_work' },
    { kind: 'report', reason: 'burst' },
    { kind: 'report', reason: 'category' },
    { kind: 'report', reason: 'injury' },
  ])
  const asked = await database.query(
    `select u.email from app.reports r join auth.users u on u.id = r.reporter_id
      where r.state = 'needs_info' and r.answer_by > now() and r.asked is not null`,
  )
  expect(asked).toEqual([{ email: 'baraka@salama.test' }])
  expect(await database.query(`select from app.surveyor_sessions where state = 'open'`)).toEqual([])
})

it('the story is not told again while something is live, and is once nothing is; what waits is not doubled', async () => {
  expect(await tellStory(database)).toBe(0)
  await database.exec('delete from app.incident_feed')
  expect(await tellStory(database)).toBe(12)
})

it('a clock that an earlier telling left behind is put right', async () => {
  await database.exec(`insert into app.clock (shift) values ('-55 minutes')`)
  expect(await tellStory(database)).toBe(0)
  expect(await database.query('select from app.clock')).toEqual([])
})
