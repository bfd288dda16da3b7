import { tmpdir } from 'node:os'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getSystem as operation, SystemState } from './contract.ts'
import { diskSpace } from './index.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const read = async () => SystemState.parse(await db.as('dalmas').rpc('get_system'))

test('reports queued jobs with the age of the oldest, and failed jobs, by task', async () => {
  await db.sql(`select app.enqueue('report_mail', 'a'), app.enqueue('report_mail', 'b', app.now() + interval '1 hour'),
                       app.enqueue('push', 'c')`)
  await db.sql(`update app.jobs set attempts = app.max_job_attempts() where task = 'push'`)
  await db.shiftClock('5 minutes')
  expect((await read()).jobs).toEqual([
    { task: 'push', waiting: 0, lateS: 0, failed: 1 },
    { task: 'report_mail', waiting: 2, lateS: 300, failed: 0 },
  ])
})

test('tells of the latest backup, the migrations and the size', async () => {
  expect(await read()).toMatchObject({ backedUpAt: null, databaseBytes: expect.any(Number) })
  await db.sql(`select app.note_backup('2026-11-27T02-30-00-000Z')`)
  const { backedUpAt, databaseBytes } = await read()
  expect(backedUpAt).not.toBeNull()
  expect(databaseBytes).toBeGreaterThan(1e6)
})

test('the worker reads the same; nobody else without the role of an admin does', async () => {
  expect(await db.as('worker_server').rpc('watch_system')).toEqual(await db.as('dalmas').rpc('get_system'))
  await expect(db.as('chebet').rpc('get_system')).rejects.toMatchObject({ slug: 'role_required' })
  await expect(db.as('rider_server').rpc('watch_system')).rejects.toMatchObject({ code: '42501' })
})

test('tells the room of the data folder, and nothing where there is none', async () => {
  vi.stubEnv('DATA_DIR', tmpdir())
  expect((await diskSpace())?.bytes).toBeGreaterThan(0)
  for (const folder of ['', '/nowhere']) {
    vi.stubEnv('DATA_DIR', folder)
    expect(await diskSpace()).toBeNull()
  }
  vi.unstubAllEnvs()
  expect(operation.reply.safeParse(operation.examples.reply).error).toBeUndefined()
})
