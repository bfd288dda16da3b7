import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDatabase } from './catalogue.ts'
import { type Database, openPglite, prepare } from './database/index.ts'
import { BASE, CHANGES } from './difference.fixture.ts'
import { readState, writeDifference } from './difference.ts'
import { migrate } from './migrations.ts'

let database: Database
beforeAll(async () => {
  database = (await openPglite()).database
  await prepare(database)
})
afterAll(() => database.close())

/** Applies the generated migration for a schema change to a database from before it. */
async function diffOf(change: string) {
  await database.exec(BASE + change)
  const wanted = await readState(database)
  await database.exec(BASE)
  return { wanted, written: await writeDifference(database, wanted) }
}

async function apply(script: string) {
  await database.exec(BASE)
  await database.transaction((tx) => tx.exec(script))
  return describeDatabase(database)
}

it('generates nothing when nothing has changed', async () => {
  expect((await diffOf('')).written).toBeUndefined()
})

it('ignores the history of the migrations', async () => {
  await database.exec(`${BASE} create index things_size on app.things (size)`)
  const wanted = await readState(database)
  await database.exec(BASE)
  await migrate(database, [])
  const written = await writeDifference(database, wanted)
  await database.exec('drop schema supabase_migrations cascade')
  expect(written).toEqual({ scripts: [expect.stringMatching(/^create index [^;]*;\n$/i)], losses: [], cautions: [] })
})

describe('a migration that keeps existing data', () => {
  it.each(CHANGES)('for %s', async (_, change) => {
    const { wanted, written } = await diffOf(change)
    expect(written).toMatchObject({ losses: [], cautions: [] })
    expect(written?.scripts).toHaveLength(1)
    expect(await apply(written?.scripts[0] ?? '')).toEqual(wanted.lines)
    expect(written?.scripts[0]).not.toMatch(/\bpostgres\b|maintain/i)
  })
})

describe('a migration that needs a decision', () => {
  it.each([
    ['a column dropped', 'alter table app.things drop column size cascade', 'drop column'],
    ['a table dropped', 'drop table app.parts', 'drop table'],
    ['another type', 'alter table app.parts alter column note type int using null', 'type integer'],
    ['a sequence dropped', 'drop sequence app.tickets', 'drop sequence'],
    ['a row dropped to which others may point', `delete from app.rules where code = 'theft'`, 'delete from app.rules'],
  ])('comments out %s', async (_, change, what) => {
    const { wanted, written } = await diffOf(change)
    expect(written?.losses.join()).toContain(what)
    const script = written?.scripts.join('\n') ?? ''
    expect(script).toMatch(new RegExp(`^-- .*${what}`, 'm'))
    expect(script.replaceAll(/^--.*$/gm, '')).not.toContain(what)
    const uncommented = script.replaceAll(/^-- This takes.*$/gm, '').replaceAll(/^-- /gm, '')
    expect(await apply(uncommented)).toEqual(wanted.lines)
  })

  it.each([
    ['a column that must be filled', 'alter table app.parts add column owner uuid not null', 'add column'],
    [
      'a column that must be filled from now on',
      'alter table app.parts alter column note set not null',
      'set not null',
    ],
  ])('adds a warning for %s', async (_, change, what) => {
    const { wanted, written } = await diffOf(change)
    expect(written?.cautions.join()).toContain(what)
    expect(written?.scripts.join()).toContain('-- This fails where a row has nothing there')
    expect(await apply(written?.scripts[0] ?? '')).toEqual(wanted.lines)
  })
})

it('keeps a row that a running service has changed', async () => {
  const { written } = await diffOf(`update app.rules set label = 'Collision' where code = 'crash'`)
  await database.exec(`${BASE} update app.rules set label = 'Set by hand' where code = 'crash'`)
  await database.exec(written?.scripts[0] ?? '')
  expect(await database.query(`select label from app.rules where code = 'crash'`)).toEqual([{ label: 'Set by hand' }])
})

it('rejects a column in the middle of a table, where no migration can add it', async () => {
  const middle = `drop table app.uses; drop table app.rules;
    create table app.rules (code text primary key, icon text, label text, weight numeric, tags text[]);
    insert into app.rules (code, label, weight, tags) values ('crash', 'Crash', 1.5, '{a,"b c"}'), ('theft', 'It''s gone', 2, null);
    create table app.uses (rule text references app.rules (code))`
  await expect(diffOf(middle)).rejects.toThrow(/order of columns in app.rules[\s\S]*at the end of a table/)
})

it('rejects unsupported changes', async () => {
  await expect(diffOf(`create text search configuration app.words (copy = simple)`)).rejects.toThrow(/cannot compare/)
})
