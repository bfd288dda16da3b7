import { constants, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, inParallel, syncFile } from './database/index.ts'

/**
 * Online base backups of the embedded database, stored beside it, as `pg_basebackup` makes them. A folder that is
 * copied while PostgreSQL writes to it is torn; with a base backup and the write-ahead log since then, any copy of
 * DATA_DIR can be opened (restore.ts). The last two are kept, so a copy always gets the newer one whole while the older
 * is deleted.
 *
 * A file that has not changed since the last backup is hard-linked, so a backup costs only what has changed.
 */
export const BACKUPS = 'base-backups'

type Manifest = {
  /** The first and last WAL file that the backup needs; it has its own copies. */
  firstSegment: string
  lastSegment: string
  startLsn: string
  /** Each file's size and the mtime of its original; '' if that was too recent to detect a later change. */
  files: Record<string, { size: number; changed: string }>
}

export type Backup = { path: string; manifest: Manifest }

const SLOT = 'base_backups'

/** The complete backups, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = join(dataDir, BACKUPS)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
    .reverse()
    .flatMap((name) => {
      const manifest = readManifest(join(folder, name))
      return manifest ? [{ path: join(folder, name), manifest }] : []
    })
}

function readManifest(path: string): Manifest | undefined {
  try {
    const manifest: Manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'))
    const isWhole = Object.entries(manifest.files).every(([file, { size }]) => statSync(join(path, file)).size === size)
    return isWhole ? manifest : undefined
  } catch {
    // Incomplete: interrupted while it was copied.
    return undefined
  }
}

/** Deletes all other backups, and incomplete ones. */
export function pruneBackups(dataDir: string, kept: Backup[]): void {
  const folder = join(dataDir, BACKUPS)
  for (const path of readdirSync(folder).map((name) => join(folder, name)))
    if (!kept.some((each) => each.path === path)) rmSync(path, { recursive: true, force: true })
}

/** Checkpoints the database and makes a backup. Only the checkpoint and the short statements block requests. */
export async function createBackup(database: Database, dataDir: string): Promise<void> {
  const folder = join(dataDir, BACKUPS)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  pruneBackups(dataDir, listBackups(dataDir))
  await archiveLog(database)
  const draft = join(folder, `new-${process.pid}`)
  const [previous] = listBackups(dataDir)
  const [{ lsn: startLsn } = { lsn: '' }] = await database.query<{ lsn: string }>(
    `select pg_backup_start('base backup', true)::text as lsn`,
  )
  const files = await copyAll(join(dataDir, 'postgres'), draft, previous).catch(async (error: unknown) => {
    await database.query('select pg_backup_stop()')
    throw error
  })
  const manifest = { ...(await finish(database, join(dataDir, 'postgres'), draft, files)), startLsn }
  await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest), { flush: true })
  await rename(draft, join(folder, manifest.firstSegment))
  await pruneOlder(database, dataDir)
}

/** A replication slot that nobody reads from retains the WAL since the older backup. */
async function archiveLog(database: Database): Promise<void> {
  await database.query(
    `select pg_create_physical_replication_slot($1, true)
      where not exists (select from pg_replication_slots where slot_name = $1)`,
    [SLOT],
  )
}

async function pruneOlder(database: Database, dataDir: string): Promise<void> {
  const [newest, older] = listBackups(dataDir)
  if (!newest) throw new Error(`The base backup in ${dataDir} is not whole`)
  const oldest = older ?? newest
  pruneBackups(dataDir, [newest, oldest])
  await database.query(
    `select pg_replication_slot_advance($1, $2::pg_lsn)
       from pg_replication_slots where slot_name = $1 and restart_lsn < $2::pg_lsn`,
    [SLOT, oldest.manifest.startLsn],
  )
  // There is nothing left to write; this only releases the WAL before the slot.
  await database.exec('checkpoint')
}

async function finish(
  database: Database,
  postgres: string,
  draft: string,
  files: Manifest['files'],
): Promise<Omit<Manifest, 'startLsn'>> {
  const [stop] = await database.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop()',
  )
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(stop?.label ?? '')?.[1]
  if (!stop || !firstSegment) throw new Error('PostgreSQL did not label the base backup')
  for (const name of await readdir(join(postgres, 'pg_wal'))) {
    if (!/^[0-9A-F]{24}$/.test(name) || name < firstSegment || name > stop.last) continue
    files[`pg_wal/${name}`] = await copyOne(join(postgres, 'pg_wal', name), join(draft, 'pg_wal', name))
  }
  await writeFile(join(draft, 'backup_label'), stop.label, { flush: true })
  files.backup_label = { size: Buffer.byteLength(stop.label), changed: '' }
  return { firstSegment, lastSegment: stop.last, files }
}

/** What PostgreSQL's documentation says a base backup leaves out, or recreates. */
const EMPTY = /^(pg_wal|pg_wal\/.*|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|backup_label.*|pg_internal\.init.*|pgsql_tmp.*)$/

async function copyAll(from: string, to: string, previous: Backup | undefined): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  await inParallel(await layOut(from, to), async (path) => {
    const file = await linkOrCopy(path, from, to, previous)
    if (file) files[path] = file
  })
  // Synchronous, so that PostgreSQL, in the same process, cannot write to the file meanwhile.
  const control = readFileSync(join(from, CONTROL))
  writeFileSync(join(to, CONTROL), control, { flush: true })
  files[CONTROL] = { size: control.length, changed: '' }
  return files
}

/** Creates the folders and returns the files in them. */
async function layOut(from: string, to: string, folder = ''): Promise<string[]> {
  await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
  const paths: string[] = []
  for (const entry of await readdir(join(from, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (LEFT_OUT.test(path) || path === CONTROL) continue
    if (entry.isDirectory() && folder === 'pg_replslot') continue
    if (entry.isDirectory()) paths.push(...(await layOut(from, to, path)))
    else if (!EMPTY.test(folder)) paths.push(path)
  }
  return paths
}

async function linkOrCopy(path: string, from: string, to: string, previous: Backup | undefined) {
  try {
    const before = previous?.manifest.files[path]
    const now = await stat(join(from, path), { bigint: true })
    if (!previous || !before || before.size !== Number(now.size) || before.changed !== String(now.mtimeNs))
      return await copyOne(join(from, path), join(to, path))
    await link(join(previous.path, path), join(to, path))
    return before
  } catch (error) {
    // Dropped since the folder was listed; the WAL records it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const CONTROL = 'global/pg_control'

/** File system clocks tick every few milliseconds: within one tick a file can change again with the same mtime. */
const TICK_NS = 2_000_000_000n

async function copyOne(from: string, to: string): Promise<{ size: number; changed: string }> {
  const { mtimeNs } = await stat(from, { bigint: true })
  const isSettled = BigInt(Date.now()) * 1_000_000n - mtimeNs > TICK_NS
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await syncFile(to)
  return { size: (await stat(to)).size, changed: isSettled ? String(mtimeNs) : '' }
}
