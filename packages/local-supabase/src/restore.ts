import { constants, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from './base-backup.ts'
import type { Database } from './database/index.ts'

/**
 * Replaces the database with a base backup and the WAL since then. PostgreSQL replays the WAL when it opens, so
 * everything acknowledged before the WAL was copied is there. The replaced database is moved aside.
 */
export function restore(dataDir: string, { path, manifest }: Backup, isReplaced: boolean): void {
  const postgres = join(dataDir, 'postgres')
  const draft = join(dataDir, 'postgres.new')
  const aside = asideOf(dataDir)
  // On a second attempt with an older backup, or after an interrupted one, the WAL is in the folder that was moved
  // aside.
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
 * Once a restored database is open, deletes the rest of the original's WAL. Otherwise records that this database never
 * wrote would lie ahead of its own.
 */
export async function dropForeignLog(database: Database, dataDir: string): Promise<void> {
  const [current] = await database.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  )
  const log = join(dataDir, 'postgres', 'pg_wal')
  for (const name of readdirSync(log))
    if (/^[0-9A-F]{24}$/.test(name) && name > (current?.name ?? name)) rmSync(join(log, name))
}

/** Some copy tools skip empty folders. */
const EMPTY_FOLDERS = [
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial'],
  ...['pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_commit_ts'],
  ...['pg_logical/mappings', 'pg_logical/snapshots', 'pg_xact', 'pg_multixact/members', 'pg_multixact/offsets'],
]
