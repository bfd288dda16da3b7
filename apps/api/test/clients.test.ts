import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { seedStory } from '@salama/local-supabase/story'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../packages/processes/src/processes.mjs'
import { uses } from '../src/home/samples.ts'
import { type Api, openApi } from './api.ts'

// What the READMEs of the clients and the examples show, run as another developer runs it, against the routes.

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'packages/client')
const PYTHON = join(ROOT, 'clients/python')
const run = promisify(execFile)

let api: Api
let folder: string
let env: Record<string, string> & { NODE_ENV: 'production' }
let keyId: string
beforeAll(async () => {
  await run('python3', ['--version']).catch(() => {
    throw new Error('These tests run the Python client: install Python 3.11 or newer as python3.')
  })
  folder = mkdtempSync(join(tmpdir(), 'clients-'))
  api = await openApi({ settings: { SERVICE_ALERTS_CERTAINTY: 'unverified' } })
  await seedStory(api.stack)
  const [stop] = (await (await api.call('GET', '/api/v1/search?q=koja&types=stop', { as: 'eve' })).json()).data
  const report = { id: randomUUID(), category: 'hazard', place: { stopId: stop.id } }
  expect((await api.call('POST', '/api/v1/reports', { as: 'baraka', body: report })).status).toBe(201)
  const scopes = ['incidents:read', 'routes:read']
  const body = { name: 'Fleet monitor', scopes, expiresInDays: 1, acceptsTerms: true }
  const { id, key } = await (await api.call('POST', '/api/v1/api-keys', { as: 'amina', body })).json()
  keyId = id
  env = {
    NODE_ENV: 'production',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    PYTHONPATH: PYTHON,
    PYTHONDONTWRITEBYTECODE: '1',
    SALAMA_URL: api.url,
    SALAMA_KEY: key,
    SALAMA_TOKEN: await api.tokenOf('amina'),
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await api?.close()
})

/** The programs of a README by their names, which their first lines tell. */
const programsOf = (readme: string) =>
  new Map(
    [...readFileSync(readme, 'utf8').matchAll(/^```(?:js|ts|python)\n((?:\/\/|#) (\S+)\n[\s\S]*?)^```/gm)].map(
      ([, program = '', name = '']) => [name, program],
    ),
  )
const programs = new Map([...programsOf(join(CLIENT, 'README.md')), ...programsOf(join(PYTHON, 'README.md'))])

/** Where a program of a README is, away from everything else. */
function written(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, programs.get(name) ?? '')
  return path
}

/** As after `npm install`, but from the source: Node.js takes the types off. */
const RESOLVE = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) =>
  next(name === '@salama/client' ? ${JSON.stringify(`file://${CLIENT}/src/index.ts`)} : name, context) })`)}`

const commandOf = (path: string): [string, string[]] =>
  path.endsWith('.py') ? ['python3', [path]] : [process.execPath, ['--import', RESOLVE, path]]
const outputOf = async (path: string, ...args: string[]) => {
  const [command, own] = commandOf(path)
  return (await run(command, [...own, ...args], { env })).stdout
}

/** Starts a program that serves, and stops it after `use`. */
async function serving(path: string, more: object, use: (url: string, child: ChildProcess) => Promise<unknown>) {
  const [port = 0] = await freePorts(1)
  const [command, args] = commandOf(path)
  const child = spawn(command, args, {
    env: { ...env, PORT: String(port), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = text(child.stdout)
  try {
    await use(`http://127.0.0.1:${port}`, child)
  } finally {
    child.kill()
  }
  return output
}

const NEAR = /^[1-9]\d* incidents near Koja\n[a-z_]+ \d+$/m
const ALL = /^[1-9]\d* incidents$/m
test.each([
  ['first-call.mjs', NEAR],
  ['first_call.py', NEAR],
  ['stops.mjs', /Koja \w+/],
  ['stops.py', /Koja \w+/],
  ['copy.mjs', ALL],
  ['copy_of_all.py', ALL],
  ['report.mts', /^\w+\n$/],
  ['report.py', /^\w+\n$/],
])('%s of a README runs', async (name, printed) => {
  expect(await outputOf(written(name))).toMatch(printed)
})

test.each(['webhook.mjs', 'webhook.py'])('%s of a README takes what is signed and nothing else', async (name) => {
  const secret = Buffer.from('the secret of this webhook')
  const body = JSON.stringify({ type: 'incident.gone', data: { incidentId: 'a1' } })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`m1.${at}.${body}`).digest('base64')
  const signed = { 'webhook-id': 'm1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
  const own = { SALAMA_WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` }
  const output = await serving(written(name), own, async (url) => {
    const send = async (headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', headers, body }).catch(() => null))?.status
    await expect.poll(() => send({})).toBe(400)
    expect(await send(signed)).toBe(204)
    expect(await send({ ...signed, 'webhook-id': 'm2' })).toBe(400)
  })
  expect(output).toBe('incident.gone a1\n')
})

test('the dashboard of the examples shows what is live', async () => {
  const live = await (await api.call('GET', '/api/v1/incidents?limit=100', { as: 'eve' })).json()
  await serving(join(ROOT, 'examples/dashboard.mjs'), {}, async (url) => {
    const page = async () => (await fetch(url).catch(() => null))?.text()
    await expect.poll(page).toContain(`<h1>${live.data.length} incidents now</h1>`)
    expect(await page()).toMatch(/<td>hazard<\/td><td>[^<]*Koja/)
  })
})

test('the alert printer of the examples prints alerts of the routes that are asked for', async () => {
  const path = join(ROOT, 'examples/alerts.py')
  const [line = ''] = (await outputOf(path))
    .trim()
    .split('\n')
    .filter((each) => / - \w/.test(each))
  const [route = ''] = line.split(' - ').at(-1)?.split(', ') ?? []
  expect([line.length > 5, route.length > 0]).toEqual([true, true])
  expect((await outputOf(path, route)).split('\n')).toContain(line)
  expect(await outputOf(path, 'no such route')).toBe('')
})

const ANSWERS: Record<string, RegExp> = {
  alerts: /^$/, // in a file
  map: /^{"type":"FeatureCollection"/,
  history: /^{"data":\[/,
  counts: /^{"data":\[/,
  copy: /^{"data":\[{"version":\d+/,
  stream: /^retry: 3000\n\nid: \S+\ndata: {"version":\d+/,
  push: /^{"id":.*"secret":"whsec_/,
}
test.each(Object.entries(ANSWERS))('the request for %s on the developers’ home is answered', async (name, answer) => {
  const { curl = '' } = uses(api.url, Date.now()).find(({ key }) => key === name) ?? {}
  const own = { ...env, KEY_ID: keyId }
  const shell = curl
    .replace(/^KEY_ID=.*\n/, '')
    .replace('curl ', 'curl --silent --show-error --fail-with-body ')
    .replace('=600', '=0')
  const { stdout } = await run('bash', ['-c', shell], { env: own, cwd: folder })
  expect(stdout).toMatch(answer)
  if (name === 'alerts') expect(readFileSync(join(folder, 'alerts.pb')).length).toBeGreaterThan(50)
})

test('every request of the developers’ home is tried here', () => {
  expect(uses(api.url, Date.now()).map(({ key }) => key)).toEqual(Object.keys(ANSWERS))
})

test('every program of the READMEs runs here', () => {
  expect([...programs.keys()].toSorted()).toEqual(
    ['copy.mjs', 'copy_of_all.py', 'first-call.mjs', 'first_call.py', 'report.mts', 'report.py', 'stops.mjs']
      .concat('stops.py', 'webhook.mjs', 'webhook.py')
      .toSorted(),
  )
})

test('the TypeScript of the client’s README compiles', async () => {
  await run(process.execPath, [join(CLIENT, 'scripts/generate.ts')])
  const compilerOptions = {
    paths: { '@salama/client': [join(CLIENT, 'src/index.ts')] },
    typeRoots: [join(CLIENT, 'node_modules/@types'), join(ROOT, 'node_modules/@types')],
  }
  const config = { extends: join(CLIENT, 'tsconfig.json'), compilerOptions, include: [written('report.mts')] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder])
})
