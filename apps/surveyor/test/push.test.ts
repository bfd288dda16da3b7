import type { RouteHandlers } from '@salama/http'
import { startPushService } from '@salama/push/testing/push-service.ts'
import { accountKey } from '@salama/session'
import { cookieOf } from '@salama/session/testing'
import { CAST, type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as key from '../app/api/push/key/route.ts'
import * as subscribe from '../app/api/push/subscribe/route.ts'
import * as unsubscribe from '../app/api/push/unsubscribe/route.ts'

let stack: Stack
let service: Awaited<ReturnType<typeof startPushService>>
const cookies = new Map<PersonName, string>()
beforeAll(async () => {
  ;[stack, service] = await Promise.all([startStack({ apps: [] }), startPushService()])
  startWith({ ...stack.env('surveyor'), PUSH_TEST_ORIGIN: service.origin })
  for (const who of ['chebet', 'amina'] as const) cookies.set(who, await cookieOf(await signIn(stack.supabase, who)))
})
beforeEach(async () => {
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
