import { randomUUID } from 'node:crypto'
import { startPushService } from '@salama/push/testing/push-service.ts'
import { startWith } from '@salama/testing/stack'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as unfollow from '../app/api/follows/[id]/route.ts'
import * as follows from '../app/api/follows/route.ts'
import * as prove from '../app/api/push/prove/route.ts'
import * as subscribe from '../app/api/push/subscribe/route.ts'
import * as unsubscribe from '../app/api/push/unsubscribe/route.ts'
import * as submit from '../app/api/report-incident/route.ts'
import * as stopForm from '../app/follow/[id]/stop/route.ts'
import * as followForm from '../app/follow/route.ts'
import { openRider, type Rider } from './rider.ts'

const KOJA = { lat: -1.2812, lng: 36.8226 }

let rider: Rider
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  ;[rider, service] = await Promise.all([openRider(), startPushService()])
  startWith({ PUSH_TEST_ORIGIN: service.origin })
})
beforeEach(async () => {
  await rider.stack.query(
    'truncate app.followers, app.reports, app.incidents, app.incident_feed, app.incident_history, app.jobs cascade',
  )
})
afterAll(() => Promise.all([rider.close(), service.close()]))

const place = { kind: 'place', place: KOJA, radiusM: 500, name: 'Koja' }
const body = (locale: string) => {
  const { endpoint, p256dh, auth } = service.subscription
  return { endpoint, keys: { p256dh, auth }, locale }
}
const report = async (category: string) => {
  const json = { id: randomUUID(), category, place: { ...KOJA, accuracyM: 20 } }
  expect((await rider.send(submit, '/api/report-incident', { as: 'amina', json })).status).toBe(201)
}

const proofOf = async () =>
  (await rider.stack.query<{ proof: string }>('select proof from app.push_subscriptions'))[0]?.proof

/** The messages that the worker is to send. */
const messages = async () => {
  await rider.stack.query('select api.make_alerts()')
  return rider.stack.query(`select from app.jobs where task = 'push' and key not like 'proof %'`)
}

test('has a message for a phone without an account that follows a place, once', async () => {
  const followed = await rider.send(follows, '/api/follows', { json: place })
  expect(followed.status).toBe(200)
  const cookie = followed.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const headers = { cookie }
  expect((await rider.send(subscribe, '/api/push/subscribe', { json: body('sw'), headers })).status).toBe(200)
  expect((await rider.send(prove, '/api/push/prove', { json: { proof: await proofOf() } })).status).toBe(200)
  await report('hazard')
  expect(await messages()).toHaveLength(1)
  expect(await messages()).toHaveLength(1)
  expect(await (await rider.send(follows, '/api/follows', { headers })).json()).toMatchObject({ unread: 1 })
})

test('stops following and unsubscribes', async () => {
  const { id } = await (await rider.send(follows, '/api/follows', { as: 'eve', json: place })).json()
  await rider.send(subscribe, '/api/push/subscribe', { as: 'eve', json: body('en') })
  const stopped = await rider.send(unfollow, `/api/follows/${id}`, { as: 'eve', method: 'DELETE', params: { id } })
  expect(stopped.status).toBe(200)
  const { endpoint } = service.subscription
  expect((await rider.send(unsubscribe, '/api/push/unsubscribe', { json: { endpoint } })).status).toBe(200)
  expect(await rider.stack.query('select from app.push_subscriptions')).toEqual([])
  await report('hazard')
  expect(await messages()).toEqual([])
})

test('refuses endpoints of no push service, and requests of other sites', async () => {
  for (const endpoint of ['https://10.0.0.5/x', 'https://[64:ff9b:1::7f00:1]/x', 'https://collector.example/x']) {
    const refused = await rider.send(subscribe, '/api/push/subscribe', { as: 'eve', json: { ...body('en'), endpoint } })
    expect([endpoint, refused.status]).toEqual([endpoint, 422])
  }
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await rider.send(follows, '/api/follows', { as: 'eve', json: place, headers })).status).toBe(403)
  expect(await rider.stack.query('select from app.followers')).toEqual([])
})

test('plain forms follow and stop, once however often they are sent, and their answer is the page of alerts', async () => {
  const [corridor] = await rider.stack.query<{ id: string }>('select id from app.corridors limit 1')
  const form = new URLSearchParams({ kind: 'corridor', id: corridor?.id ?? '' })
  const first = await rider.send(followForm, '/follow?locale=sw', { form })
  expect([first.status, first.headers.get('location')]).toEqual([303, '/sw/alerts?done=1'])
  const cookie = first.headers.getSetCookie().find((each) => each.startsWith('salama-rider.device=')) ?? ''
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  await rider.send(followForm, '/follow?locale=sw', { form, headers })
  const followed = async () => (await (await rider.send(follows, '/api/follows', { headers })).json()).data
  const [one, ...more] = await followed()
  expect([one.targetId, more]).toEqual([corridor?.id, []])
  const params = { id: one.id }
  const stop = () =>
    rider.send(stopForm, `/follow/${one.id}/stop?locale=sw`, { form: new URLSearchParams(), params, headers })
  for (const response of [await stop(), await stop()])
    expect([response.status, response.headers.get('location')]).toEqual([303, '/sw/alerts?done=1'])
  expect(await followed()).toEqual([])
  const unknown = await rider.send(followForm, '/follow', { form: new URLSearchParams({ kind: 'corridor' }), headers })
  expect(unknown.headers.get('location')).toMatch(/^\/en\/alerts\?again=/)
})
