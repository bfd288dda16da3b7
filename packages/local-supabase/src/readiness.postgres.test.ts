import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../processes/src/postgres.mjs'
import { whatIsMissing, whyNotReady } from '../../processes/src/readiness.mjs'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { roleOf, SERVERS, serverToken } from '../../processes/src/server-token.mjs'
import { openPostgres } from './database/index.ts'
import { type LocalSupabase, startLocalSupabase } from './index.ts'

// What an operator is told when the role of DATABASE_URL may not take the roles of the API: a superuser made them.

const secrets = makeSecrets()
const folder = mkdtempSync(join(tmpdir(), 'salama-readiness-'))

let cluster: Awaited<ReturnType<typeof startCluster>>
let service: LocalSupabase
const onServer = async (sql: string) => {
  const { database } = openPostgres(cluster.url, 1)
  await database.exec(sql)
  await database.close()
}

beforeAll(async () => {
  cluster = await startCluster(findPostgres() ?? '')
  await onServer(`create role salama superuser login password 'salama'`)
  await onServer('create database salama owner salama')
  const url = new URL(cluster.url)
  Object.assign(url, { pathname: '/salama', username: 'salama', password: 'salama' })
  service = await startLocalSupabase({ ...secrets, port: 0, dataDir: folder, databaseUrl: url.href })
})
afterAll(async () => {
  await service.close()
  cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readiness = async () => {
  const response = await fetch(`${service.url}/readyz`)
  return response.ok ? 'ready' : whyNotReady(response)
}

const operator = () => ({ ...secrets, url: service.url, token: serverToken('operator', secrets) })
const tell = () => whatIsMissing(operator(), 'salama')
const servers = SERVERS.map(roleOf).join(', ')

it('misses nothing as a superuser', async () => {
  expect(await tell()).toBeUndefined()
})

it('names the roles that it may not take, and what gives them', async () => {
  await onServer('alter role salama nosuperuser')
  expect(await tell()).toContain(`grant anon, authenticated, service_role, ${servers} to "salama";`)
  await onServer(`grant service_role, ${servers} to salama`)
  expect(await tell()).toBe(
    'The role salama of the database may not act as anon, authenticated. An administrator of the database server ' +
      'runs: grant anon, authenticated to "salama";',
  )
  expect(await readiness()).toContain('prepared: ')
  await onServer('grant anon, authenticated to salama')
  expect(await tell()).toBeUndefined()
  expect(await readiness()).toBe('ready')
})

it('is not ready over a database that takes no writes', async () => {
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'salama'`
  await onServer(`alter database salama set default_transaction_read_only = on; ${ended}`)
  await expect.poll(readiness).toContain('prepared: ')
  await onServer(`alter database salama reset default_transaction_read_only; ${ended}`)
  await expect.poll(readiness).toBe('ready')
})
