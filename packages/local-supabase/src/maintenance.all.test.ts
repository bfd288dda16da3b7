import { fork } from 'node:child_process'
import { readdirSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { UnusableFolder } from './data-folder.ts'
import type { Database } from './database/index.ts'
import { maintain, vacuum } from './maintenance.ts'
import { openStorage } from './storage.ts'

const SLOW = { timeout: 240_000 }

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'salama-maintenance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const open = async (dataDir: string) => (await openStorage({ dataDir, demo: false, log: () => {} })).database

const log = (folder: string) =>
  readdirSync(join(folder, 'postgres/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))

const sizeOf = async (database: Database) => {
  const [found] = await database.query<{ bytes: number }>(`select pg_total_relation_size('counter')::int as bytes`)
  return found?.bytes ?? 0
}

it('keeps the size of the table and the log bounded when the same rows are rewritten', SLOW, async () => {
  const folder = await newFolder()
  const database = await open(folder)
  onTestFinished(() => database.close())
  await database.exec(`create table counter (id int primary key, n int, text text);
                       insert into counter select i, 0, repeat('x', 300) from generate_series(1, 3000) i`)
  const cycle = async () => {
    for (let round = 0; round < 10; round++) await database.exec('update counter set n = n + 1')
    await maintain(database, 1_000_000)
  }
  await cycle()
  await cycle()
  const [size, segments] = [await sizeOf(database), log(folder).length]
  for (let round = 0; round < 10; round++) await cycle()
  expect(await sizeOf(database)).toBeLessThanOrEqual(size * 1.2)
  expect(log(folder).length).toBeLessThanOrEqual(segments + 1)
  expect(await vacuum(database)).toEqual([])
})

it('has every row that was acknowledged before it was killed', SLOW, async () => {
  const folder = await newFolder()
  const writer = fork(join(import.meta.dirname, 'test/write-ledger.ts'), [folder])
  onTestFinished(() => {
    writer.kill('SIGKILL')
  })
  let acknowledged = 0
  await new Promise<void>((resolve) => {
    writer.on('message', (id) => {
      acknowledged = Number(id)
      if (acknowledged > 220) resolve()
    })
  })
  writer.kill('SIGKILL')
  await new Promise((resolve) => writer.once('exit', resolve))
  const database = await open(folder)
  onTestFinished(() => database.close())
  for (const off of ['enable_indexscan', 'enable_seqscan']) {
    const [found] = await database.transaction(async (tx) => {
      await tx.exec(`set local ${off} = off`)
      return tx.query<{ n: number; last: number }>(
        'select count(*)::int as n, max(id)::int as last from ledger where id > 0',
      )
    })
    expect(found?.last).toBeGreaterThanOrEqual(acknowledged)
    expect(found?.n).toBe(found?.last)
  }
})

it('leaves a database that does not open as it is, and says what to do', SLOW, async () => {
  const folder = await newFolder()
  await (await open(folder)).close()
  truncateSync(join(folder, 'postgres/global/pg_control'), 100)
  const refusal = await open(folder).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UnusableFolder)
  expect(String(refusal)).toMatch(/does not open.*Nothing was deleted.*last copy of the data folder/s)
  expect(readdirSync(folder)).toContain('postgres')
  // The folder was released.
  await expect(open(folder)).rejects.toThrow(UnusableFolder)
})
