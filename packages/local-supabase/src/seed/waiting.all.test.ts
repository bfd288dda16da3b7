import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openPglite } from '../database/index.ts'
import { demoSnapshot } from './index.ts'
import { seedStory } from './story.ts'
import { seedWaiting } from './waiting.ts'

let database: Database
beforeAll(async () => {
  database = (await openPglite({ dump: await demoSnapshot() })).database
})
afterAll(() => database.close())

it('creates a review entry of each kind, and a question to one reporter', async () => {
  await seedStory(database)
  expect(await seedWaiting(database)).toBe(6)
  expect(await database.query('select from app.clock')).toEqual([])
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

it('leaves a queue with entries unchanged, also while a reviewer works on it', async () => {
  await database.exec(`update app.review_entries set state = 'escalated' where state = 'pending'`)
  expect(await seedWaiting(database)).toBe(0)
})
