import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { openPostgres, serverFaults } from '@salama/local-supabase/database'
import { openStorage } from '@salama/local-supabase/storage'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../../processes/src/postgres.mjs'
import { databaseSql } from './database-sql.ts'

// An owner of the database who may log in and nothing else, on a new server.

const programs = findPostgres() ?? ''
let cluster: Awaited<ReturnType<typeof startCluster>>
let owner: string

beforeAll(async () => {
  cluster = await startCluster(programs)
  owner = Object.assign(new URL(cluster.url), { username: 'salama', password: `it's`, pathname: '/salama' }).href
})
afterAll(() => cluster.stop())

const psql = (sql: string) =>
  execFileSync(join(programs, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', cluster.url], { input: sql })
const open = () => openStorage({ dataDir: 'none', databaseUrl: owner, demo: false, log: () => {} })
const faults = async () => {
  const { database } = openPostgres(owner, 1)
  const found = await serverFaults(database)
  await database.close()
  return found
}

it('says everything that an administrator has to do, and changes nothing', { timeout: 60_000 }, async () => {
  psql(`create role salama login password 'it''s'; create database salama owner salama;`)
  await expect(open()).rejects.toThrow(/create role anon.*grant anon.*create extension if not exists "postgis"/s)
  const { database } = openPostgres(owner, 1)
  expect(await database.query(`select to_regnamespace('auth') as found`)).toEqual([{ found: null }])
  await database.close()
})

it('what it says mends it, as does the SQL of setup, twice', async () => {
  const mends = (await faults()).map(({ mend }) => mend)
  psql(['\\connect salama', ...mends].join('\n'))
  expect(await faults()).toEqual([])
  psql('drop database salama')
  for (const _ of ['first', 'again']) psql(databaseSql(owner))
  expect(await faults()).toEqual([])
})

it('an ordinary owner then migrates it', { timeout: 120_000 }, async () => {
  const { database } = await open()
  const [row] = await database.query('select count(*)::int as n from app.incidents')
  await database.close()
  expect(row).toEqual({ n: 0 })
})

it.each([
  ['revoke rider_server from salama', 'may not act as rider_server', 'grant rider_server to "salama";'],
  ['alter role service_role nobypassrls', 'bypass row security', 'alter role service_role bypassrls;'],
  ['alter schema extensions owner to postgres', 'does not belong', 'alter schema extensions owner to "salama";'],
])('names what is taken away: %s', async (sql, what, mend) => {
  psql(`\\connect salama\n${sql}`)
  expect(await faults()).toEqual([{ what: expect.stringContaining(what), mend }])
  psql(`\\connect salama\n${mend}`)
  expect(await faults()).toEqual([])
})
