import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyWebhook, WebhookError } from './index.ts'

// The example of the specification, https://github.com/standard-webhooks/standard-webhooks.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const AT = 1_614_265_330
const body = '{"test": 2432232314}'
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(AT),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: AT * 1000 }))
afterEach(() => vi.useRealTimers())

test('reads a message that is signed with the secret, among signatures of others', async () => {
  const message = { test: 2432232314 }
  expect(await verifyWebhook({ headers, body }, SECRET)).toEqual(message)
  const several = `v1,${'A'.repeat(43)}= v1a,xyz ${headers['webhook-signature']}`
  const received = new Headers({ ...headers, 'webhook-signature': several })
  expect(await verifyWebhook({ headers: received, body }, SECRET)).toEqual(message)
})

test.each([
  ['another body', { body: '{"test": 2432232315}' }],
  ['another id', { headers: { ...headers, 'webhook-id': 'msg_x' } }],
  ['another time', { headers: { ...headers, 'webhook-timestamp': String(AT + 1) } }],
  ['no signature', { headers: { ...headers, 'webhook-signature': undefined } }],
  ['no headers', { headers: {} }],
])('refuses %s', async (_, changed) => {
  await expect(verifyWebhook({ headers, body, ...changed }, SECRET)).rejects.toThrow(WebhookError)
})

test('refuses another secret, and what is older than five minutes', async () => {
  await expect(verifyWebhook({ headers, body }, `whsec_${btoa('another')}`)).rejects.toThrow(WebhookError)
  vi.setSystemTime((AT + 299) * 1000)
  await verifyWebhook({ headers, body }, SECRET)
  vi.setSystemTime((AT + 301) * 1000)
  await expect(verifyWebhook({ headers, body }, SECRET)).rejects.toThrow('too old')
  expect(await verifyWebhook({ headers, body }, SECRET, { toleranceS: 600 })).toBeDefined()
})
