import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { openPostgres } from '@salama/local-supabase/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../processes/src/postgres.mjs'
import { childEnv, freePorts, nodePath, ROOT } from '../../processes/src/processes.mjs'
import { readOrMakeSecrets } from '../../processes/src/secrets.mjs'
import { serverToken } from '../../processes/src/server-token.mjs'
import { callService } from '../../processes/src/service-call.mjs'
import { linkPackages } from './test/link-packages.ts'

// What docs/running.md tells an operator to do, by the commands of a clone: from an empty server with an ordinary owner to an
// upgrade and back. No app is built: Supabase runs, and servers that are always ready stand for the other processes.

const programs = findPostgres() ?? ''
const folder = mkdtempSync(join(tmpdir(), 'salama-rehearsal-'))
const clone = join(folder, 'clone')
const backups = join(folder, 'backups')
const clusters: { stop: () => void }[] = []
const apps: Server[] = []
const LINK = join(import.meta.dirname, 'test/link-packages.ts')
let supabasePort = 0
let portBase = 0
/** Settings as systemd reads them from the file of `salama setup`. */
let settings: NodeJS.Dict<string> = {}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: clone,
    encoding: 'utf8',
  })

beforeAll(async () => {
  supabasePort = (await freePorts(1))[0] ?? 0
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter((each) => existsSync(join(ROOT, each)) && each !== ''))
    cpSync(join(ROOT, file), join(clone, file))
  linkPackages(ROOT, clone)
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'the first release')
  git('tag', 'first')
  const migration = join(clone, 'supabase/migrations/20990101000000_rehearsal.sql')
  writeFileSync(migration, 'create table app.rehearsals (id int primary key);\n')
  git('add', '-A')
  git('commit', '-qm', 'the second release')
  git('tag', 'second')
  git('checkout', '-q', 'first')
  mkdirSync(join(folder, 'bin'))
  const link = `import(${JSON.stringify(LINK)}).then((test) => test.linkPackages(${JSON.stringify(ROOT)}, process.cwd()))`
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n[ "$1" != ci ] || exec node -e '${link}'\n`, { mode: 0o755 })
  const npx = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n'
  writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 })
  portBase = await startApps()
}, 60_000)
afterAll(() => {
  for (const each of apps) each.close()
  for (const each of clusters) each.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** On six ports in a row. */
async function startApps(): Promise<number> {
  const [base = 0] = await freePorts(1)
  for (const port of [0, 1, 2, 3, 4, 5].map((more) => base + more)) {
    const app = createServer((_, response) => response.end())
    apps.push(app.listen(port, '127.0.0.1'))
    await once(app, 'listening')
  }
  return base
}

const environment = () => ({
  NODE_ENV: 'production' as const,
  PATH: `${join(folder, 'bin')}:${childEnv().PATH}`,
  SUPABASE_PORT: String(supabasePort),
  PORT_BASE: String(portBase),
  ...settings,
})

/** A command as it is typed in the clone. */
const salama = async (args: string[], env: NodeJS.Dict<string> = {}) => {
  const command = ['packages/cli/src/main.ts', ...args]
  return (await promisify(execFile)(nodePath(), command, { cwd: clone, env: { ...environment(), ...env } })).stdout
}

/** A new server, on which an administrator runs what `salama setup` wrote. */
async function preparedServer(): Promise<string> {
  const cluster = await startCluster(programs)
  clusters.push(cluster)
  const owner = { username: 'salama', password: 'salama', pathname: '/salama' }
  const url = Object.assign(new URL(cluster.url), owner).href
  const mail = ['--mail-from', 'salama@example.org', '--smtp-host', 'mail.example.org']
  const into = [
    '--backups',
    backups,
    '--into',
    join(folder, 'deploy'),
    '--data',
    join(folder, `data-${clusters.length}`),
  ]
  await salama(['setup', '--domain', 'salama.example.org', '--city', 'nairobi', ...mail, ...into], {
    DATABASE_URL: url,
  })
  settings = parseEnv(readFileSync(join(clone, 'salama.env'), 'utf8'))
  const sql = readFileSync(join(folder, 'deploy/database.sql'))
  execFileSync(join(programs, 'psql'), ['-q', cluster.url], { input: sql, stdio: ['pipe', 'ignore', 'inherit'] })
  return url
}

/** While the service runs, as a unit of systemd starts it. */
async function running<T>(work: () => Promise<T>): Promise<T> {
  const args = ['scripts/start.mjs', '--only', 'supabase']
  const child = spawn(nodePath(), args, { cwd: clone, env: environment(), stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const ready = () =>
      fetch(`http://127.0.0.1:${supabasePort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ) // not yet
    await expect.poll(ready, { timeout: 60_000 }).toBe(true)
    return await work()
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

const callRider = async (name: string, args: object) => {
  const secrets = readOrMakeSecrets(settings.DATA_DIR ?? '')
  const token = serverToken('rider', secrets)
  return callService(
    { url: `http://127.0.0.1:${supabasePort}`, publishableKey: secrets.publishableKey, token },
    name,
    args,
  )
}

/** As a phone without an account, through the riders' server. */
async function report() {
  const p_device = randomBytes(32).toString('base64url')
  await callRider('register_device', { p_device })
  const place = { p_lat: -1.2812, p_lng: 36.8226, p_accuracy_m: 20 }
  const args = { p_id: randomUUID(), p_category: 'hazard', ...place, p_device, p_networks: ['one'] }
  const { status, body } = await callRider('submit_incident_report_without_vehicle', args)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

async function rows(url: string): Promise<{ reports: number; rehearsals: boolean; routes: boolean }> {
  const { database } = openPostgres(url, 1)
  const [row] = await database
    .query<{ reports: number; rehearsals: boolean; routes: boolean }>(
      `select (select count(*) from app.reports)::int as reports, exists (select from app.routes) as routes,
              to_regclass('app.rehearsals') is not null as rehearsals`,
    )
    .finally(() => database.close())
  if (!row) throw new Error('no row')
  return row
}

it('sets up, reports, backs up, restores on an empty server, upgrades, and goes back', {
  timeout: 480_000,
}, async () => {
  const first = await preparedServer()
  await running(async () => {
    await salama(['import', '--feed', 'nairobi'])
    await report()
    expect(await salama(['backup'])).toContain('Backed up into')
  })

  const second = await preparedServer()
  const [backup = ''] = readdirSync(backups)
  expect(await salama(['restore', join(backups, backup)])).toContain(
    'all rows are there, and each kind of page can be read',
  )
  expect(await rows(second)).toEqual(await rows(first))

  // As one that is told to end meanwhile: it goes on.
  await salama(['upgrade', '--to', 'second', '--service', 'kill -TERM $PPID; true'])
  await running(report)
  expect(await rows(second)).toEqual({ reports: 2, routes: true, rehearsals: true })

  await salama(['upgrade', '--back', '--service', 'true'])
  expect(await rows(second)).toEqual({ reports: 1, routes: true, rehearsals: false })
  await running(async () => {
    const nearby = { p_lat: -1.2812, p_lng: 36.8226 }
    const { status, body } = await callRider('get_incident_feed_nearby', nearby)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('"hazard"')])
    await report()
  })
})
