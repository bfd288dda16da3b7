import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST } from '../app/api/failed-jobs/route.ts'
import { type Console, openConsole } from './console.ts'

let console: Console
beforeAll(async () => {
  console = await openConsole()
})
afterAll(() => console.stack.close())

test('an admin has failed jobs tried again, nobody else', async () => {
  await console.stack.query(`select app.enqueue('erase_photo', 'a')`)
  await console.stack.query(`update app.jobs set attempts = app.max_job_attempts(), failed_at = app.now(), error = 'x'`)
  for (const as of ['chebet', null] as const)
    expect([as, (await console.call(POST, 'POST', { as })).status]).toEqual([as, as === null ? 401 : 403])
  expect(await console.call(POST, 'POST')).toMatchObject({ status: 200, body: { data: [], count: 0 } })
  expect(await console.stack.query('select attempts from app.jobs')).toEqual([{ attempts: 0 }])
})
