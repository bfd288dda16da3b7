import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { isAllowedEndpoint, isPublicAddress, lookupPublic } from './endpoint.ts'
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

test('connects to no private address, however it is written', async () => {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
  ]
  for (const host of [...hosts, 'localhost', 'db.internal', 'printer.local'])
    expect([host, isAllowedEndpoint(`https://${host}/x`, null)]).toEqual([host, false])
  expect(await sendPush({ ...service.subscription, endpoint: 'https://127.0.0.1/x' }, message, settings())).toBe('gone')
})

test('accepts only https on the usual port', () => {
  expect(isAllowedEndpoint('https://fcm.googleapis.com/fcm/send/abc', null)).toBe(true)
  for (const url of [
    'http://fcm.googleapis.com/x',
    'https://push.example.com:8443/x',
    'https://me:x@push.example.com/',
    'file:///etc/passwd',
    'x',
  ])
    expect([url, isAllowedEndpoint(url, null)]).toEqual([url, false])
})

test('refuses a name that resolves to a private address when it connects', async () => {
  const outcome = await new Promise((resolve) =>
    lookupPublic('localhost', {}, (error, address) => resolve(error?.message ?? address)),
  )
  expect(outcome).toBe('The host has a private address')
  expect(['8.8.8.8', '2001:4860:4860::8888'].map(isPublicAddress)).toEqual([true, true])
})
