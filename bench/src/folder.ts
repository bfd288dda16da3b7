import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPglite } from '@salama/local-supabase/database'
import { createBackup } from '../../packages/local-supabase/src/base-backup.ts'
import { vacuum } from '../../packages/local-supabase/src/maintenance.ts'
import { openStorage } from '../../packages/local-supabase/src/storage.ts'
import type { Part } from './results.ts'

const ROWS = 40_000
const ROUNDS = 20
/** What a minute of a busy service changes. */
const ROUND = 'update measured set n = n + 1'

/**
 * How large the folder of the embedded database becomes when the same rows are written again and again: as the service
 * keeps it, with a vacuum and a backup after each round, and beside it PGlite alone, which does neither.
 */
export async function folder(): Promise<Part> {
  const rows: string[][] = []
  for (const isMaintained of [true, false]) {
    const dataDir = mkdtempSync(join(tmpdir(), 'salama-bench-folder-'))
    try {
      const sizes = isMaintained ? await maintained(dataDir) : await alone(dataDir)
      rows.push([isMaintained ? 'the service' : 'PGlite alone', sizes.join(', ')])
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const title = `MB on disk after each of ${ROUNDS} rounds, in which each of ${ROWS} rows is written once`
  return { goals: [], tables: [{ title, columns: ['', 'MB'], rows }] }
}

async function maintained(dataDir: string): Promise<number[]> {
  const { database } = await openStorage({ dataDir, demo: true, log: () => {} })
  try {
    await database.exec(FILL)
    return await rounds(dataDir, async () => {
      await database.exec(ROUND)
      await vacuum(database)
      await createBackup(database, dataDir)
    })
  } finally {
    await database.close()
  }
}

async function alone(dataDir: string): Promise<number[]> {
  // The same rows of a service, taken over from a folder that one made.
  await (await openStorage({ dataDir, demo: true, log: () => {} })).database.close()
  const { database } = await openPglite({ folder: join(dataDir, 'postgres') })
  try {
    await database.exec(FILL)
    return await rounds(join(dataDir, 'postgres'), () => database.exec(ROUND))
  } finally {
    await database.close()
  }
}

const FILL = `create table measured (id int primary key, n int, text text);
              insert into measured select i, 0, repeat('x', 300) from generate_series(1, ${ROWS}) i`

async function rounds(dataDir: string, round: () => Promise<void>): Promise<number[]> {
  const sizes = [megabytes(dataDir)]
  for (let n = 0; n < ROUNDS; n++) {
    await round()
    sizes.push(megabytes(dataDir))
  }
  return sizes
}

/** As du counts: what two names lead to is there once. */
const megabytes = (path: string) => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])
