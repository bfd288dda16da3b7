import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../processes/src/postgres.mjs'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { serverHeaders } from '../../processes/src/server-token.mjs'
import { openPostgres } from './database/index.ts'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from './index.ts'
import { seedAccounts } from './seed/accounts.ts'

// A backup of a service over DATABASE_URL, restored into a new server: pg_dump does not dump roles, so pg_restore skips
// every grant and policy that names one.

const programs = findPostgres() ?? ''
const secrets = makeSecrets()
const folder = mkdtempSync(join(tmpdir(), 'salama-restore-'))
const backup = join(folder, 'salama.dump')
const clusters: { stop: () => void }[] = []

let before: string[]

beforeAll(async () => {
  const { url: server } = await newCluster()
  await onServer(server, `create role keeper superuser login password 'keeper'; create database kept owner keeper`)
  const url = named(server, 'kept', 'keeper')
  const { database } = openPostgres(url, 1)
  const service = await start(url)
  await seedAccounts(database)
  await rename(service, 'Amina before')
  before = readGrants(url)
  await database.close()
  await service.close()
  execFileSync(join(programs, 'pg_dump'), ['--format=custom', `--file=${backup}`, url])
})
afterAll(() => {
  for (const each of clusters) each.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  ['as it is', []],
  ['with --no-owner', ['--no-owner']],
])('a backup restored %s into a new server', (_, options: string[]) => {
  let url: string
  let errors: string
  beforeAll(async () => {
    const { url: server } = await newCluster()
    await onServer(server, 'create database restored')
    url = named(server, 'restored')
    errors = restore([...options, `--dbname=${url}`, backup])
  })

  it('lacks the grants and policies of missing roles', () => {
    expect(errors).toMatch(/role "(authenticated|service_role)" does not exist/)
  })

  describe.each([
    ['the first start', 'Amina before'],
    ['the second start', 'Amina after the first start'],
  ])('after %s', (when, name) => {
    let service: LocalSupabase
    beforeAll(async () => {
      service = await start(url)
    })
    afterAll(() => service.close())

    it('lets people read and change their own data', async () => {
      expect(await nameOf(service)).toBe(name)
      await rename(service, `Amina after ${when}`)
      expect(await nameOf(service)).toBe(`Amina after ${when}`)
    })

    it('denies people what only the server may read', async () => {
      const device = { p_device: 'x'.repeat(43) }
      expect((await rpc(service, 'register_device', device)).status).toBe(403)
      expect((await rpc(service, 'register_device', device, serverHeaders('rider', secrets))).status).toBe(200)
    })
  })

  it('has every grant and policy that it had before', () => {
    expect(before.length).toBeGreaterThan(500)
    expect(readGrants(url)).toEqual(before)
  })
})

async function newCluster() {
  const cluster = await startCluster(programs)
  clusters.push(cluster)
  return cluster
}

async function onServer(url: string, sql: string): Promise<void> {
  const { database } = openPostgres(url, 1)
  for (const statement of sql.split(';')) await database.exec(statement)
  await database.close()
}

function named(server: string, database: string, role?: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  if (role) [url.username, url.password] = [role, role]
  return url.href
}

/** pg_restore continues after an error, and exits with 1. */
function restore(args: string[]): string {
  try {
    execFileSync(join(programs, 'pg_restore'), args, { stdio: 'pipe' })
    return ''
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  }
}

function start(databaseUrl: string): Promise<LocalSupabase> {
  return startLocalSupabase({ ...secrets, port: 0, dataDir: join(folder, 'data'), databaseUrl })
}

/** Policies without their conditions, which PostgreSQL brackets anew when it restores them. */
function readGrants(url: string): string[] {
  const dump = execFileSync(join(programs, 'pg_dump'), ['--schema-only', url], { encoding: 'utf8', maxBuffer: 1e8 })
  return dump
    .split('\n')
    .filter((line) => /^(GRANT|REVOKE|ALTER DEFAULT PRIVILEGES|CREATE POLICY|ALTER TABLE .* ROW LEVEL)\b/.test(line))
    .map((line) => line.replace(/ (USING|WITH CHECK) \(.*/, '').replaceAll(/\b(keeper|postgres)\b/g, 'owner'))
    .toSorted()
}

async function signIn(service: LocalSupabase): Promise<string> {
  const response = await fetch(`${service.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: PEOPLE.amina.email, password: DEMO_PASSWORD }),
  })
  return String((await response.json()).access_token)
}

/** As Amina, or with another key. */
async function rpc(service: LocalSupabase, name: string, args: unknown, headers?: Record<string, string>) {
  const response = await fetch(`${service.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-profile': 'api',
      ...(headers ?? { apikey: secrets.publishableKey, authorization: `Bearer ${await signIn(service)}` }),
    },
    body: JSON.stringify(args),
  })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

async function nameOf(service: LocalSupabase): Promise<unknown> {
  return (await rpc(service, 'get_current_user', {})).body?.displayName
}

async function rename(service: LocalSupabase, name: string): Promise<void> {
  const { status, body } = await rpc(service, 'choose_display_name', { p_display_name: name })
  if (status >= 300) throw new Error(`choose_display_name answered ${status}: ${JSON.stringify(body)}`)
}
