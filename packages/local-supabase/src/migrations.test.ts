import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openPglite } from './database/index.ts'
import { type Migration, MigrationError, migrate, nextVersions, readMigrations } from './migrations.ts'

let database: Database
beforeAll(async () => {
  database = (await openPglite()).database
})
afterEach(() =>
  database.exec('drop schema public cascade; create schema public; drop schema if exists supabase_migrations cascade'),
)
afterAll(() => database.close())

function migration(version: string, sql: string): Migration {
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { version, name: `step_${version}`, sql, checksum }
}

const first = migration('20270101000000', 'create table one (n int); insert into one values (1);')
const second = migration('20270102000000', 'create table two (n int);')

const tables = async () =>
  (
    await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).map((row) => row.name)

describe('migrate', () => {
  it('applies each migration once, in order, and records the history as the Supabase CLI does', async () => {
    expect(await migrate(database, [first])).toEqual([first])
    expect(await migrate(database, [first, second])).toEqual([second])
    expect(await migrate(database, [first, second])).toEqual([])
    expect(await database.query('select version, name from supabase_migrations.schema_migrations order by 1')).toEqual([
      { version: first.version, name: first.name },
      { version: second.version, name: second.name },
    ])
    expect(await database.query('select n from one')).toEqual([{ n: 1 }])
  })

  it('rolls back a failed migration, and reports the line', async () => {
    const broken = migration('20270103000000', 'create table three (n int);\ninsert into nowhere values (1);')
    await expect(migrate(database, [first, broken])).rejects.toThrow(
      /20270103000000_step_20270103000000\.sql:2: .*nowhere/,
    )
    expect(await tables()).toEqual(['one'])
    expect(await migrate(database, [first, second])).toEqual([second])
  })

  it('rejects an applied migration that has changed', async () => {
    await migrate(database, [first])
    const edited = migration(first.version, `${first.sql} -- edited`)
    await expect(migrate(database, [edited, second])).rejects.toThrow(MigrationError)
    expect(await tables()).toEqual(['one'])
  })

  it('rejects a migration older than an applied one', async () => {
    await migrate(database, [second])
    await expect(migrate(database, [first, second])).rejects.toThrow(/older than 20270102000000/)
    expect(await tables()).toEqual(['two'])
  })

  it('rejects a database migrated by newer code, also with nothing to apply', async () => {
    await migrate(database, [first, second])
    await expect(migrate(database, [first])).rejects.toThrow(/newer version of Salama.*20270102000000.*not in this/)
    const third = migration('20270103000000', 'create table three (n int)')
    await expect(migrate(database, [first, third])).rejects.toThrow(/20270102000000/)
    expect(await tables()).toEqual(['one', 'two'])
  })

  it('writes nothing, not even its own tables, to a database migrated by newer code', async () => {
    await database.exec(`create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
      insert into supabase_migrations.schema_migrations values ('${second.version}', '{}', 'two');`)
    await expect(migrate(database, [first])).rejects.toThrow(MigrationError)
    expect(await tables()).toEqual([])
    expect(await database.query(`select to_regclass('supabase_migrations.checksums') as found`)).toEqual([
      { found: null },
    ])
  })

  it('continues a database that the Supabase CLI migrated', async () => {
    await database.exec(`create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
      insert into supabase_migrations.schema_migrations values ('${first.version}', array['create table one ()'], 'one');`)
    expect(await migrate(database, [first, second])).toEqual([second])
  })
})

describe('nextVersions', () => {
  it('starts from now, or from the last migration if that is later', () => {
    const now = new Date('2027-01-01T23:59:59.500Z')
    expect(nextVersions([], 2, now)).toEqual(['20270101235959', '20270102000000'])
    expect(nextVersions([migration('20261231000000', '')], 1, now)).toEqual(['20270101235959'])
    expect(nextVersions([migration('20270131235959', '')], 1, now)).toEqual(['20270201000000'])
  })
})

describe('readMigrations', () => {
  it('rejects a file whose name would not sort', () => {
    const folder = mkdtempSync(join(tmpdir(), 'salama-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, '1_first.sql'), 'select 1')
    expect(() => readMigrations(folder)).toThrow(/14 digits/)
  })
})
