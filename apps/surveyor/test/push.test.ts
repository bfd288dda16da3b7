import type { RouteHandlers } from '@salama/http'
import { startPushService } from '@salama/push/testing/push-service.ts'
import { accountKey } from '@salama/session'
import { cookieOf } from '@salama/session/testing'
import { CAST, type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { sendAlerts } from '@salama/ui/alerts/send-alerts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as key from '../app/api/push/key/route.ts'
import * as subscribe from '../app/api/push/subscribe/route.ts'
import * as unsubscribe from '../app/api/push/unsubscribe/route.ts'
import { FIELD_ALERTS } from '../src/push/field-message.ts'

let stack: Stack
let service: Awaited<ReturnType<typeof startPushService>>
const cookies = new Map<PersonName, string>()
beforeAll(async () => {
  ;[stack, service] = await Promise.all([startStack({ apps: [] }), startPushService()])
  startWith({ ...stack.env('surveyor'), PUSH_TEST_ORIGIN: service.origin })
  for (const who of ['chebet', 'amina'] as const) cookies.set(who, await cookieOf(await signIn(stack.supabase, who)))
})
beforeEach(async () => {
  service.received.length = 0
  service.respondWith(201)
  await stack.query('delete from app.push_subscriptions')
})
afterAll(() => Promise.all([stack.close(), service.close()]))

async function post(handlers: RouteHandlers, path: string, json: object, as: PersonName = 'chebet') {
  const headers = {
    'sec-fetch-site': 'same-origin',
    cookie: cookies.get(as) ?? '',
    'salama-account': accountKey(CAST[as].email),
    'content-type': 'application/json',
  }
  const request = new Request(new URL(path, stack.addresses.surveyor), {
    method: 'POST',
    headers,
    body: JSON.stringify(json),
  })
  return (await handlers.POST(request, { params: Promise.resolve({}) })).status
}
const browser = (locale: string, more: object = {}) => {
  const { endpoint, p256dh, auth } = service.subscription
  return { endpoint, keys: { p256dh, auth }, locale, app: 'surveyor', ...more }
}
const tellOf = (kind: string, titleSw: string | null = null) =>
  stack.query(
    `with one as (update app.assignments set title_sw = $2, due_at = '2099-11-24T15:00:00Z', closed_at = null,
                         close_reason = null
                   where id = (select id from app.assignments order by id limit 1) returning id)
     select app.alert_surveyors($1, null, id) from one`,
    [kind, titleSw],
  )

test('sends news of assignments in the language of the browser, with a link to the assignment', async () => {
  expect(await post(subscribe, '/api/push/subscribe', browser('sw'))).toBe(200)
  await tellOf('assignment_changed', 'Hesabu Koja')
  await Promise.all([sendAlerts(FIELD_ALERTS), sendAlerts(FIELD_ALERTS)])
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
  await post(subscribe, '/api/push/subscribe', browser('en'))
  await tellOf('assignment_new')
  service.respondWith(500)
  await sendAlerts(FIELD_ALERTS)
  await stack.shiftClock('2 minutes')
  service.respondWith(410)
  await sendAlerts(FIELD_ALERTS)
  await stack.shiftClock('0')
  expect(service.received).toHaveLength(2)
  expect(await stack.query('select from app.push_subscriptions')).toEqual([])
})

test('gives the key of the server, and unsubscribes', async () => {
  expect(await key.GET().json()).toEqual({ publicKey: stack.env('surveyor').VAPID_PUBLIC_KEY })
  await post(subscribe, '/api/push/subscribe', browser('en'))
  expect(await post(unsubscribe, '/api/push/unsubscribe', { endpoint: service.subscription.endpoint })).toBe(200)
  expect(await stack.query('select from app.push_subscriptions')).toEqual([])
})

test('refuses who is no surveyor, and endpoints inside our own network', async () => {
  expect(await post(subscribe, '/api/push/subscribe', browser('en'), 'amina')).toBe(403)
  expect(await post(subscribe, '/api/push/subscribe', browser('en', { endpoint: 'https://10.0.0.5/x' }))).toBe(422)
})
