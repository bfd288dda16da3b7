import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { citySettings, loadCity } from '@salama/domain/city-files'
import { acquireLock, FolderInUse } from '../../processes/src/lock.mjs'
import { type Database, openPglite, prepare } from './database/index.ts'
import { migrate, readMigrations } from './migrations.ts'
import { operatorRpc } from './operator-rpc.ts'
import { CACHE, PACKAGE } from './paths.ts'

/**
 * A migrated database as one compressed file, so that a new one starts in a third of the time that migrations take.
 *
 * The file's name is a hash of all its inputs (migrations, engine versions, and `key`), so it is never stale, only
 * unused. Of several processes that miss it one builds it: the others wait.
 */
export async function snapshot(key = '', fill: (database: Database) => Promise<void> = async () => {}): Promise<Blob> {
  const file = `${CACHE}/${fileName(key)}`
  const cached = readSnapshot(file)
  if (cached) return cached
  const release = await waitForTurn(`${file}.lock`)
  try {
    return readSnapshot(file) ?? (await build(file, fill))
  } finally {
    release()
  }
}

/** The snapshot if it exists; for callers that should not wait for it to be built. */
export function cachedSnapshot(key = ''): Blob | undefined {
  return readSnapshot(`${CACHE}/${fileName(key)}`)
}

function readSnapshot(file: string): Blob | undefined {
  return existsSync(file) ? new Blob([readFileSync(file)]) : undefined
}

async function build(file: string, fill: (database: Database) => Promise<void>): Promise<Blob> {
  const { connection, database } = await openPglite()
  if (!('dumpDataDir' in connection.driver)) throw new Error('A snapshot is made from the embedded engine')
  try {
    await prepare(database)
    await migrate(database, readMigrations())
    await loadCity(operatorRpc(database))
    await fill(database)
    await database.exec('checkpoint')
    const dump = await connection.driver.dumpDataDir('gzip')
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(`${file}.new`, new Uint8Array(await dump.arrayBuffer()))
    renameSync(`${file}.new`, file)
    pruneOthers(file)
    return dump
  } finally {
    await database.close()
  }
}

/** Keeps a few, because developers switch between branches. */
function pruneOthers(file: string): void {
  const others = readdirSync(CACHE).filter((name) => name.endsWith('.tar.gz') && !file.endsWith(name))
  for (const name of others.slice(0, Math.max(0, others.length - 6))) rmSync(`${CACHE}/${name}`, { force: true })
}

function fileName(key: string): string {
  const hash = createHash('sha256').update(FORMAT).update(key).update(JSON.stringify(citySettings()))
  for (const each of readMigrations()) hash.update(each.version).update(each.checksum)
  // Versions are pinned exactly, so package.json identifies the engine.
  hash.update(readFileSync(PACKAGE, 'utf8'))
  return `database-${hash.digest('hex').slice(0, 24)}.tar.gz`
}

async function waitForTurn(lock: string): Promise<() => void> {
  for (;;) {
    try {
      return acquireLock(lock)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      await sleep(200)
    }
  }
}

/** Increment when the way a snapshot is made changes. */
const FORMAT = '1'
