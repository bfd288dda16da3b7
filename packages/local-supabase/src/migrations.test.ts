import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
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

const CLI_HISTORY = `create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);`

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

  it('refuses a database to which another text was applied, and names the release that did', async () => {
    await migrate(database, [first], '1.0.0')
    const edited = migration(first.version, `${first.sql} -- edited`)
    await expect(migrate(database, [edited, second], '1.1.0')).rejects.toThrow(
      /made by release 1\.0\.0 of Salama, with another text of migration 20270101000000\. This is release 1\.1\.0/,
    )
    expect(await tables()).toEqual(['one'])
  })

  it('applies an index of a table in use, also where there can be no others', async () => {
    await migrate(database, [first])
    const index = migration(
      '20270102000000',
      'drop index concurrently if exists one_n;\ncreate index concurrently one_n on one (n);',
    )
    expect(await migrate(database, [first, index])).toEqual([index])
    expect(await database.query(`select indexname from pg_indexes where tablename = 'one'`)).toEqual([
      { indexname: 'one_n' },
    ])
  })

  it('rejects a migration older than an applied one', async () => {
    await migrate(database, [second])
    await expect(migrate(database, [first, second])).rejects.toThrow(/older than 20270102000000/)
    expect(await tables()).toEqual(['two'])
  })

  it('refuses a database of a newer release, also with nothing to apply, and says what to do', async () => {
    await migrate(database, [first, second], '1.1.0')
    const refused =
      /release 1\.1\.0 of Salama, with migration 20270102000000\. .* Start the version that made it, or give/
    await expect(migrate(database, [first], '1.0.0')).rejects.toThrow(refused)
    const third = migration('20270103000000', 'create table three (n int)')
    await expect(migrate(database, [first, third], '1.0.0')).rejects.toThrow(refused)
    expect(await tables()).toEqual(['one', 'two'])
  })

  it.each([
    ['before the first release', '20260101000000', /Salama from before its first release, .*DATABASE_URL/],
    ['a newer release', second.version, /a newer release of Salama/],
  ])(
    'writes nothing, not even its own tables, to a database that something from %s made',
    async (_, version, words) => {
      await database.exec(`${CLI_HISTORY} insert into supabase_migrations.schema_migrations values ('${version}');`)
      const refusal = await migrate(database, [first]).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(MigrationError)
      expect(String(refusal)).toMatch(words)
      expect(String(refusal)).not.toMatch(/fresh|drop|delete|reset|empty it/i)
      expect(await tables()).toEqual([])
      expect(await database.query(`select to_regclass('supabase_migrations.applied') as found`)).toEqual([
        { found: null },
      ])
    },
  )

  it('continues a database that the Supabase CLI migrated', async () => {
    await database.exec(`${CLI_HISTORY}
      insert into supabase_migrations.schema_migrations values ('${first.version}', array['create table one ()'], 'one');`)
    expect(await migrate(database, [first, second])).toEqual([second])
  })
})

describe('readMigrations', () => {
  it('finds the foundation first', () => {
    expect(readMigrations()[0]?.name).toBe('foundation')
  })

  it('rejects a file whose name would not sort', () => {
    const folder = mkdtempSync(join(tmpdir(), 'salama-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, '1_first.sql'), 'select 1')
    expect(() => readMigrations(folder)).toThrow(/14 digits/)
  })
})
