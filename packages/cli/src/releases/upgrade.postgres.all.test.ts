import { randomUUID } from 'node:crypto'
import { loadCity } from '@salama/domain/city-files'
import objects from '@salama/domain/database-objects' with { type: 'json' }
import { READS } from '@salama/domain/health'
import type { Rpc } from '@salama/domain/server-rpc'
import { callAs, type Database, openPglite, openPostgres, prepare, RpcError } from '@salama/local-supabase/database'
import { type Migration, migrate, readMigrations } from '@salama/local-supabase/migrations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster } from '../../../processes/src/postgres.mjs'
import { requirePostgres } from '../../../processes/src/test-postgres.mjs'
import { countRows } from '../backup/manifest.ts'
import { describeDatabase, differences } from './catalogue.ts'
import { dumpRelease } from './dump.ts'
import { changedSince, type Release, readReleases, restoreRelease } from './releases.ts'

// The data of each release gets every later migration, on both engines, and is compared with a new database.

/** Invented, so that there is always something to apply: what most migrations do. */
const MADE_UP = [
  `alter table app.reports add column made_up text;
   alter table app.reports alter column made_up set default 'x';
   create or replace function app.page_size(p_limit int) returns int language sql immutable set search_path = ''
     as 'select 20';`,
  'drop index concurrently if exists app.made_up_index;\ncreate index concurrently made_up_index on app.reports (made_up);',
].map((sql, index): Migration => ({ version: `2999010100000${index}`, name: 'made_up', checksum: sql, sql }))

const all = [...readMigrations(), ...MADE_UP]
/** Before the first release the data of today: they are restored and migrated all the same. */
const releases: Release[] = readReleases()
if (releases.length === 0) releases.push(await dumpRelease('today'))

let cluster: Awaited<ReturnType<typeof startCluster>>
beforeAll(async () => {
  cluster = await startCluster(requirePostgres())
})
afterAll(() => cluster.stop())

let made = 0
const engines: Record<string, () => Promise<Database>> = {
  PGlite: async () => (await openPglite()).database,
  PostgreSQL: async () => {
    const name = `upgrade_${made++}`
    const server = openPostgres(cluster.url).database
    await server.exec(`create database ${name}`)
    await server.close()
    return openPostgres(Object.assign(new URL(cluster.url), { pathname: name }).href).database
  },
}

const rpcAs =
  (database: Database, role: string): Rpc =>
  (name, args) =>
    database.transaction((tx) => callAs(tx, { role }, name, args))

it('has no released migration that changed since', () => {
  expect(changedSince(releases, all)).toEqual([])
})

describe.each(Object.keys(engines))('on %s', (engine) => {
  describe.each(releases)('the data of $name', (release) => {
    let old: Database
    let young: Database
    let before: Record<string, number>
    let after: Record<string, number>
    let added: (table: string) => number
    const open = async () => (await engines[engine]?.()) ?? expect.fail()

    beforeAll(async () => {
      old = await open()
      await restoreRelease(old, release)
      before = await countRows(old)
      await migrate(old, all)
      after = await countRows(old)
      young = await open()
      await prepare(young)
      await migrate(
        young,
        all.filter(({ version }) => release.migrations.has(version)),
      )
      const then = await countRows(young)
      await migrate(young, all)
      const now = await countRows(young)
      for (const each of [old, young]) await loadCity(rpcAs(each, 'operator_server'))
      added = (table) => (now[table] ?? 0) - (then[table] ?? 0)
    })
    afterAll(() => Promise.all([old.close(), young.close()]))

    it('has rows in every table, and after all migrations as many, with those that migrations add', async () => {
      expect(Object.entries(before).filter(([table, rows]) => table.startsWith('app.') && rows === 0)).toEqual([])
      for (const [table, rows] of Object.entries(before))
        expect([table, after[table]]).toEqual([table, rows + added(table)])
    })

    it('has the tables, functions, grants and indices of a new database', async () => {
      const [schemas, migrations] = [await describeDatabase(young), await describeDatabase(old)]
      expect(schemas.size).toBeGreaterThan(1000)
      expect(differences(schemas, migrations)).toEqual([])
    })

    it('lacks nothing of what a service needs, and answers each kind of read', async () => {
      const ask = rpcAs(old, 'rider_server')
      expect(await ask('list_missing', { p_expected: objects })).toEqual([])
      for (const [, read] of READS)
        await read(ask).catch((error: unknown) => {
          if (!(error instanceof RpcError) || error.slug === undefined) throw error
        })
    })

    it('takes a report of a phone that it has not seen', async () => {
      const ask = rpcAs(old, 'rider_server')
      const p_device = 'x'.repeat(43)
      await ask('register_device', { p_device })
      const [place] = await old.query<{ lat: number; lng: number }>(
        'select lat, lng from app.points_of_interest where app.service_area_at(lat, lng) is not null limit 1',
      )
      const p_id = randomUUID()
      const sent = { p_lat: place?.lat, p_lng: place?.lng, p_accuracy_m: 20, p_occurred_at: new Date().toISOString() }
      const report = {
        p_id,
        p_category: 'breakdown',
        p_receipt_code: 'X'.repeat(26),
        p_device,
        p_networks: ['1.2.3.4'],
        ...sent,
      }
      expect(await ask('submit_incident_report_without_vehicle', report)).toEqual({ id: p_id, repeated: false })
    })
  })
})
