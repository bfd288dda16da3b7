import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { isAllowedEndpoint } from './endpoint.ts'
import { pushSettings } from './env.ts'
import { sendPush } from './send-push.ts'
import { startPushService } from './testing/push-service.ts'

const keys = webPush.generateVAPIDKeys()
const message = { title: 'Crash · Thika Road', body: 'Near Koja.', url: '/en/incidents/1', tag: 'a-1' }

let service: Awaited<ReturnType<typeof startPushService>>
const settings = () =>
  pushSettings({
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    PUSH_TEST_ORIGIN: service.origin,
  })
const send = () => sendPush(service.subscription, message, settings())

beforeAll(async () => {
  service = await startPushService()
})
beforeEach(() => {
  service.received.length = 0
  service.respondWith(201)
})
afterAll(() => service.close())

test('sends a message that only the browser can read, signed with our key', async () => {
  expect(await send()).toBe('sent')
  const [received] = service.received
  expect(received).toMatchObject({ path: '/browser', message })
  expect(received?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', topic: 'a1' })
  expect(String(received?.headers.authorization)).toContain(`k=${keys.publicKey}`)
})

test.each([
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'failed'],
  [500, 'failed'],
  [302, 'failed'],
])('status %i of the push service means %s', async (status, outcome) => {
  service.respondWith(status)
  expect(await send()).toBe(outcome)
})

test('counts a push service that does not respond as failed, and sends nothing without keys', async () => {
  const away = { ...service.subscription, endpoint: 'http://127.0.0.1:1/browser' }
  expect(await sendPush(away, message, { ...settings(), testOrigin: 'http://127.0.0.1:1' })).toBe('failed')
  expect(await sendPush(service.subscription, message, pushSettings({}))).toBe('failed')
  expect(service.received).toEqual([])
})

test('sends nothing to a host that is no push service', async () => {
  const elsewhere = { ...service.subscription, endpoint: 'https://collector.example/x' }
  expect(await sendPush(elsewhere, message, settings())).toBe('gone')
})

test('accepts the endpoints of the known push services, over https on the usual port', () => {
  const rules = pushSettings({})
  for (const url of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])
    expect([url, isAllowedEndpoint(url, rules)]).toEqual([url, true])
  for (const url of [
    'https://collector.example/x',
    'https://fcm.googleapis.com.collector.example/x',
    'https://xfcm.googleapis.com/x',
    'https://evilnotify.windows.com/x',
    'https://notify.windows.com/x',
    'https://fcm.googleapis.com./x',
    'https://collector.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@collector.example/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://me:x@fcm.googleapis.com/',
    'https://[64:ff9b:1::7f00:1]/x',
    'file:///etc/passwd',
    'x',
  ])
    expect([url, isAllowedEndpoint(url, rules)]).toEqual([url, false])
})

test('the operator may name other push services', () => {
  const rules = pushSettings({ PUSH_SERVICES: '*.push.example.org, up.example.net' })
  const hosts = ['a.b.push.example.org', 'UP.example.net', 'fcm.googleapis.com'].map((host) => `https://${host}/x`)
  expect(hosts.map((url) => isAllowedEndpoint(url, rules))).toEqual([true, true, false])
  expect(() => pushSettings({ PUSH_SERVICES: '*' })).toThrow()
})
