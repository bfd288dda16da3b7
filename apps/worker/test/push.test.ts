import { createHash, randomUUID } from 'node:crypto'
import { pushSettings } from '@salama/push/env.ts'
import { startPushService } from '@salama/push/testing/push-service.ts'
import { CAST, type PersonName } from '@salama/testing'
import { type Stack, startStack } from '@salama/testing/stack'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeTasks } from '../src/tasks.ts'
import { startWorking, workOnce } from '../src/work.ts'

let stack: Stack
let service: Awaited<ReturnType<typeof startPushService>>
let tasks: ReturnType<typeof makeTasks>
beforeAll(async () => {
  ;[stack, service] = await Promise.all([startStack({ apps: [] }), startPushService()])
  const env = { ...stack.env('worker'), PUSH_TEST_ORIGIN: service.origin }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  tasks = makeTasks({ riderUrl: 'https://rider.example', push: pushSettings(env) })
})
beforeEach(async () => {
  service.received.length = 0
  service.respondWith(201)
  await stack.query(
    'truncate app.followers, app.reports, app.incidents, app.incident_feed, app.incident_history, app.jobs cascade',
  )
})
afterAll(() => Promise.all([stack.close(), service.close()]))

const KOJA = { lat: -1.2812, lng: 36.8226 }
const work = () => workOnce(tasks)

/** A browser that receives the messages of an app, for somebody who follows Koja. */
async function subscribe(who: PersonName, app: 'rider' | 'surveyor', locale: string) {
  const { endpoint, p256dh, auth } = service.subscription
  const hash = createHash('sha256').update(endpoint).digest('hex')
  await stack.query(
    `with follower as (insert into app.followers (user_id, created_at) values ($1, app.now()) returning id),
          follow as (insert into app.follows (follower_id, kind, lat, lng, radius_m, name, created_at)
                     select id, 'place', $2, $3, 500, 'Koja', app.now() from follower)
     insert into app.push_subscriptions (endpoint_hash, follower_id, endpoint, p256dh, auth, locale, created_at, app, proven_at)
     select decode($4, 'hex'), id, $5, $6, $7, $8, app.now(), $9, app.now() from follower`,
    [CAST[who].id, KOJA.lat, KOJA.lng, hash, endpoint, p256dh, auth, locale, app],
  )
}

const report = (category: string) =>
  stack.query(
    `select set_config('request.jwt.claims', $1, true),
            api.submit_incident_report_without_vehicle(p_id => $2, p_category => $3, p_lat => $4, p_lng => $5)`,
    [JSON.stringify({ sub: CAST.amina.id, role: 'authenticated' }), randomUUID(), category, KOJA.lat, KOJA.lng],
  )

const tellOf = (kind: string, titleSw: string | null = null) =>
  stack.query(
    `with one as (update app.assignments set title_sw = $2, due_at = '2099-11-24T15:00:00Z', closed_at = null,
                         close_reason = null
                   where id = (select id from app.assignments order by id limit 1) returning id)
     select app.alert_surveyors($1, null, id) from one`,
    [kind, titleSw],
  )

test('sends news of a place once, in the language of the browser, also with two workers', async () => {
  await subscribe('eve', 'rider', 'sw')
  await report('hazard')
  await Promise.all([work(), work()])
  await work()
  expect(service.received.map(({ message }) => message)).toEqual([
    expect.objectContaining({
      title: 'Hatari barabarani · Koja',
      url: expect.stringMatching(/^\/sw\/incidents\//),
    }),
  ])
})

test('a browser is told that notifications are on, and answers with what it was sent', async () => {
  await subscribe('chebet', 'surveyor', 'sw')
  await stack.query('update app.push_subscriptions set proven_at = null')
  await stack.query('select app.enqueue_proof(endpoint_hash) from app.push_subscriptions')
  await tellOf('assignment_new')
  await work()
  const [{ proof } = { proof: '' }] = await stack.query<{ proof: string }>('select proof from app.push_subscriptions')
  const body = 'Simu hii itakujulisha kuhusu kazi na rekodi.'
  expect(service.received.map(({ message }) => message)).toEqual([
    { title: 'Arifa zimewashwa', body, url: '/sw/assignments', tag: 'first', proof },
  ])
})

test('who does not answer delays nobody else’s jobs', async () => {
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<unknown>()
  const worker = startWorking(
    new Map([
      ['erase_photo', () => held.promise],
      ['erase_photo_again', async (content: unknown) => done.resolve(content)],
    ]),
  )
  await stack.query(
    `select app.enqueue('erase_photo', n::text, app.now() - interval '1 hour') from generate_series(1, 60) n`,
  )
  await stack.query(`select app.enqueue('erase_photo_again', 'mail')`)
  expect(await done.promise).toEqual({ object: 'mail' })
  held.resolve()
  await worker.stop()
})

test('tells nothing exact of what is public coarsely', async () => {
  await subscribe('eve', 'rider', 'en')
  await report('theft')
  await stack.shiftClock('61 minutes')
  await work()
  await stack.shiftClock('0')
  expect(service.received).toHaveLength(1)
  expect(JSON.stringify(service.received[0]?.message)).not.toMatch(/Near |min ago/)
})

test('a message that waited is not sent to a browser that belongs to somebody else by now', async () => {
  await subscribe('chebet', 'surveyor', 'en')
  await tellOf('assignment_new')
  await stack.query(
    `with follower as (insert into app.followers (user_id, created_at) values ($1, app.now()) returning id)
     update app.push_subscriptions set follower_id = (select id from follower)`,
    [CAST.eve.id],
  )
  await work()
  expect(service.received).toEqual([])
  expect(await stack.query('select from app.jobs')).toEqual([])
})

test('sends news of assignments with a link to the assignment', async () => {
  await subscribe('chebet', 'surveyor', 'sw')
  await tellOf('assignment_changed', 'Hesabu Koja')
  await work()
  expect(service.received.map(({ message }) => message)).toEqual([
    {
      title: 'Kazi yako imebadilishwa',
      body: 'Hesabu Koja. Mwisho: 24 Novemba, 18:00.',
      url: expect.stringMatching(/^\/sw\/assignments\?id=/),
      tag: expect.any(String),
    },
  ])
})

test('tries a failed message again, and forgets a browser that is gone', async () => {
  await subscribe('chebet', 'surveyor', 'en')
  await tellOf('assignment_new')
  service.respondWith(500)
  await work()
  await stack.shiftClock('2 minutes')
  service.respondWith(410)
  await work()
  await stack.shiftClock('0')
  expect(service.received).toHaveLength(2)
  expect(await stack.query('select from app.push_subscriptions')).toEqual([])
})

test('a worker that is stopped finishes what it has, and takes nothing more', async () => {
  const begun = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const worker = startWorking(
    new Map([
      [
        'erase_photo',
        async () => {
          begun.resolve()
          await sent.promise
        },
      ],
    ]),
  )
  await stack.query(`select app.enqueue('erase_photo', 'a')`)
  await begun.promise
  expect(worker.isWell()).toBe(true)
  const stopped = worker.stop()
  await stack.query(`select app.enqueue('erase_photo', 'b')`)
  sent.resolve()
  await stopped
  expect(await stack.query('select key from app.jobs')).toEqual([{ key: 'b' }])
})
