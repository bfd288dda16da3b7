import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../../scripts/lib/postgres.mjs'
import { describeStructure, difference } from './catalogue.ts'
import { type Database, openPglite, openPostgres, prepare } from './database/index.ts'
import { BASE, CHANGES } from './difference.fixture.ts'
import { readState, writeDifference } from './difference.ts'
import { readSeededRows } from './seeded-rows.ts'

// Migrations are generated on the embedded database, whose PostgreSQL is newer than the oldest supported one.

let embedded: Database
let server: Database
let cluster: { url: string; stop: () => void }
beforeAll(async () => {
  cluster = await startCluster(findPostgres() ?? '')
  server = openPostgres(cluster.url, 1).database
  embedded = (await openPglite()).database
  await prepare(server)
  await prepare(embedded)
})
afterAll(async () => {
  await Promise.all([server.close(), embedded.close()])
  cluster.stop()
})

it.each(CHANGES)('applies the generated migration on a server: %s', async (_, change) => {
  await embedded.exec(BASE + change)
  const wanted = await readState(embedded)
  await embedded.exec(BASE)
  const written = await writeDifference(embedded, wanted)

  await server.exec(BASE + change)
  const structure = await describeStructure(server)
  const rows = await readSeededRows(server)
  await server.exec(BASE)
  for (const script of written?.scripts ?? []) await server.transaction((tx) => tx.exec(script))
  const found = await describeStructure(server)
  expect(difference({ name: 'wanted', lines: structure }, { name: 'found', lines: found })).toEqual([])
  expect(await readSeededRows(server)).toEqual(rows)
})
