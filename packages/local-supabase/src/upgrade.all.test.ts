import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeStructure, difference } from './catalogue.ts'
import { type Database, openPglite, prepare } from './database/index.ts'
import { openUsedDatabase } from './frozen-data.ts'
import { type Migration, migrate, readMigrations } from './migrations.ts'
import { readSeededRows, type TableRows } from './seeded-rows.ts'

// A database in use gets every later migration, and is compared with a new one that got the same.

/** An invented migration in the style of db:diff, so that there is always one to apply. */
const MADE_UP: Migration = {
  version: '29990101000000',
  name: 'made_up',
  checksum: 'made up',
  sql: `alter table app.vehicles add column color text not null default 'white';
    create table app.colors (code text primary key);
    insert into app.colors (code) values ('white');
    update app.incident_categories set label_en = 'Collision' where code = 'crash' and label_en = 'Crash';
    create or replace function app.page_size(p_limit int) returns int language sql immutable set search_path = ''
      as 'select 20';`,
}

type Rows = Map<string, TableRows>

let used: Database
let fresh: Database
let usedBefore: Rows
let usedAfter: Rows
let freshBefore: Rows
let freshAfter: Rows

beforeAll(async () => {
  const committed = readMigrations()
  const all = [...committed, MADE_UP]
  const opened = await openUsedDatabase(committed)
  used = opened.database
  usedBefore = await readSeededRows(used)
  await migrate(used, all)
  usedAfter = await readSeededRows(used)

  fresh = (await openPglite()).database
  await prepare(fresh)
  await migrate(
    fresh,
    all.filter((each) => each.version <= opened.version),
  )
  freshBefore = await readSeededRows(fresh)
  await migrate(fresh, all)
  freshAfter = await readSeededRows(fresh)
})
afterAll(() => Promise.all([used.close(), fresh.close()]))

const keysOf = (rows: Rows, table: string) => [...(rows.get(table)?.rows.keys() ?? [])].sort()

it('starts with rows that people have written', () => {
  const written = [...usedBefore.keys()].filter((table) => !freshBefore.has(table))
  expect(written).toEqual(expect.arrayContaining(['app.vehicles', 'app.incidents', 'app.profiles']))
})

it('has the same tables, functions and grants as a new one', async () => {
  const [old, young] = [await describeStructure(used), await describeStructure(fresh)]
  expect(young.size).toBeGreaterThan(1000)
  expect(difference({ name: 'used', lines: old }, { name: 'new', lines: young })).toEqual([])
})

it('has the same seeded rows as a new one', () => {
  // Rows changed by use, such as the number of the last change, are excluded.
  const rules = [...freshAfter.keys()].filter((table) => {
    const [old, young] = [usedBefore.get(table)?.rows, freshBefore.get(table)?.rows]
    return young === undefined || JSON.stringify([...(old ?? [])]) === JSON.stringify([...young])
  })
  expect(rules).toEqual(expect.arrayContaining(['app.incident_categories', 'app.colors', 'app.transitions']))
  for (const table of rules) expect([table, usedAfter.get(table)]).toEqual([table, freshAfter.get(table)])
})

it('keeps every row that people have written', () => {
  for (const table of usedBefore.keys()) {
    if (freshBefore.has(table)) continue
    const kept = new Set(keysOf(usedAfter, table))
    expect([table, keysOf(usedBefore, table).filter((key) => !kept.has(key))]).toEqual([table, []])
  }
})
