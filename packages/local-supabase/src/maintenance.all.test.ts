import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createBackup, listBackups } from './base-backup.ts'
import type { Database } from './database/index.ts'
import { vacuum } from './maintenance.ts'
import { openStorage } from './storage.ts'

const SLOW = 240_000

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'salama-maintenance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const said: string[] = []
  let database: Database | undefined
  const open = async () => {
    database = (await openStorage({ dataDir: folder, demo: false, log: (line) => said.push(line) })).database
    return database
  }
  const close = async () => database?.close()
  onTestFinished(close)
  return { folder, open, close, said }
}

const log = (folder: string) =>
  readdirSync(join(folder, 'postgres/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))

const sizeOf = async (database: Database) => {
  const [found] = await database.query<{ bytes: number }>(`select pg_total_relation_size('counter')::int as bytes`)
  return found?.bytes ?? 0
}

async function writeABit(database: Database): Promise<void> {
  for (let round = 0; round < 10; round++) await database.exec('update counter set n = n + 1')
}

it('keeps the size of the table and the WAL bounded when the same rows are rewritten', { timeout: SLOW }, async () => {
  const { folder, open } = await openFolder()
  const database = await open()
  await database.exec(`create table counter (id int primary key, n int, text text);
                       insert into counter select i, 0, repeat('x', 300) from generate_series(1, 3000) i`)
  const cycle = async () => {
    await writeABit(database)
    expect(await vacuum(database)).toContain('public.counter')
    await createBackup(database, folder)
  }
  await cycle()
  await cycle()
  const [size, segments] = [await sizeOf(database), log(folder).length]
  for (let round = 0; round < 4; round++) await cycle()
  expect(await sizeOf(database)).toBeLessThanOrEqual(size * 1.2)
  expect(log(folder).length).toBeLessThanOrEqual(segments + 1)
  expect(listBackups(folder)).toHaveLength(2)
  expect(await vacuum(database)).toEqual([])
})

it('copies what has changed into a backup, and links the rest to the previous one', { timeout: SLOW }, async () => {
  const { folder, open } = await openFolder()
  const database = await open()
  // Files that changed a moment ago may change again undetected, so they are copied again.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await createBackup(database, folder)
  await database.exec('create table note (text text); insert into note values (1)')
  await createBackup(database, folder)
  const [newest] = listBackups(folder)
  const links = Object.keys(newest?.manifest.files ?? {}).map((file) => statSync(join(newest?.path ?? '', file)).nlink)
  expect(links.filter((count) => count === 2).length).toBeGreaterThan(links.length * 0.9)
})

it('replaces a database that does not open with the last backup and the log since', {
  timeout: SLOW,
}, async () => {
  const { folder, open, close, said } = await openFolder()
  const database = await open()
  await database.exec(`create table note (text text); insert into note values ('kept')`)
  await close()
  truncateSync(join(folder, 'postgres/global/pg_control'), 100)
  const again = await open()
  expect(await again.query('select text from note')).toEqual([{ text: 'kept' }])
  expect(said.join('\n')).toMatch(/The database does not open(.|\n)*Opened the base backup/)
  expect(readdirSync(folder)).toContain('postgres.replaced')
})

it('opens a copy whose newest backup is incomplete with the one before', { timeout: SLOW }, async () => {
  const { folder, open, close } = await openFolder()
  const database = await open()
  await database.exec(`create table note (text text); insert into note values ('kept')`)
  await createBackup(database, folder)
  await close()
  const copy = `${folder}-copy`
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  execFileSync('cp', ['-r', folder, copy])
  rmSync(join(listBackups(copy)[0]?.path ?? '', 'global/pg_control'))
  expect(listBackups(copy)).toHaveLength(1)
  const opened = await openStorage({ dataDir: copy, demo: false, log: () => {} })
  onTestFinished(() => opened.database.close())
  expect(await opened.database.query('select text from note')).toEqual([{ text: 'kept' }])
})
