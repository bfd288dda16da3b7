import { onceHeld, openDatabase, type TestDatabase, untilOthersWait } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Job, workerOf } from './test/jobs.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const worker = workerOf(() => db)
const TASK = 'erase_photo_again'
const enqueue = (key: string, task = TASK) => db.sql('select app.enqueue($1, $2)', [task, key])
const jobs = () => db.sql('select * from app.jobs order by key desc')
const only = async (task = TASK) => {
  const [job, ...others] = await worker.claim(task)
  if (!job || others.length > 0) throw new Error('There is not one job')
  return job
}
/** An alert that has no subject, and the job that sends it to the webhook. */
const alert = () => db.sql(`insert into app.admin_alerts (at, kind) values (app.now(), 'feed_stopped')`)

test('one lane has no more than its room at once, and delays no other', async () => {
  for (const key of ['a', 'b', 'c']) await enqueue(key, 'report_mail')
  await db.sql(
    `select app.enqueue('push', 'd', null, 'push example.com'), app.enqueue('push', 'e', null, 'push example.org')`,
  )
  const claim = async (busy: object) =>
    ((await db.as('worker_server').rpc('claim_jobs', { p_limit: 2, p_busy: busy })) as { lane: string }[])
      .map(({ lane }) => lane)
      .toSorted()
  await db.sql(`update app.jobs set task = 'erase_photo'`) // whose content is its key
  expect(await claim({ report_mail: 1 })).toEqual(['push example.com', 'push example.org', 'report_mail'])
  expect(await claim({ report_mail: 2 })).toEqual([])
  expect(await claim({ report_mail: 1 })).toEqual(['report_mail'])
})

test('is rolled back with its cause', async () => {
  const cause = db.sql(`do $$ begin perform app.enqueue('${TASK}', 'a'); raise exception 'no'; end $$`)
  await expect(cause).rejects.toThrow('no')
  expect(await jobs()).toEqual([])
})

test('asked for twice it is one job, and one more if a worker had it the second time', async () => {
  await enqueue('a')
  await enqueue('a')
  const job = await only()
  await enqueue('a')
  expect(await worker.claim(TASK)).toEqual([])
  await worker.finish(job)
  const again = await only()
  expect(again.id).not.toBe(job.id)
  await worker.finish(again)
  await worker.finish(again)
  expect(await jobs()).toEqual([])
})

test('what was asked for while a worker had it is done at its time and from the beginning, also where that attempt failed', async () => {
  for (const isFinal of [false, true]) {
    await enqueue('a')
    const job = await only()
    await db.sql(`select app.enqueue($1, 'a', app.now() + interval '5 minutes')`, [TASK])
    await worker.fail(job, isFinal)
    expect(
      await db.sql(`select attempts, error, due_at - app.now() > interval '4 minutes' as waits from app.jobs`),
    ).toEqual([{ attempts: 0, error: null, waits: true }])
    await db.shiftClock('6 minutes')
    const again = await only()
    expect(again.id).not.toBe(job.id)
    await worker.finish(again)
    await db.resetClock()
  }
  expect(await jobs()).toEqual([])
})

test('what was asked for while a worker that died had it is done once', async () => {
  await enqueue('a')
  await only()
  await enqueue('a')
  await db.shiftClock('11 minutes')
  await enqueue('a')
  await worker.finish(await only())
  expect(await jobs()).toEqual([])
})

test('of two workers one gets a job, and another one gets it ten minutes after the first died', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await enqueue(key)
  const claims = await db.parallel([() => worker.claim(TASK), () => worker.claim(TASK)])
  const ids = claims.flat().map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([4, 4])
  await db.shiftClock('9 minutes')
  expect(await worker.claim(TASK)).toEqual([])
  await db.shiftClock('11 minutes')
  expect((await worker.claim(TASK)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test.each([
  ['succeeds', worker.finish],
  ['fails', worker.fail],
  ['fails for good', (job: Job) => worker.fail(job, true)],
])('an attempt that %s while another worker takes the job changes nothing of its attempt', async (_, end) => {
  await enqueue('a')
  const slow = await only()
  await enqueue('a') // to be done once more afterwards
  await db.shiftClock('11 minutes')
  const taking = db.sql(`do $$ begin perform api.claim_jobs(100); ${untilOthersWait(db)} end $$`)
  await Promise.all([taking, onceHeld(db, () => end(slow))])
  expect(await jobs()).toMatchObject([{ id: slow.id, attempts: 2, is_running: true, again_at: expect.anything() }])
  await worker.finish({ ...slow, attempt: 2 })
  expect(await jobs()).toMatchObject([{ attempts: 0, is_running: false, again_at: null }])
})

test('is tried again for a day, always later, with the same id, and is then kept for 30 days', async () => {
  await alert()
  const ids = new Set<string>()
  const delays: number[] = []
  let minutes = 0
  for (let attempt = 1; attempt <= 14; attempt++) {
    const job = await only('admin_webhook')
    ids.add(job.id)
    await worker.fail(job)
    const [next] = await db.sql<{ delay: string }>(
      `select round(extract(epoch from due_at - app.now()) / 60) as delay from app.jobs`,
    )
    delays.push(Number(next?.delay))
    minutes += Number(next?.delay)
    expect(await worker.claim('admin_webhook')).toEqual([])
    await db.shiftClock(`${minutes + 1} minutes`)
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256, 256, 256, 256])
  expect(ids.size).toBe(1)
  expect(await worker.claim('admin_webhook')).toEqual([])
  await db.shiftClock('29 days')
  await db.sql('select app.purge_old_jobs()')
  expect(await jobs()).toMatchObject([{ attempts: 14, error: 'ECONNREFUSED' }])
  await db.shiftClock('32 days')
  await db.sql('select app.purge_old_jobs()')
  expect(await jobs()).toEqual([])
})

test('a job without a content is deleted, and one that cannot be read stops no other', async () => {
  await enqueue('404', 'admin_webhook')
  await enqueue('no number', 'admin_webhook')
  await enqueue('a')
  expect(await worker.contents(TASK)).toEqual([{ object: 'a' }])
  expect(await jobs()).toMatchObject([{ key: 'no number', attempts: 1, error: 'content: 22P02' }, { key: 'a' }])
})

test('admins see what was given up, neither for whom nor about what, and have it tried again', async () => {
  await alert()
  await worker.fail(await only('admin_webhook'), true)
  const failed = { task: 'admin_webhook', failedAt: expect.any(String), error: 'ECONNREFUSED', id: expect.any(String) }
  expect(await db.as('dalmas').rpc('list_failed_jobs')).toEqual({ data: [failed], count: 1 })
  expect(await worker.claim('admin_webhook')).toEqual([])
  for (const _ of ['once', 'by a double tap'])
    expect(await db.as('dalmas').rpc('retry_failed_jobs')).toEqual({ data: [], count: 0 })
  expect(await db.sql(`select action, subject_id from app.audit_log where subject_kind = 'job'`)).toEqual([
    { action: 'job.retried', subject_id: 'admin_webhook' },
  ])
  expect(await worker.claim('admin_webhook')).toHaveLength(1)
})

test('only admins see jobs, and only the worker claims them or tells what became of them', async () => {
  for (const name of ['list_failed_jobs', 'retry_failed_jobs'])
    await expect(db.as('chebet').rpc(name)).rejects.toMatchObject({ slug: 'role_required' })
  for (const who of ['anon', 'eve', 'dalmas'] as const)
    for (const name of [
      'claim_jobs',
      'finish_job',
      'fail_job',
      'sweep',
      'make_alerts',
      'make_webhook_deliveries',
      'alert_admins_of_delays',
    ])
      expect([who, name, await allowed(who, name)]).toEqual([who, name, false])
})

const allowed = async (who: 'anon' | 'eve' | 'dalmas', name: string) => {
  const role = who === 'anon' ? 'anon' : 'authenticated'
  const [found] = await db.sql<{ may: boolean }>(
    `select bool_or(has_function_privilege($1, p.oid, 'execute')) as may
       from pg_proc p where p.pronamespace = 'api'::regnamespace and p.proname = $2`,
    [role, name],
  )
  return found?.may
}
