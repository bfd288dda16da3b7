import { execFileSync, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openStorage } from './storage.ts'

const open = (dataDir: string) => openStorage({ dataDir, demo: false, log: () => {} })

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salama-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const copyOf = async (folder: string) => {
  const copy = join(await newFolder(), 'copy')
  // Like an operator who copies without stopping the service: files that are deleted meanwhile are skipped.
  try {
    execFileSync('cp', ['-r', folder, copy], { stdio: 'ignore' })
  } catch {}
  return copy
}

async function opened<T>(
  dataDir: string,
  work: (database: Awaited<ReturnType<typeof open>>['database']) => Promise<T>,
) {
  const { database } = await open(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The rows of the table and of its index, read separately. */
const rows = (dataDir: string) =>
  opened(dataDir, async (database) => {
    const count = (off: string) =>
      database.transaction(async (tx) => {
        await tx.exec(`set local ${off} = off`)
        return tx.query<{ n: number; last: number }>(
          'select count(*)::int as n, max(id)::int as last from ledger where id > 0',
        )
      })
    const [[inTable], [inIndex]] = [await count('enable_indexscan'), await count('enable_seqscan')]
    expect(inIndex).toEqual(inTable)
    expect(inTable?.n).toBe(inTable?.last)
    return inTable?.last ?? 0
  })

it('opens a copy made during writes, with every row that was acknowledged before', {
  timeout: 600_000,
}, async () => {
  const folder = await newFolder()
  await opened(folder, (database) =>
    database.exec('create table ledger (id int primary key, text text, n int default 0)'),
  )
  const writer = fork(join(import.meta.dirname, 'test/write-ledger.ts'), [folder])
  onTestFinished(() => {
    writer.kill('SIGKILL')
  })
  let acknowledged = 0
  writer.on('message', (id) => {
    acknowledged = Number(id)
  })
  for (let round = 0; round < 2; round++) {
    const target = acknowledged + 100
    while (acknowledged < target) await sleep(20)
    const before = acknowledged
    const copy = await copyOf(folder)
    const found = await rows(copy)
    expect(found).toBeGreaterThanOrEqual(before)
    // Once opened it is an ordinary data folder.
    expect(await rows(copy)).toBe(found)
    rmSync(copy, { recursive: true })
  }
  const before = acknowledged
  writer.kill('SIGKILL')
  await new Promise((resolve) => writer.once('exit', resolve))
  expect(await rows(folder)).toBeGreaterThanOrEqual(before)
})
