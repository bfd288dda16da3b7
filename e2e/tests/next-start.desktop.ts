import { request as ask } from 'node:http'
import { join } from 'node:path'
import { operations } from '@salama/domain/contract'
import { differences, type Received, repeatable } from '../../apps/api/test/over-http.ts'
import { appEnv, nextCommand } from '../../packages/processes/src/app-env.mjs'
import {
  freePorts,
  nodeCommand,
  ROOT,
  type Running,
  start,
  waitUntilResponding,
} from '../../packages/processes/src/processes.mjs'
import { makeSecrets } from '../../packages/processes/src/secrets.mjs'
import { tokenOf } from '../support/api.ts'
import { stack } from '../support/env.ts'
import { expect, test } from '../support/test.ts'

// The API answers in the same way ahead of Next and from Next's routes, which have what is not in canonical form and all of it in development. Left out: the
// header RSC, for which Next redirects any path to a URL of its own.

/** What only Next adds: the request headers of its pages. */
const PAGES = ['rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch']

let next: Running
let nextUrl = ''
test.beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  const { supabase, addresses, clock, sessionSecrets } = stack()
  const secrets = { ...makeSecrets(), ...supabase }
  // A reply from memory has another ETag than the same reply of the database.
  const env = {
    ...appEnv('api', { supabaseUrl: supabase.url, secrets, addresses }),
    SESSION_SECRET: sessionSecrets.api, // signs cursors, too
    SALAMA_LIVE_FEED: 'off',
    ...clock.env,
  }
  next = start({
    name: 'next',
    cwd: join(ROOT, 'apps/api'),
    env,
    command: nodeCommand([...clock.args, ...nextCommand(port)]),
  })
  nextUrl = `http://127.0.0.1:${port}`
  await waitUntilResponding(nextUrl, next)
})
test.afterAll(() => next.stop())

type Sent = { method?: string; path: string; headers?: Record<string, string | string[]>; body?: string }

const send = (base: string, { method = 'GET', path, headers = {}, body }: Sent) =>
  new Promise<Received>((resolve, reject) => {
    const { hostname, port } = new URL(base)
    ask({ hostname, port, method, path, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      const received = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
      const vary = (received.get('vary') ?? '').toLowerCase().split(/, */)
      received.set('vary', vary.filter((name) => ![...PAGES, 'accept-encoding', ''].includes(name)).join(', '))
      resolve(repeatable({ status: response.statusCode ?? 0, headers: received, text }))
    })
      .on('error', reject)
      .end(body)
  })

async function expectSame(sent: Sent): Promise<void> {
  const [ours, theirs] = [await send(stack().addresses.api, sent), await send(nextUrl, sent)]
  expect.soft(differences(theirs, ours), JSON.stringify(sent)).toEqual([])
}

const PATHS = [
  '/api/v1',
  '/api/v1/',
  '/api/v1/health/',
  '/api/v1//health',
  '/api//v1/health',
  '/api/v1/./health',
  '/api/v1/x/../health',
  '/api/v1/%2e%2e/v1/health',
  '/api/v1/%2e/health',
  '/api/v1/he%61lth',
  '/api/v1/Health',
  '/API/v1/health',
  '/api/v1/health?',
  '/api/v1/health?ready=maybe&x=1&x=2',
  '/api/v1/health?ready=%zz',
  '/api/v1/health;a=b',
  '/api/v1/health%20',
  '/api/v1/health%2F',
  '/api/v1/health%00',
  '/api/v1/health.json',
  '/api/v1/nothing',
  '/api/v1/nothing/at/all?x=1',
  '/api/v1/vehicles/%zz',
  '/api/v1/vehicles/%ff',
  '/api/v1/vehicles/KDA%20123A',
  '/api/v1/vehicles/KDA+123A',
  '/api/v1/vehicles/a%2Fb',
  '/api/v1/vehicles/a%5Cb',
  '/api/v1/vehicles/a%252Fb',
  '/api/v1/vehicles/a%3Fb',
  '/api/v1/vehicles/a%23b',
  '/api/v1/vehicles/%F0%9F%92%A5',
  '/api/v1/vehicles/x|y',
  '/api/v1/vehicles/[id]',
  '/api/v1/vehicles/{identifier}',
  "/api/v1/vehicles/it's(a)*!~",
  '/api/v1/incidents/nearby/vote',
  '/api/v1/incidents/near%62y?lat=-1.28&lng=36.82',
  '/api/v2/health',
  '/api/v11/health',
]
const HEADERS: Record<string, string | string[]>[] = [
  { host: 'other.example:8080' },
  { host: 'a/../b' },
  { host: '[::1]:3000' },
  { authorization: ['Bearer a', 'Bearer b'] },
  { accept: ['text/html', 'application/json'] },
  { accept: 'text/html' },
  { 'x-request-id': 'a-request-id' },
  { 'x-forwarded-for': '192.0.2.1', 'x-salama-peer': '192.0.2.2' },
  { origin: 'https://eve.example' },
  { 'if-none-match': '*' },
  { traceparent: 'ff' },
  { expect: '100-continue' },
  { 'x-middleware-subrequest': 'proxy' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-1' },
]
const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

test('the path of a request', { tag: '@all' }, async () => {
  const authorization = `Bearer ${await tokenOf('amina')}`
  for (const path of PATHS)
    for (const method of ['GET', 'HEAD']) await expectSame({ method, path, headers: { authorization } })
})

test('the method and the headers of a request', { tag: '@all' }, async () => {
  for (const path of ['/api/v1/health', '/api/v1/vehicles/KDA%20123A', '/api/v1/nothing']) {
    for (const method of METHODS) await expectSame({ method, path })
    for (const headers of HEADERS) await expectSame({ path, headers })
  }
})

test('the body of a request', { tag: '@all' }, async () => {
  const json = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('amina')}` }
  const path = '/api/v1/reports'
  for (const body of ['', '{', '{}', 'null', '\ufeff{}', `{"note":"${'x'.repeat(70_000)}"}`]) {
    await expectSame({ method: 'POST', path, headers: json, body })
    await expectSame({ method: 'PUT', path, headers: json, body })
    await expectSame({ method: 'POST', path, headers: { ...json, 'content-encoding': 'gzip' }, body })
    await expectSame({ method: 'POST', path, headers: { ...json, 'content-type': 'text/plain' }, body })
  }
})

test('every operation, read with and without access', { tag: '@all' }, async () => {
  const tokens = [undefined, await tokenOf('amina'), await tokenOf('dalmas')]
  for (const op of operations) {
    const query = new URLSearchParams(Object.entries(op.examples.query ?? {}).map(([k, v]) => [k, String(v)]))
    const path = `${op.path.replace(/\{(\w+)\}/g, (_, name) => String(op.examples.params?.[name]))}?${query}`
    for (const token of op.method === 'get' ? tokens : tokens.slice(0, 1)) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      await expectSame({ method: op.method.toUpperCase(), path, headers })
    }
    await expectSame({ method: 'OPTIONS', path, headers: { origin: 'https://eve.example' } })
  }
})
