import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabase, difference } from './catalogue.ts'
import { type Database, openPglite, prepare } from './database/index.ts'

let database: Database
let before: Map<string, string>
beforeAll(async () => {
  database = (await openPglite()).database
  await prepare(database)
  await database.exec(`
    create schema app; create schema api; create schema extensions;
    create table app.things (id int primary key, name text not null default 'x', size int check (size > 0));
    create table app.rules (code text primary key, label text, weight int, rest text generated always as ('x') stored);
    insert into app.rules values ('crash', 'Crash', 1);
    create sequence app.numbers;
    create function app.nothing() returns trigger language plpgsql as 'begin return null; end';
    create trigger nothing after delete on app.things execute function app.nothing();
    create type app.place as (lat float8, lng float8);
    create index things_name on app.things (name);
    create function api.count_things() returns bigint language sql as 'select count(*) from app.things';
    create view api.thing_names as select name from app.things;
    create policy mine on app.things for select to authenticated using (true);
  `)
  before = await describeDatabase(database)
})
afterAll(() => database.close())

it('reports no difference between a database and itself', async () => {
  const again = await describeDatabase(database)
  expect(again.size).toBeGreaterThan(10)
  expect(difference({ name: 'before', lines: before }, { name: 'after', lines: again })).toEqual([])
})

it.each([
  [`alter table app.things alter column name set default 'y'`, 'column app.things.name'],
  ['alter table app.things alter column name drop not null', 'column app.things.name'],
  ['alter table app.things add column extra int', 'column app.things.extra'],
  ['alter table app.things enable row level security', 'relation app.things'],
  ['grant select on app.things to anon', 'relation app.things'],
  ['alter table app.things drop constraint things_size_check', 'constraint app.things things_size_check'],
  ['drop index app.things_name', 'index app.things_name'],
  [
    `create or replace function api.count_things() returns bigint language sql as 'select 1::bigint'`,
    'api.count_things()',
  ],
  ['grant execute on function api.count_things to anon', 'function api.count_things()'],
  ['alter function api.count_things security definer', 'function api.count_things()'],
  ['create or replace view api.thing_names as select name from app.things where size > 1', 'relation api.thing_names'],
  ['alter policy mine on app.things to anon', 'policy app.things mine'],
  ['alter policy mine on app.things using (size > 1)', 'policy app.things mine'],
  ['grant usage on schema app to anon', 'schema app'],
  ['alter default privileges in schema app grant select on tables to anon', 'default privileges r in app'],
  ['create extension unaccent schema extensions', 'extension unaccent'],
  [`insert into app.rules values ('theft', 'Theft', 2)`, `row of app.rules 'theft'`],
  [`update app.rules set label = 'Collision'`, `row of app.rules 'crash'`],
  ['delete from app.rules', `row of app.rules 'crash'`],
  ['alter table app.rules drop column label, add column label text', 'order of columns in app.rules'],
  ['alter sequence app.numbers increment by 2', 'sequence app.numbers'],
  ['alter table app.things disable trigger nothing', 'trigger app.things nothing'],
  [`comment on table app.things is 'x'`, 'comment table app.things'],
  [`comment on column app.things.name is 'x'`, 'comment table column app.things.name'],
  [`comment on function api.count_things is 'x'`, 'comment function api.count_things()'],
  [`comment on policy mine on app.things is 'x'`, 'comment policy mine on app.things'],
  [`comment on trigger nothing on app.things is 'x'`, 'comment trigger nothing on app.things'],
  [`comment on constraint things_pkey on app.things is 'x'`, 'comment table constraint things_pkey on app.things'],
  [`comment on type app.place is 'x'`, 'comment type app.place'],
  [`comment on schema app is 'x'`, 'comment schema app'],
])('reports a difference for %s', async (change, what) => {
  const found = await database
    .transaction(async (tx) => {
      await tx.exec(change)
      const after = await describeDatabase(tx)
      throw new Found(difference({ name: 'before', lines: before }, { name: 'after', lines: after }))
    })
    .catch((error: unknown) => (error instanceof Found ? error.lines : Promise.reject(error)))
  expect(found.join('\n')).toContain(what)
})

/** Thrown to roll the change back. */
class Found extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super('found')
    this.lines = lines
  }
}
