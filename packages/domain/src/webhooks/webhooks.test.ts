import { randomBytes } from 'node:crypto'
import { CAST, KOJA, type PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { type Job, workerOf } from '../jobs/test/jobs.ts'
import { useCity } from '../reports/test/city.ts'

const city = useCity()
const { report, withdraw, atMinute } = city
const worker = workerOf(() => city.db)

type Delivery = {
  id: string
  attempts: number
  deliveredAt: string | null
  error: string | null
  nextAt: string | null
}
type Hook = { id: string; keyId: string; state: string; secret: string; deliveries: Delivery[] }
type Sent = { url: string; secrets: string[]; message: { type: string; data: Record<string, unknown> } }

const URL_OF_EVE = 'https://planner.example/hooks'
const call = <T>(who: PersonName, name: string, args: object = {}) =>
  city.db.as(who).rpc(name, { ...args }) as Promise<T>
const secret = () => `whsec_${randomBytes(32).toString('base64')}`
const newKey = (who: PersonName, scopes = ['incidents:read']) =>
  call<{ id: string }>(who, 'create_api_key', {
    p_name: 'Planner',
    p_scopes: scopes,
    p_prefix: randomBytes(5).toString('hex'),
    p_secret_hash: randomBytes(32).toString('hex'),
  })
const set = (id: string, args: object = {}, who: PersonName = 'eve') =>
  call<Hook>(who, 'set_webhook', { p_id: id, p_url: URL_OF_EVE, p_secret: secret(), ...args })
const hookOf = async (args: object = {}) => set((await newKey('eve')).id, args)
const read = async ({ keyId }: Hook) =>
  (await call<{ data: Hook[] }>('eve', 'list_webhooks', { p_id: keyId })).data[0] as Hook
/** What the worker is given to send now. */
const due = async () => {
  await worker.makeAlerts()
  await worker.makeWebhookDeliveries()
  return worker.claim('webhook')
}
const sentOf = (jobs: Job[]) => jobs.map(({ content }) => content as Sent)
const succeed = async (jobs: Job[]) => {
  for (const job of jobs) await worker.finish(job, { id: job.content.id, position: job.content.position, tookMs: 91 })
}

test('sends changes from now on, each incident as it is when it is sent, until it is gone', async () => {
  await report('amina', { p_lat: KOJA.lat + 0.05 })
  const hook = await hookOf()
  const { id, incidentId } = await report('baraka')
  const first = await due()
  expect(sentOf(first)).toMatchObject([
    { url: URL_OF_EVE, secrets: [hook.secret], message: { type: 'incident.upsert', data: { incidentId } } },
  ])
  expect(JSON.stringify(first)).not.toContain(id)
  await succeed(first)
  expect(await due()).toEqual([])
  await withdraw('baraka', id)
  const second = await due()
  expect(sentOf(second)).toMatchObject([{ message: { type: 'incident.gone', data: { incidentId } } }])
  await succeed(second)
  expect((await read(hook)).deliveries).toMatchObject([
    { deliveredAt: expect.any(String), attempts: 1, tookMs: 91, error: null, nextAt: null },
    { deliveredAt: expect.any(String) },
  ])
})

test('sends what fits every filter that is set, and what becomes of it also when it fits no more', async () => {
  const [corridor] = await city.db.sql<{ id: string }>('select id from app.corridors order by slug')
  const box = [KOJA.lng - 0.01, KOJA.lat - 0.01, KOJA.lng + 0.01, KOJA.lat + 0.01]
  const filters = [
    [{ p_categories: ['hazard'] }, 0],
    [{ p_categories: ['hazard', 'crash'] }, 1],
    [{ p_bbox: box }, 1],
    [{ p_bbox: box.map((side) => side + 0.5) }, 0],
    [{ p_bbox: box, p_categories: ['hazard'] }, 0],
  ] as const
  const key = await newKey('eve')
  for (const [index, [filter]] of filters.entries())
    await set(key.id, { p_url: `https://a.example/${index}`, ...filter })
  const { incidentId } = await report('amina')
  const first = await due()
  expect(
    sentOf(first)
      .map(({ url }) => url)
      .toSorted(),
  ).toEqual(filters.flatMap(([, count], index) => (count > 0 ? [`https://a.example/${index}`] : [])))
  await succeed(first)
  await city.db.sql(`update app.webhooks set categories = '{hazard}', corridor_id = $1`, [corridor?.id])
  await report('baraka')
  expect(sentOf(await due())).toHaveLength(2)
  expect(incidentId).toEqual(expect.any(String))
})

test('a coarse incident is sent from the full hour on, and by its cell only', async () => {
  await atMinute(20)
  const hook = await hookOf()
  await report('amina', { p_category: 'theft', p_injury: undefined })
  expect(await due()).toEqual([])
  await atMinute(80)
  const [sent] = sentOf(await due())
  expect(sent?.message.data).toMatchObject({ incident: { precision: 'coarse', placeName: null, stops: [] } })
  expect(JSON.stringify(sent)).not.toContain(String(KOJA.lat))
  expect((await read(hook)).deliveries).toHaveLength(1)
})

test('is tried for a day, then disabled with a mail to the owner, and sends what it missed when it is set again', async () => {
  const hook = await hookOf()
  const { incidentId } = await report('amina')
  let minutes = 0
  for (let attempt = 1; (await read(hook)).state === 'active'; attempt++) {
    const [job, ...more] = await due()
    expect([attempt <= 14, more]).toEqual([true, []])
    await worker.fail(job as Job)
    minutes += 2 ** Math.min(attempt - 1, 8)
    await city.db.shiftClock(`${minutes + 1} minutes`)
  }
  expect(minutes / 60).toBeGreaterThan(24)
  expect((await read(hook)).deliveries).toMatchObject([{ error: 'ECONNREFUSED', nextAt: null, deliveredAt: null }])
  expect(await city.db.sql(`select task, key from app.jobs where task in ('webhook', 'account_mail')`)).toEqual([
    { task: 'account_mail', key: `${CAST.eve.id} webhook_disabled` },
  ])
  const later = await report('baraka', { p_lat: KOJA.lat + 0.05 })
  expect(await due()).toEqual([])
  const again = await set(hook.keyId)
  expect(again).toMatchObject({ id: hook.id, secret: hook.secret, state: 'active', failingSince: null })
  const caughtUp = sentOf(await due()).map(({ message }) => message.data.incidentId)
  expect(caughtUp.toSorted()).toEqual([incidentId, later.incidentId].toSorted())
})

test('a success ends the count of failures, and one that waits sends the newest state once', async () => {
  const hook = await hookOf()
  await report('amina')
  const [job] = await due()
  await worker.fail(job as Job)
  expect(await read(hook)).toMatchObject({ failingSince: expect.any(String) })
  await report('baraka')
  expect(await due()).toEqual([])
  await city.db.shiftClock('2 minutes')
  const again = await due()
  expect(again).toMatchObject([{ content: { message: { data: { incident: { reports: 2 } } } } }])
  await succeed(again)
  expect(await read(hook)).toMatchObject({ failingSince: null, deliveries: [{ attempts: 2 }] })
})

test('a server that wants no more is sent nothing more', async () => {
  const hook = await hookOf()
  await report('amina')
  const [job] = await due()
  await worker.fail(job as Job, true)
  expect(await read(hook)).toMatchObject({ state: 'disabled', disabledAt: expect.any(String) })
})

test('a test is sent once, also while it is disabled, and a delivery again under its id', async () => {
  const hook = await hookOf()
  await report('amina')
  const [first] = await due()
  await worker.fail(first as Job, true)
  await call('eve', 'send_webhook', { p_id: hook.id })
  const [test] = await due()
  expect(test?.content).toMatchObject({ message: { type: 'test', data: { webhookId: hook.id } } })
  await worker.fail(test as Job)
  expect(await due()).toEqual([])
  await call('eve', 'send_webhook', { p_id: hook.id, p_delivery_id: first?.content.id })
  const [replay] = await due()
  expect(replay?.content.id).toBe(first?.content.id)
  await succeed([replay as Job])
  expect((await read(hook)).deliveries.map(({ deliveredAt }) => deliveredAt !== null).toSorted()).toEqual([false, true])
  for (let n = 0; n < 9; n++) await call('eve', 'send_webhook', { p_id: hook.id })
  await expect(call('eve', 'send_webhook', { p_id: hook.id })).rejects.toMatchObject({ slug: 'rate_limited' })
})

test('a replaced secret signs for another day, and a replaced key hands its webhooks on', async () => {
  const hook = await hookOf()
  const next = secret()
  await call('eve', 'rotate_webhook_secret', { p_id: hook.id, p_secret: next })
  await report('amina')
  expect(sentOf(await due())).toMatchObject([{ secrets: [next, hook.secret] }])
  const made = await call<{ id: string }>('eve', 'rotate_api_key', {
    p_id: hook.keyId,
    p_prefix: randomBytes(5).toString('hex'),
    p_secret_hash: randomBytes(32).toString('hex'),
  })
  await city.db.shiftClock('25 hours')
  await report('baraka', { p_lat: KOJA.lat + 0.05 })
  expect(sentOf(await due()).map(({ secrets }) => secrets)).toContainEqual([next])
  expect(await call('eve', 'list_webhooks', { p_id: made.id })).toMatchObject({ data: [{ id: hook.id }] })
})

test('nothing is sent for a revoked key, nor what was waiting', async () => {
  const hook = await hookOf()
  await report('amina')
  await worker.makeAlerts()
  await call('eve', 'revoke_api_key', { p_id: hook.keyId })
  await report('baraka', { p_lat: KOJA.lat + 0.05 })
  expect(await due()).toEqual([])
  await expect(set(hook.keyId)).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test('is refused beyond five, without the scope, with a filter of nothing, and to strangers', async () => {
  const { id } = await newKey('eve')
  for (let n = 0; n < 5; n++) await set(id, { p_url: `https://a.example/${n}` })
  await set(id, { p_url: 'https://a.example/1' })
  await expect(set(id)).rejects.toMatchObject({ slug: 'too_many_webhooks', detail: { max: 5 } })
  const other = await newKey('eve', ['routes:read'])
  await expect(set(other.id)).rejects.toMatchObject({ slug: 'scope_missing' })
  for (const args of [
    { p_url: 'ftp://a.example' },
    { p_secret: 'whsec_short' },
    { p_categories: [] },
    { p_categories: ['assault'] },
    { p_bbox: [1, 2, 3] },
    { p_corridor_id: 'nowhere' },
    { p_route_id: 'nowhere' },
  ])
    await expect(set(id, { p_url: 'https://a.example/1', ...args })).rejects.toMatchObject({ slug: 'invalid_request' })
  const [hook] = (await call<{ data: Hook[] }>('eve', 'list_webhooks', { p_id: id })).data
  await expect(set(id, {}, 'amina')).rejects.toMatchObject({ slug: 'not_found' })
  await expect(call('amina', 'list_webhooks', { p_id: id })).rejects.toMatchObject({ slug: 'not_found' })
  for (const name of ['delete_webhook', 'send_webhook', 'rotate_webhook_secret'])
    await expect(
      call('amina', name, { p_id: hook?.id, ...(name.startsWith('rotate') && { p_secret: secret() }) }),
    ).rejects.toMatchObject({ slug: 'not_found' })
  await call('eve', 'delete_webhook', { p_id: hook?.id })
  expect(await call('eve', 'list_webhooks', { p_id: id })).toMatchObject({ data: { length: 4 } })
})

test('two workers ask for one delivery of a change', async () => {
  await hookOf()
  await report('amina')
  await city.db.parallel([() => worker.makeAlerts(), () => worker.makeAlerts()])
  expect(await due()).toHaveLength(1)
})
