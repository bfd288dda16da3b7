import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openPglite, prepare } from '@salama/local-supabase/database'
import type { Migration } from '@salama/local-supabase/migrations'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Catalogue, describeNewDatabase, differences } from './catalogue.ts'
import { frameOf } from './frame.ts'
import { lintMigrations } from './lint.ts'
import { changedSince, readReleases, releaseOf, writeRelease } from './releases.ts'

let database: Database
let before: Catalogue
beforeAll(async () => {
  database = (await openPglite()).database
  await prepare(database)
  await database.exec(`
    create schema app; create schema api;
    create table app.things (id int primary key, name text not null default 'x', size int check (size > 0));
    create table app.rules (code text primary key, label text);
    insert into app.rules values ('crash', 'Crash');
    create function app.nothing() returns trigger language plpgsql as 'begin return null; end';
    create trigger nothing after delete on app.things execute function app.nothing();
    create index things_name on app.things (name);
    create function api.count_things() returns bigint language sql as 'select count(*) from app.things';
    create view api.thing_names as select name from app.things;
    create policy mine on app.things for select to authenticated using (true);`)
  before = await describeNewDatabase(database)
})
afterAll(() => database.close())

/** What the database is after a change, which is undone. */
async function changedBy(change: string): Promise<Catalogue> {
  let found: Catalogue = new Map()
  const undone = new Error('undone')
  await database
    .transaction(async (tx) => {
      await tx.exec(change)
      found = await describeNewDatabase(tx)
      throw undone
    })
    .catch((error: unknown) => expect(error).toBe(undone))
  return found
}

describe('the difference of two databases', () => {
  it('is none between a database and itself', async () => {
    expect(differences(before, await changedBy('select 1'))).toEqual([])
  })

  it.each([
    [`alter table app.things alter column name set default 'y'`, 'column app.things.name'],
    ['alter table app.things alter column name drop not null', 'column app.things.name'],
    ['alter table app.things add column extra int', 'column app.things.extra'],
    ['alter table app.things drop column name cascade, add column name text', 'table app.things'],
    ['alter table app.things enable row level security', 'table app.things'],
    ['grant select on app.things to anon', 'table app.things'],
    ['alter table app.things drop constraint things_size_check', 'constraint app.things things_size_check'],
    ['drop index app.things_name', 'index app.things_name'],
    ['create or replace function api.count_things() returns bigint language sql as $$select 1::bigint$$', 'select 1::'],
    ['grant execute on function api.count_things to anon', 'to anon;'],
    ['alter function api.count_things security definer', 'SECURITY DEFINER'],
    ['create or replace view api.thing_names as select name from app.things where size > 1', 'view api.thing_names'],
    ['alter policy mine on app.things using (size > 1)', 'policy mine of app.things'],
    ['alter table app.things disable trigger nothing', 'trigger app.things nothing'],
    ['grant usage on schema app to anon', 'schema app'],
    ['create sequence app.numbers', 'sequence app.numbers'],
    [`create type app.mood as enum ('good')`, 'type app.mood'],
    ['alter default privileges revoke execute on functions from public', 'default privileges of f'],
    [`update app.rules set label = 'Collision'`, 'row of app.rules {"code": "crash", "label": "Collision"}'],
  ])('tells of %s', async (change, words) => {
    expect(differences(before, await changedBy(change)).join('\n')).toContain(words)
  })
})

it('begins a migration with what follows from the schemas, and names what is written by hand', async () => {
  const schemas = await changedBy(`
    alter table app.things add column color text;
    create index things_color on app.things (color);
    create table app.colors (code text primary key, label text);
    create index colors_label on app.colors (label);
    create or replace function api.count_things() returns bigint language sql as 'select 2::bigint';
    drop function app.nothing cascade;`)
  const [first = '', index, ...others] = frameOf(schemas, before)
  expect(first).toMatch(/-- By hand: column app\.things\.color text/)
  expect(first).toMatch(/-- By hand, in the release after .* drop function app\.nothing\(\)/)
  expect(first).toMatch(
    /^CREATE OR REPLACE FUNCTION api\.count_things\(\)[\s\S]*^revoke all on function .* from public;/m,
  )
  expect(first).toMatch(/^CREATE INDEX colors_label/m)
  expect(index).toBe(
    'drop index concurrently if exists app.things_color;\n' +
      'CREATE INDEX CONCURRENTLY things_color ON app.things USING btree (color);\n',
  )
  expect(others).toEqual([])
  expect(frameOf(before, before)).toEqual([])
})

const migration = (version: string, sql: string): Migration => ({
  version,
  name: 'step',
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})

it('keeps the migrations of a release as they were', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [one, two] = [migration('20270101000000', 'select 1'), migration('20270201000000', 'select 2')]
  const sql = `INSERT INTO supabase_migrations.applied VALUES\n\t('${one.version}', '${one.checksum}', '1.0.0'),\n\t('${two.version}', '${two.checksum}', '1.0.0');`
  expect(readReleases(join(folder, 'none'))).toEqual([])
  writeRelease(releaseOf('1.0.0', sql), folder)
  const releases = readReleases(folder)
  const later = migration('20270301000000', 'select 3')
  expect(changedSince(releases, [one, two, later])).toEqual([])
  expect(changedSince(releases, [migration(one.version, 'select 9'), two])).toEqual([
    'Migration 20270101000000 of release 1.0.0 has changed: git checkout v1.0.0 -- supabase/migrations, and write a new one: npm run db:migration -- <name>',
  ])
  expect(changedSince(releases, [two])[0]).toMatch(/20270101000000 of release 1\.0\.0 is gone/)
  expect(changedSince(releases, [one, migration('20270102000000', ''), two])[0]).toMatch(/give it a later time/)
})

describe('the linter of migrations', () => {
  const lint = (sql: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'salama-lint-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const made = migration('20270101000000', sql)
    writeFileSync(join(folder, `${made.version}_step.sql`), sql)
    return () => lintMigrations([made], folder)
  }

  it.each([
    'alter table app.reports add column made_up text not null default $$x$$;',
    'drop index concurrently if exists app.i;\ncreate index concurrently i on app.reports (note);',
    'create table app.colors (code text primary key);\ncreate index colors_code on app.colors (code);',
    'create or replace function app.x() returns int language sql as $$select 1$$;',
  ])('passes %s', (sql) => {
    expect(lint(sql)).not.toThrow()
  })

  it.each([
    ['create index i on app.reports (note);', 'require-concurrent-index-creation'],
    ['alter table app.reports alter column note type varchar(9);', 'changing-column-type'],
    ['alter table app.reports add constraint c check (note <> $$$$);', 'constraint-missing-not-valid'],
    ['alter table app.reports drop column note;', 'ban-drop-column'],
    ['alter table app.reports rename column note to words;', 'renaming-column'],
    ['alter table app.reports alter column note set not null;', 'adding-not-nullable-field'],
    ['alter table app.reports add column made_up text not null;', 'adding-required-field'],
  ])('refuses %s', (sql, rule) => {
    expect(lint(sql)).toThrow(rule)
  })
})
