import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { appCommand, appEnv } from '../../scripts/lib/app-env.mjs'
import { freePorts, nodePath, ROOT, type Running, start, waitUntilResponding } from '../../scripts/lib/processes.mjs'
import { startRedis } from '../../scripts/lib/redis.mjs'
import { makeSecrets } from '../../scripts/lib/secrets.mjs'
import { tokenOf } from '../support/api.ts'
import { stack } from '../support/env.ts'
import { startRoundRobinProxy } from '../support/round-robin-proxy.ts'
import { expect, test } from '../support/test.ts'

// The API on more than one machine: two processes that share a database and a Redis, behind a proxy.

const PLACE = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }
const ends: (() => unknown)[] = []
let processes: Running[] = []
let urls: string[] = []
let proxy = ''

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const redis = await startRedis()
  ends.push(redis.stop)
  const { supabase, addresses } = stack()
  const secrets = { ...makeSecrets(), ...supabase }
  const env = {
    ...appEnv('api', { supabaseUrl: supabase.url, secrets, addresses }),
    SALAMA_LIVE_FEED: 'on',
    RATE_LIMIT_STORE: redis.url,
    TRUST_PROXY: '1',
  }
  const ports = await freePorts(2)
  processes = ports.map((port) =>
    start({ name: 'api', cwd: join(ROOT, 'apps/api'), env, command: [nodePath(), ...appCommand('api', port)] }),
  )
  ends.push(...processes.map(({ stop }) => stop))
  urls = ports.map((port) => `http://127.0.0.1:${port}`)
  await Promise.all(urls.map((url, index) => waitUntilResponding(`${url}/api/v1/health`, processes[index])))
  const { url, close } = await startRoundRobinProxy(ports)
  ends.push(close)
  proxy = url
})
test.afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const read = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } })

const report = (url: string, token: string, id: string) =>
  fetch(`${url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, category: 'hazard', injury: 'none', place: PLACE }),
  })

test('shares limits, shows a report everywhere, and loses nothing when a process is killed', async ({ control }) => {
  test.setTimeout(180_000)
  const tokens = await Promise.all((['amina', 'baraka', 'eve', 'chebet'] as const).map(tokenOf))
  const [amina = '', baraka = ''] = tokens
  const [first = '', second = ''] = urls

  await test.step('a report at one process is in the memory of the other within two seconds', async () => {
    const idsAtSecond = async () => {
      const { data }: { data: { id: string }[] } = await (await read(`${second}/api/v1/incidents`, baraka)).json()
      return data.map(({ id }) => id)
    }
    // The first read starts to load the copy.
    for (let count = 0; count < 10; count += 1) await idsAtSecond().then(() => sleep(200))
    const received = await report(first, amina, randomUUID())
    expect(received.status).toBe(201)
    const { incidentId } = await received.json()
    await expect.poll(idsAtSecond, { timeout: 2_000, intervals: [50] }).toContain(incidentId)
    // The copy follows the numbered changes, of which this is none.
    await control.query('delete from app.incident_feed where incident_id = $1', [incidentId])
    expect(await idsAtSecond()).toContain(incidentId)
  })

  await test.step('a limit holds across both processes', async () => {
    const served: (string | null)[] = []
    const statuses: number[] = []
    for (let count = 0; count < 64; count += 1) {
      const response = await read(`${proxy}/api/v1/search?q=Koja`, amina)
      statuses.push(response.status)
      served.push(response.headers.get('x-served-by'))
    }
    expect(new Set(served).size).toBe(2)
    expect(statuses.map((status) => status === 200).lastIndexOf(true)).toBe(59)
    expect(statuses.slice(60)).toEqual([429, 429, 429, 429])
  })

  await test.step('a killed process loses no report, and doubles none', async () => {
    const ids = tokens.flatMap((token) => Array.from({ length: 4 }, () => ({ token, id: randomUUID() })))
    let isKilled = false
    const deliver = async ({ token, id }: { token: string; id: string }): Promise<void> => {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const status = await report(proxy, token, id).then((response) => response.status)
        if (status === 200 || status === 201) return
        expect([502, 503]).toContain(status)
        await sleep(100)
      }
      throw new Error(`The report ${id} was not received`)
    }
    await Promise.all([
      ...ids.map(deliver),
      sleep(60).then(() => {
        process.kill(processes[0]?.pid() ?? 0, 'SIGKILL')
        isKilled = true
      }),
    ])
    expect(isKilled).toBe(true)
    await expect(fetch(`${first}/api/v1/health`)).rejects.toThrow()
    const stored = await control.query<{ id: string }>('select id from app.reports where id = any($1)', [
      ids.map(({ id }) => id),
    ])
    expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.map(({ id }) => id).toSorted())
    for (const token of tokens) expect((await read(`${proxy}/api/v1/incidents`, token)).status).toBe(200)
    expect((await read(`${proxy}/api/v1/search?q=Koja`, amina)).status).toBe(429)
  })
})
