import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pushSettings } from '@salama/push/env.ts'
import { CAST } from '@salama/testing'
import { type Stack, startStack } from '@salama/testing/stack'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTasks } from '../src/tasks.ts'
import { workOnce } from '../src/work.ts'

// From the row of a webhook to a server on this machine.

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const received: { headers: Record<string, string>; body: string; path: string | undefined }[] = []
let answer: [number, Record<string, string>] = [204, {}]
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  received.push({ headers: request.headers as Record<string, string>, body, path: request.url })
  response.writeHead(...answer).end()
})
let stack: Stack
let url: string
const settings = { riderUrl: 'https://rider.example', push: pushSettings({}) }
const work = (privateWebhooks: boolean) => workOnce(makeTasks({ ...settings, privateWebhooks }))
/** A test of the webhook: what became of it. */
async function send(privateWebhooks = true) {
  const [made] = await stack.query<{ id: string }>(
    `with made as (insert into app.webhook_deliveries (webhook_id, created_at) select id, app.now() from app.webhooks returning id)
     select id, app.enqueue('webhook', id::text) from made`,
  )
  await work(privateWebhooks)
  const [delivery] = await stack.query<{ error: string | null; arrived: boolean }>(
    'select error, delivered_at is not null as arrived from app.webhook_deliveries where id = $1',
    [made?.id],
  )
  return { id: made?.id, ...delivery }
}

beforeAll(async () => {
  stack = await startStack({ apps: [] })
  for (const [name, value] of Object.entries(stack.env('worker'))) vi.stubEnv(name, value)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await stack.query(
    `with key as (
       insert into app.api_keys (owner_id, name, prefix, secret_hash, scopes, created_at, expires_at, request_hash)
       values ($1, 'Planner', 'abcdefghij', decode(repeat('ab', 32), 'hex'), '{incidents:read}', app.now(),
               app.now() + interval '1 day', '')
       returning id)
     insert into app.webhooks (key_id, url, secret, created_at, position) select id, $2, $3, app.now(), 0 from key`,
    [CAST.eve.id, `${url}/hook`, SECRET],
  )
})
afterAll(async () => {
  server.close()
  await stack.close()
})

test('sends a message that a Standard Webhooks library verifies, under the id of the delivery', async () => {
  const { id, ...sent } = await send()
  expect(sent).toEqual({ error: null, arrived: true })
  const [message] = received
  expect(message).toMatchObject({ path: '/hook', headers: { 'webhook-id': id } })
  expect(new Webhook(SECRET).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({ type: 'test' })
  expect(() => new Webhook(SECRET).verify(`${message?.body} `, message?.headers ?? {})).toThrow()
})

test('follows no redirect', async () => {
  answer = [307, { location: `${url}/elsewhere` }]
  expect(await send()).toMatchObject({ error: 'the server answered 307', arrived: false })
  expect(received.at(-1)?.path).toBe('/hook')
  answer = [204, {}]
})

test.each([
  'http://127.0.0.1:9',
  'https://127.0.0.1',
  'https://[::1]',
  'https://10.0.0.1',
  'https://169.254.169.254',
  'https://localhost',
])('connects to no private address: %s', async (address) => {
  const count = received.length
  await stack.query('update app.webhooks set url = $1', [address === 'http://127.0.0.1:9' ? `${url}/hook` : address])
  expect(await send(false)).toMatchObject({ error: 'the URL is not public, or not https', arrived: false })
  expect(received).toHaveLength(count)
})
