import { constants, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from './base-backup.ts'
import type { Database } from './database/index.ts'

/**
 * Puts a base backup in place of the database, with the log that came after it. PostgreSQL replays that when it opens:
 * what was acknowledged before the log was copied is there. What was in the database's place is put aside.
 */
export function restore(dataDir: string, { path, manifest }: Backup, isReplaced: boolean): void {
  const postgres = join(dataDir, 'postgres')
  const draft = join(dataDir, 'postgres.new')
  const aside = asideOf(dataDir)
  // Of a second try with an older backup, or of one that was cut off, the log is with what was put aside.
  if (isReplaced) rmSync(postgres, { recursive: true, force: true })
  else if (existsSync(postgres)) {
    rmSync(aside, { recursive: true, force: true })
    renameSync(postgres, aside)
  }
  rmSync(draft, { recursive: true, force: true })
  cpSync(path, draft, { recursive: true, mode: constants.COPYFILE_FICLONE })
  rmSync(join(draft, 'manifest.json'))
  for (const folder of EMPTY_FOLDERS) mkdirSync(join(draft, folder), { recursive: true, mode: 0o700 })
  const log = join(aside, 'pg_wal')
  for (const name of existsSync(log) ? readdirSync(log) : []) {
    if (/^[0-9A-F]{24}$/.test(name) && name > manifest.lastSegment)
      copyFileSync(join(log, name), join(draft, 'pg_wal', name))
  }
  renameSync(draft, postgres)
}

const asideOf = (dataDir: string) => join(dataDir, 'postgres.replaced')

export const removeReplaced = (dataDir: string) => rmSync(asideOf(dataDir), { recursive: true, force: true })

/**
 * Once a restored database is open: the rest of the original's log goes. Records that this database never made would
 * otherwise lie ahead of its own.
 */
export async function dropForeignLog(database: Database, dataDir: string): Promise<void> {
  const [current] = await database.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  )
  const log = join(dataDir, 'postgres', 'pg_wal')
  for (const name of readdirSync(log))
    if (/^[0-9A-F]{24}$/.test(name) && name > (current?.name ?? name)) rmSync(join(log, name))
}

/** Copies by some tools leave out empty folders. */
const EMPTY_FOLDERS = [
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial'],
  ...['pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_commit_ts'],
  ...['pg_logical/mappings', 'pg_logical/snapshots', 'pg_xact', 'pg_multixact/members', 'pg_multixact/offsets'],
]
