import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openPglite } from './database/index.ts'
import { type Migration, MigrationError, migrate, readMigrations } from './migrations.ts'

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
  it('applies each migration once, in order, and keeps the history as the Supabase CLI does', async () => {
    expect(await migrate(database, [first])).toEqual([first])
    expect(await migrate(database, [first, second])).toEqual([second])
    expect(await migrate(database, [first, second])).toEqual([])
    expect(await database.query('select version, name from supabase_migrations.schema_migrations order by 1')).toEqual([
      { version: first.version, name: first.name },
      { version: second.version, name: second.name },
    ])
    expect(await database.query('select n from one')).toEqual([{ n: 1 }])
  })

  it('leaves nothing of a migration that fails, and says where it failed', async () => {
    const broken = migration('20270103000000', 'create table three (n int);\ninsert into nowhere values (1);')
    await expect(migrate(database, [first, broken])).rejects.toThrow(
      /20270103000000_step_20270103000000\.sql:2: .*nowhere/,
    )
    expect(await tables()).toEqual(['one'])
    expect(await migrate(database, [first, second])).toEqual([second])
  })

  it('refuses when an applied migration has changed', async () => {
    await migrate(database, [first])
    const edited = migration(first.version, `${first.sql} -- edited`)
    await expect(migrate(database, [edited, second])).rejects.toThrow(MigrationError)
    expect(await tables()).toEqual(['one'])
  })

  it('refuses a database that is ahead, and a migration that comes too late', async () => {
    await migrate(database, [second])
    await expect(migrate(database, [first, second])).rejects.toThrow(/older than 20270102000000/)
    await expect(migrate(database, [first])).rejects.toThrow(/not in this checkout/)
    expect(await tables()).toEqual(['two'])
  })

  it('takes over a database that the Supabase CLI migrated', async () => {
    await database.exec(`create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
      insert into supabase_migrations.schema_migrations values ('${first.version}', array['create table one ()'], 'one');`)
    expect(await migrate(database, [first, second])).toEqual([second])
  })
})

describe('readMigrations', () => {
  it('refuses a file whose name would not sort', () => {
    const folder = mkdtempSync(join(tmpdir(), 'salama-migrations-'))
    writeFileSync(join(folder, '1_first.sql'), 'select 1')
    expect(() => readMigrations(folder)).toThrow(/14 digits/)
  })
})
