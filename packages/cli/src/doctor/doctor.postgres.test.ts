import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@salama/local-supabase/database'
import { seedDemo } from '@salama/local-supabase/seed'
import { openStorage } from '@salama/local-supabase/storage'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { findPostgres, startCluster } from '../../../processes/src/postgres.mjs'
import { freePorts } from '../../../processes/src/processes.mjs'
import { databaseSql } from '../setup/database-sql.ts'
import { checkDatabase } from './check-database.ts'
import { checkAddresses, checkApps, checkAuth, checkFiles, checkMail } from './check-machine.ts'
import type { Finding } from './finding.ts'

const programs = findPostgres() ?? ''
let cluster: Awaited<ReturnType<typeof startCluster>>
let owner: string

beforeAll(async () => {
  cluster = await startCluster(programs)
  owner = Object.assign(new URL(cluster.url), { username: 'salama', password: 'salama', pathname: '/salama' }).href
  psql(databaseSql(owner))
})
afterAll(() => cluster.stop())

const psql = (input: string) =>
  execFileSync(join(programs, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', cluster.url], {
    input,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
const states = (found: Finding[]) => found.filter(({ state }) => state !== 'ok')

it('follows a database from empty to whole, and names what is taken from it', { timeout: 120_000 }, async () => {
  expect(states(await checkDatabase(owner))).toEqual([
    expect.objectContaining({ state: 'warning', about: 'migrations' }),
  ])
  const { database } = await openStorage({ dataDir: 'none', databaseUrl: owner, demo: false, log: () => {} })
  onTestFinished(() => database.close())
  expect(states(await checkDatabase(owner))).toEqual([])

  psql('\\connect salama\nalter table app.corridors rename to c; revoke worker_server from salama')
  const grant = { mend: 'grant worker_server to "salama";' }
  expect(states(await checkDatabase(owner))).toEqual([expect.objectContaining(grant)])
  psql('\\connect salama\ngrant worker_server to salama')
  const lost = { about: 'schema', what: expect.stringContaining('app.corridors') }
  expect(states(await checkDatabase(owner))).toEqual([expect.objectContaining(lost)])
  psql('\\connect salama\nalter table app.c rename to corridors')

  await seedDemo(database)
  const demo = { about: 'accounts', what: expect.stringContaining('dalmas@salama.test') }
  expect(states(await checkDatabase(owner))).toEqual([expect.objectContaining(demo)])
})

it('says that a server is away', async () => {
  const { database } = openPostgres(cluster.url, 1)
  await database.close()
  const [port = 0] = await freePorts(1)
  const found = await checkDatabase(`postgres://salama:salama@127.0.0.1:${port}/salama`)
  expect(found).toEqual([expect.objectContaining({ state: 'fault', what: expect.stringContaining('ECONNREFUSED') })])
})

const settings = (more: Partial<Parameters<typeof checkAddresses>[0]> = {}) => ({
  SALAMA_RIDER_URL: 'https://salama.example.org',
  SALAMA_API_URL: 'https://api.salama.example.org',
  SALAMA_SURVEYOR_URL: 'https://surveyor.salama.example.org',
  SALAMA_LEARNING_URL: 'https://learning.salama.example.org',
  SALAMA_ADMIN_URL: 'https://admin.salama.example.org',
  SALAMA_AUTH_URL: 'https://api.salama.example.org',
  TRUST_PROXY: 1,
  PORT_BASE: 3000,
  SUPABASE_PORT: 54321,
  ...more,
})

it.each([
  [{}, []],
  [{ SALAMA_API_URL: 'http://api.salama.example.org' }, ['addresses']],
  [{ SALAMA_API_URL: 'https://salama.example.org' }, ['addresses']],
  [{ TRUST_PROXY: 0 }, ['proxies']],
  [{ SALAMA_AUTH_URL: undefined }, ['auth']],
  [{ SALAMA_API_URL: 'https://api .example.org', SALAMA_ADMIN_URL: 'admin' }, ['addresses', 'addresses']],
])('of addresses with %j it finds %j', (more, about) => {
  expect(states(checkAddresses(settings(more))).map((each) => each.about)).toEqual(about)
})

it('asks the mail server, and says why it takes no mail', async () => {
  expect(await checkMail({}, true)).toMatchObject({ state: 'fault', mend: 'SMTP_HOST and SMTP_FROM' })
  const server = createServer((socket) => socket.end('554 no\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const smtp = { host: '127.0.0.1', port, user: '', pass: '', from: 'salama@example.org' }
  expect(await checkMail({ smtp }, true)).toMatchObject({ state: 'fault', what: expect.stringContaining('554') })
})

it('asks whether the proxy passes Auth on', async () => {
  const server = createHttpServer((request, response) =>
    response.end(request.url === '/auth/v1/.well-known/jwks.json' ? '{"keys":[]}' : '{}'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  expect(await checkAuth(url)).toMatchObject({ state: 'ok' })
  expect(await checkAuth(`${url}/not-there`)).toMatchObject({
    state: 'fault',
    mend: expect.stringContaining('/auth/v1'),
  })
  const [port = 0] = await freePorts(1)
  expect((await checkAuth(`http://127.0.0.1:${port}`)).what).toContain('ECONNREFUSED')
})

it('finds apps that do not run, files that others can read, and backups that are old', async () => {
  const [base = 0] = await freePorts(1)
  const away = await checkApps({ ...settings(), SALAMA_RIDER_URL: undefined, PORT_BASE: base })
  const mends = away.map(({ mend }) => mend)
  expect(mends).toEqual(expect.arrayContaining(['systemctl start salama@rider', 'systemctl start salama@worker']))
  const folder = mkdtempSync(join(tmpdir(), 'salama-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = join(folder, 'secrets.json')
  writeFileSync(secrets, '{}')
  chmodSync(secrets, 0o644)
  const old = join(folder, 'backups/2026-01-01T02-30-00-000Z')
  mkdirSync(old, { recursive: true })
  writeFileSync(join(old, 'manifest.json'), '{}')
  expect(states(await checkFiles(folder, join(folder, 'backups'), [secrets])).map(({ what }) => what)).toEqual([
    `others can read ${secrets}`,
    'the last is 2026-01-01T02-30-00-000Z',
  ])
})
