import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type LocalSupabase, startLocalSupabase } from '@salama/local-supabase'
import { openPostgres } from '@salama/local-supabase/database'
import { seedDemo } from '@salama/local-supabase/seed'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../../processes/src/postgres.mjs'
import { whatIsMissing } from '../../../processes/src/readiness.mjs'
import { readOrMakeSecrets } from '../../../processes/src/secrets.mjs'
import { serverToken } from '../../../processes/src/server-token.mjs'
import { databaseSql } from '../setup/database-sql.ts'
import { backUp, requireSpace } from './backup.ts'
import { listBackups } from './manifest.ts'
import { restore } from './restore.ts'
import { verifyReads } from './verify-reads.ts'

// An ordinary owner's service with data, its backup, and an empty cluster: as an operator meets them.

const programs = findPostgres() ?? ''
const folder = mkdtempSync(join(tmpdir(), 'salama-backup-'))
const [from, to, backups] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'backups')]
const clusters: { stop: () => void }[] = []
let first: string
let backup: string

/** A new cluster as `salama setup` leaves it. */
async function preparedCluster(): Promise<string> {
  const cluster = await startCluster(programs)
  clusters.push(cluster)
  const owner = Object.assign(new URL(cluster.url), {
    username: 'salama',
    password: 'salama',
    pathname: '/salama',
  }).href
  execFileSync(join(programs, 'psql'), ['-q', cluster.url], { input: databaseSql(owner) })
  return owner
}

const serve = (databaseUrl: string, dataDir: string): Promise<LocalSupabase> =>
  startLocalSupabase({ ...readOrMakeSecrets(dataDir), port: 0, dataDir, databaseUrl })

async function withDatabase<T>(
  url: string,
  work: (database: ReturnType<typeof openPostgres>['database']) => Promise<T>,
): Promise<T> {
  const { database } = openPostgres(url, 1)
  return work(database).finally(() => database.close())
}

beforeAll(async () => {
  first = await preparedCluster()
  const service = await serve(first, from)
  await withDatabase(first, (database) => seedDemo(database, () => {}))
  await service.close()
})
afterAll(() => {
  for (const each of clusters) each.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('is made before anybody has sent a photo, and keeps as many as it is told', async () => {
  await requireSpace({ databaseUrl: first, dataDir: from }, backups, backups)
  await backUp({ databaseUrl: first, dataDir: from }, backups, 2)
  mkdirSync(join(from, 'pictures'))
  writeFileSync(join(from, 'pictures/one'), 'a photo')
  await backUp({ databaseUrl: first, dataDir: from }, backups, 2)
  const settingsFile = join(folder, 'salama.env')
  writeFileSync(settingsFile, 'CITY=nairobi\n')
  backup = await backUp({ databaseUrl: first, dataDir: from, settingsFile }, backups, 2)
  expect(listBackups(backups)).toHaveLength(2)
  const noted = `select subject_id as name from app.audit_log where action = 'backup.made' order by id desc limit 1`
  expect(await withDatabase(first, (database) => database.query(noted))).toEqual([{ name: basename(backup) }])
})

it('comes back whole on an empty cluster, where everything that a service needs is there', {
  timeout: 180_000,
}, async () => {
  const second = await preparedCluster()
  const lines: string[] = []
  const interrupted = join(folder, 'interrupted')
  writeFileSync(interrupted, 'no folder') // so it ends between the database and its files
  await expect(restore(backup, { databaseUrl: second, dataDir: interrupted, log: () => {} })).rejects.toThrow('EEXIST')
  const manifest = await restore(backup, { databaseUrl: second, dataDir: to, log: (line) => lines.push(line) })
  expect(manifest.counts['app.routes']).toBeGreaterThan(0)
  expect(readFileSync(join(to, 'pictures/one'), 'utf8')).toBe('a photo')
  expect(readdirSync(to).toSorted()).toEqual(['pictures', 'salama.env', 'secrets.json'])
  const secrets = readOrMakeSecrets(to)
  expect(secrets).toEqual(readOrMakeSecrets(from))
  await verifyReads({ ...secrets, dataDir: to, databaseUrl: second })
  const service = await serve(second, to)
  const operator = { ...secrets, url: service.url, token: serverToken('operator', secrets) }
  expect(await whatIsMissing(operator, 'salama')).toBeUndefined()
  await service.close()
  const grants = (url: string) =>
    withDatabase(url, (database) =>
      database.query(`select p.oid::regprocedure::text as name, (select string_agg(a::text, ' ' order by a::text) from unnest(p.proacl) as a) as acl from pg_proc p
                       where p.pronamespace = 'api'::regnamespace order by 1`),
    )
  expect(await grants(second)).toEqual(await grants(first))
})

it('goes over a database with data only when told to', { timeout: 180_000 }, async () => {
  await withDatabase(first, (database) => database.exec('delete from app.incidents'))
  const target = { databaseUrl: first, dataDir: from, log: () => {} }
  await expect(restore(backup, target)).rejects.toThrow('has data of Salama already. Nothing was changed')
  await withDatabase(first, async (running) => {
    await running.query('select 1')
    await expect(restore(backup, target, { replace: true })).rejects.toThrow('stop the service first')
  })
  await restore(backup, target, { replace: true })
})

it('is refused when a file was cut', async () => {
  truncateSync(join(backup, 'database.dump'), 1000)
  const target = { databaseUrl: first, dataDir: to, log: () => {} }
  await expect(restore(backup, target, { replace: true })).rejects.toThrow('database.dump is missing or was changed')
})
