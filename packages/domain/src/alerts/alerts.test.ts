import { randomUUID } from 'node:crypto'
import { KOJA } from '@salama/testing'
import { expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'
import { PHONES, useCity } from '../reports/test/city.ts'
import { RECEIPT_CODE } from '../shared/receipt-code.ts'

const city = useCity()
const { report, reportAs, withdraw, atMinute } = city

type Who = 'amina' | 'baraka' | 'eve' | 'rider_server'
type Follow = { id: string; kind: string; name: string | null }
type Alert = { id: string; isRead: boolean; because: string | null; incident: { id: string } | null; report: unknown }
type Delivery = { alertId: string; endpoint: string; incident: Record<string, unknown> | null; because: string | null }

const ENDPOINT = 'https://push.example/eve'
const KEYS = { p_p256dh: 'B'.repeat(87), p_auth: 'a'.repeat(22), p_locale: 'sw' }
const SENT_KEYS = { p256dh: KEYS.p_p256dh, auth: KEYS.p_auth, locale: KEYS.p_locale }
const PHONE = { p_device: PHONES.eve }

const call = <T>(who: Who, name: string, args: object = {}) => city.db.as(who).rpc(name, { ...args }) as Promise<T>
const follow = (who: Who, args: object) => call<Follow>(who, 'follow', args)
const followKoja = (who: Who, more: object = {}) =>
  follow(who, { p_kind: 'place', ...KOJA_PLACE, p_radius_m: 500, p_name: 'Koja', ...more })
const KOJA_PLACE = { p_lat: KOJA.lat, p_lng: KOJA.lng }
const register = (who: Who, more: object = {}) =>
  call(who, 'subscribe_push', { p_endpoint: ENDPOINT, ...KEYS, ...more })
const subscribe = async (who: Who) => {
  await register(who)
  await worker.answerFirst()
}
const alerts = async (who: Who, args: object = {}) => (await call<{ data: Alert[] }>(who, 'list_alerts', args)).data
const worker = workerOf(() => city.db)
const claim = async () => {
  await worker.makeAlerts()
  return worker.contents<Delivery>('push')
}
const corridor = async () => (await city.db.sql<{ id: string }>('select id from app.corridors order by slug'))[0]?.id

test('alerts a follower of a place once per incident, however many report it', async () => {
  await followKoja('eve')
  const { incidentId } = await report('amina')
  await claim()
  await report('baraka')
  await claim()
  expect(await alerts('eve')).toMatchObject([{ isRead: false, because: 'Koja', incident: { id: incidentId } }])
  expect(await call('eve', 'list_follows')).toMatchObject({ unread: 1, data: [{ kind: 'place', name: 'Koja' }] })
  await call('eve', 'read_alerts')
  expect(await call('eve', 'list_follows')).toMatchObject({ unread: 0 })
})

test('alerts a phone without an account, and shows its alerts to no other caller', async () => {
  await followKoja('rider_server', PHONE)
  await report('amina')
  await claim()
  expect(await alerts('rider_server', PHONE)).toHaveLength(1)
  expect(await alerts('rider_server', { p_device: PHONES.baraka })).toEqual([])
  // A user cannot name a phone, nor can a caller without a registered one follow anything.
  expect(await alerts('eve', PHONE)).toEqual([])
  await expect(followKoja('rider_server', { p_device: 'x'.repeat(43) })).rejects.toMatchObject({
    slug: 'unauthenticated',
  })
})

test('alerts the followers of a corridor and of its routes, and nobody elsewhere', async () => {
  const id = await corridor()
  const [route] = await city.db.sql<{ id: string; name: string }>(
    `select r.id, app.route_name(r.short_name, r.long_name) as name
       from app.corridor_routes c join app.routes r on r.id = c.route_id where c.corridor_id = $1`,
    [id],
  )
  await follow('eve', { p_kind: 'corridor', p_id: id })
  if (route) expect(await follow('baraka', { p_kind: 'route', p_id: route.id })).toMatchObject({ name: route.name })
  await followKoja('rider_server', { ...PHONE, p_lat: KOJA.lat + 0.05 })
  const { incidentId } = await report('amina')
  const [onCorridor] = await city.db.sql<{ id: string | null }>(
    'select corridor_id as id from app.incidents where id = $1',
    [incidentId],
  )
  await claim()
  expect(await alerts('eve')).toHaveLength(onCorridor?.id === id ? 1 : 0)
  expect(await alerts('baraka')).toHaveLength(route && onCorridor?.id === id ? 1 : 0)
  expect(await alerts('rider_server', PHONE)).toEqual([])
})

test('alerts no reporter of their own incident', async () => {
  await followKoja('amina')
  await followKoja('rider_server', PHONE)
  await report('amina')
  await reportAs('eve')
  await claim()
  expect(await alerts('amina')).toEqual([])
  expect(await alerts('rider_server', PHONE)).toEqual([])
})

test('alerts of a coarse incident coarsely and after the full hour, and never of a private one', async () => {
  await followKoja('eve', { p_radius_m: 1000 })
  await subscribe('eve')
  await atMinute(20)
  await report('amina', { p_category: 'theft', p_injury: null })
  await report('amina', { p_category: 'harassment', p_injury: null })
  const early = await claim()
  await atMinute(61)
  const messages = [...early, ...(await claim())]
  expect(messages).toHaveLength(1)
  const [message] = messages
  expect(message?.incident).toMatchObject({ category: 'theft', precision: 'coarse', placeName: null })
  expect(message?.incident?.place).not.toEqual({ lat: KOJA.lat, lng: KOJA.lng })
  expect(String(message?.incident?.lastSeenAt)).toMatch(/:00:00Z$/)
})

test('shows no more than the public page of an incident that was withdrawn after its alert', async () => {
  await followKoja('eve')
  await subscribe('eve')
  const { id } = await report('amina')
  await claim()
  await withdraw('amina', id)
  expect(await alerts('eve')).toMatchObject([{ incident: null }])
})

test('a browser that has not answered its first message gets that one alone, for a day', async () => {
  await followKoja('eve')
  await register('eve')
  await report('amina')
  const proof = expect.stringMatching(RECEIPT_CODE)
  const [first, ...others] = await claim()
  expect([first, others]).toEqual([{ app: 'rider', endpoint: ENDPOINT, ...SENT_KEYS, proof }, []])
  const [again] = await city.db.sql<{ key: string }>(`select key from app.jobs where task = 'push'`)
  expect(again?.key).toMatch(/^proof /)
  await city.db.shiftClock('25 hours')
  await city.db.sql('select app.purge_old_alerts()')
  expect(await claim()).toEqual([])
  expect(await city.count('app.push_subscriptions')).toBe(0)
})

test('a lost first message is sent again, one that was answered is not, and keys that change have to be proven', async () => {
  await register('eve')
  const [job] = await worker.claim('push')
  if (!job) throw new Error('There is no message')
  await worker.finish(job, { ...job.content, gone: false })
  expect(await claim()).toEqual([])
  await city.db.shiftClock('241 minutes')
  expect(await claim()).toEqual([job.content])
  const prove = (p_proof: unknown) => call('rider_server', 'prove_push', { p_proof })
  expect(await prove(randomUUID())).toEqual(await prove(job.content.proof))
  await register('eve')
  await city.db.shiftClock('10 hours')
  expect(await claim()).toEqual([])
  await register('eve', { p_auth: 'b'.repeat(22) })
  expect(await claim()).toMatchObject([{ auth: 'b'.repeat(22), proof: expect.any(String) }])
})

test('sends a message again that failed, none that was confirmed, and removes a gone endpoint', async () => {
  await followKoja('eve')
  await subscribe('eve')
  await report('amina')
  await worker.makeAlerts()
  const [job, ...others] = await worker.claim('push')
  if (!job) throw new Error('There is no message')
  expect(others).toEqual([])
  expect(job.content).toMatchObject({ app: 'rider', endpoint: ENDPOINT, because: 'Koja', locale: 'sw' })
  await worker.fail(job)
  await city.db.shiftClock('61 seconds')
  const [again] = await worker.claim('push')
  expect(again).toMatchObject({ id: job.id, attempt: 2, content: job.content })
  await worker.finish({ ...job, attempt: 2 }, { endpoint: ENDPOINT, gone: false })
  await city.db.shiftClock('1 hour')
  expect(await claim()).toEqual([])
  expect(await city.count('app.push_subscriptions')).toBe(1)
  await worker.finish(job, { endpoint: ENDPOINT, gone: true })
  expect(await city.count('app.push_subscriptions')).toBe(0)
})

test('sends at most six messages an hour to a follower, and lists the others', async () => {
  const [first] = [await followKoja('eve', { p_radius_m: 5000 })]
  expect(first.kind).toBe('place')
  await subscribe('eve')
  let sent = 0
  for (let n = 0; n < 8; n++) {
    await city.db.sql(
      `insert into app.alerts (follower_id, incident_id, because, created_at)
       select w.id, gen_random_uuid(), 'Koja', app.now() from app.followers w limit $1`,
      [n < 7 ? 1 : 0],
    )
  }
  await report('amina')
  sent += (await claim()).length
  expect([sent, (await alerts('eve')).length]).toEqual([0, 8])
})

test('follows the same thing once, up to twenty things, and stops', async () => {
  const first = await followKoja('eve')
  expect((await followKoja('eve')).id).toBe(first.id)
  for (let n = 1; n < 20; n++) await followKoja('eve', { p_lat: KOJA.lat + n / 100 })
  await expect(followKoja('eve', { p_lat: KOJA.lat + 0.5 })).rejects.toMatchObject({ slug: 'too_many_follows' })
  await call('baraka', 'unfollow', { p_id: first.id })
  expect(await city.count('app.follows')).toBe(20)
  await call('eve', 'unfollow', { p_id: first.id })
  expect(await city.count('app.follows')).toBe(19)
})

test.each([
  ['an unknown corridor', { p_kind: 'corridor', p_id: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
  [
    'a circle that is too large',
    { p_kind: 'place', ...KOJA_PLACE, p_radius_m: 50_000, p_name: 'x' },
    'invalid_request',
  ],
  ['a place without a name', { p_kind: 'place', ...KOJA_PLACE, p_radius_m: 500 }, 'invalid_request'],
  ['an unknown kind', { p_kind: 'sacco' }, 'invalid_request'],
])('refuses to follow %s', async (_, args, slug) => {
  await expect(follow('eve', args)).rejects.toMatchObject({ slug })
  expect(await city.count('app.follows')).toBe(0)
})

test('notifies only the reporter of a followed report of its outcome', async () => {
  const { id } = await report('amina', { p_injury: 'unknown' })
  await expect(follow('eve', { p_kind: 'report', p_id: id })).rejects.toMatchObject({ slug: 'not_found' })
  await follow('amina', { p_kind: 'report', p_id: id })
  await city.db.sql('select app.sweep()')
  expect(await alerts('amina')).toEqual([])
  await city.decide(id, 'approved')
  await city.db.sql('select app.sweep()')
  expect(await alerts('amina')).toMatchObject([{ incident: null, report: { id, state: 'linked' } }])
})

test('follows a report by its receipt code, but none that is never shown', async () => {
  const p_receipt_code = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
  await reportAs('eve', { p_receipt_code })
  const args = { p_kind: 'report', p_receipt_code, ...PHONE }
  expect(await follow('rider_server', args)).toMatchObject({ kind: 'report', name: null })
  const other = '3M7R5QXK0C9D3F8GHJNPTVWYZA'
  await reportAs('eve', { p_receipt_code: other, p_category: 'harassment', p_injury: null })
  await expect(follow('rider_server', { ...args, p_receipt_code: other })).rejects.toMatchObject({ slug: 'not_found' })
})

test('exports what an account follows, and erases it with the account', async () => {
  await followKoja('eve')
  await subscribe('eve')
  const { alerts: exported } = await call<{ alerts: object }>('eve', 'export_own_data')
  expect(exported).toMatchObject({ follows: [{ name: 'Koja' }], pushServices: ['https://push.example'] })
  const { id } = await call<{ id: string }>('eve', 'get_current_user')
  await call('eve', 'delete_own_account', { p_confirm: id })
  for (const table of ['followers', 'follows', 'push_subscriptions']) expect(await city.count(`app.${table}`)).toBe(0)
})

test('gives an endpoint to whoever registered it last', async () => {
  await followKoja('eve')
  await subscribe('eve')
  await subscribe('baraka')
  await report('amina')
  expect(await claim()).toEqual([])
  await call('baraka', 'unsubscribe_push', { p_endpoint: ENDPOINT })
  expect(await city.count('app.push_subscriptions')).toBe(0)
})
