import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { signIn } from '@salama/testing'
import { type Stack, startStack } from '@salama/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  freePorts,
  nodeCommand,
  type Running,
  start,
  waitUntilResponding,
} from '../../../packages/processes/src/processes.mjs'
import { startRedis } from '../../../packages/processes/src/redis.mjs'
import { startRoundRobinProxy } from './round-robin-proxy.ts'

// The API on more than one machine: two processes that share a database and a Redis, behind a proxy.

const PLACE = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }
const ends: (() => unknown)[] = []
let stack: Stack
let processes: Running[] = []
let first = ''
let second = ''
let proxy = ''
let tokens: string[] = []

beforeAll(async () => {
  stack = await startStack({ apps: [], liveFeed: true })
  ends.push(stack.close)
  const redis = await startRedis()
  ends.push(redis.stop)
  const env = { ...stack.env('api'), RATE_LIMIT_STORE: redis.url, TRUST_PROXY: '1', LOG_LEVEL: 'warn' }
  const ports = await freePorts(2)
  const script = join(import.meta.dirname, 'server-process.ts')
  processes = ports.map((port) => start({ name: 'api', env, command: nodeCommand([script, String(port)]) }))
  ends.push(...processes.map(({ stop }) => stop))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  await Promise.all(urls.map((url, index) => waitUntilResponding(`${url}/api/v1/health`, processes[index])))
  ;[first = '', second = ''] = urls
  const { url, close } = await startRoundRobinProxy(ports)
  ends.push(close)
  proxy = url
  const people = ['amina', 'baraka', 'eve', 'chebet'] as const
  tokens = await Promise.all(people.map(async (person) => (await signIn(stack.supabase, person)).accessToken))
})
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const read = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } })

const report = (url: string, token: string, id: string) =>
  fetch(`${url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, category: 'hazard', injury: 'none', place: PLACE }),
  })

test('shows a report at one process from the memory of the other ', async () => {
  const [amina = '', baraka = ''] = tokens
  const idsAtSecond = async () => {
    const { data }: { data: { id: string }[] } = await (await read(`${second}/api/v1/incidents`, baraka)).json()
    return data.map(({ id }) => id)
  }
  await expect.poll(async () => (await fetch(`${second}/copy`)).text()).toBe('loaded')
  await idsAtSecond() // From the database, which so admits Baraka to what is in memory for some seconds.
  const received = await report(first, amina, randomUUID())
  expect(received.status).toBe(201)
  const { incidentId } = await received.json()
  await expect.poll(idsAtSecond).toContain(incidentId)
  // The copy follows the numbered changes, of which this is none. Now and then a read asks the database who may read.
  await stack.query('delete from app.incident_feed where incident_id = $1', [incidentId])
  await expect.poll(idsAtSecond).toContain(incidentId)
})

test('counts the requests to both processes together', async () => {
  const [amina = ''] = tokens
  const replies: Response[] = []
  for (let count = 0; count < 64; count += 1) replies.push(await read(`${proxy}/api/v1/search?q=Koja`, amina))
  expect(new Set(replies.map(({ headers }) => headers.get('x-served-by'))).size).toBe(2)
  expect(replies.map(({ status }) => status)).toEqual([...Array(60).fill(200), ...Array(4).fill(429)])
})

test('loses no report and no count when a process is killed, and doubles none', async () => {
  const sent = tokens.flatMap((token) => Array.from({ length: 4 }, () => ({ token, id: randomUUID() })))
  const statuses = new Set<number>()
  const deliver = ({ token, id }: { token: string; id: string }) => {
    const send = async () => {
      const { status } = await report(proxy, token, id)
      statuses.add(status)
      return status === 200 || status === 201
    }
    return expect.poll(send).toBe(true)
  }
  const kill = () => process.kill(-(processes[0]?.pid() ?? 0), 'SIGKILL')
  const deliveries = sent.map(deliver)
  // In the middle of it: at least one has arrived, and the others are under way.
  await Promise.race(deliveries)
  kill()
  await Promise.all(deliveries)
  expect([200, 201, 502, 503]).toEqual(expect.arrayContaining([...statuses]))
  await expect(fetch(`${first}/api/v1/health`)).rejects.toThrow()
  const ids = sent.map(({ id }) => id)
  const stored = await stack.query<{ id: string }>('select id from app.reports where id = any($1)', [ids])
  expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  for (const token of tokens) expect((await read(`${proxy}/api/v1/incidents`, token)).status).toBe(200)
  const [amina = ''] = tokens
  expect((await read(`${proxy}/api/v1/search?q=Koja`, amina)).status).toBe(429)
})
