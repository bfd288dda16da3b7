import { type Backup, createBackup, listBackups, pruneBackups } from './base-backup.ts'
import { type DataFolder, holdDataFolder } from './data-folder.ts'
import { type Database, openPglite, openPostgres, prepare, syncTree } from './database/index.ts'
import type { Opened } from './database/open.ts'
import { migrate, readMigrations, refuseUnknown } from './migrations.ts'
import { repairPrivileges } from './privileges.ts'
import { dropForeignLog, removeReplaced, restore } from './restore.ts'
import { demoSnapshot, demoVersion, seedDemo } from './seed/index.ts'
import { cachedSnapshot, snapshot } from './snapshot.ts'

export type StorageOptions = {
  /** A folder, or 'memory' for an in-memory database. Not used with `databaseUrl`. */
  dataDir: string
  databaseUrl?: string
  /** Multiplies the timeouts of the server's requests; 1 by default. */
  databasePatience?: number
  /** Seed the demo accounts and network into a new database. */
  demo: boolean
  /** Delete the data in the folder first. */
  fresh?: boolean
  log: (line: string) => void
}

/** A migrated and optionally seeded database: on a server, in memory, or in a locked folder. */
export async function openStorage(options: StorageOptions): Promise<Opened> {
  if (options.databaseUrl) return openServer(options.databaseUrl, options)
  return options.dataDir === 'memory' ? openMemory(options) : openFolder(options)
}

async function openServer(url: string, { databasePatience, demo, log }: StorageOptions): Promise<Opened> {
  const opened = openPostgres(url, 10, databasePatience)
  try {
    await bringUpToDate(opened.database, log)
    if (demo) await seedDemo(opened.database, log)
    return opened
  } catch (error) {
    await opened.database.close()
    throw error
  }
}

async function openMemory({ demo }: StorageOptions): Promise<Opened> {
  return openPglite({ dump: await (demo ? demoSnapshot() : snapshot()) })
}

async function openFolder(options: StorageOptions): Promise<Opened> {
  const folder = holdDataFolder(options.dataDir, options.fresh)
  try {
    // Creating a database needs over a gigabyte more than using it, and WebAssembly never returns memory. So a separate
    // instance does it and is then garbage collected.
    if (folder.isNew) await makeDatabase(folder, options)
    const { connection, database } = await openDatabase(folder, options)
    try {
      await bringUpToDate(database, options.log)
      folder.adopt()
      if (listBackups(options.dataDir).length === 0) await createBackup(database, options.dataDir)
    } catch (error) {
      await database.close()
      throw error
    }
    return { connection, database: closingWith(database, folder.release) }
  } catch (error) {
    folder.release()
    throw error
  }
}

/**
 * The database of a folder, or the last base backup that opens. Backups come first for a copy, whose files may be torn;
 * otherwise only if the database does not open.
 */
async function openDatabase(folder: DataFolder, { dataDir, log }: StorageOptions): Promise<Opened> {
  const backups: (Backup | undefined)[] = listBackups(dataDir)
  const tries = folder.isCopy && backups.length > 0 ? backups : [undefined, ...backups]
  let isReplaced = false
  let last: unknown
  for (const backup of tries) {
    try {
      if (backup) {
        restore(dataDir, backup, isReplaced)
        // PostgreSQL does the same before it replays the WAL, but one file at a time.
        await syncTree(folder.path)
      }
      isReplaced = backup !== undefined
      const opened = await openPglite({ folder: folder.path })
      if (backup) {
        log(`Opened the base backup ${backup.manifest.firstSegment} with the log since then`)
        await settle(opened.database, folder, dataDir, backup)
      }
      return opened
    } catch (error) {
      last = error
      log(`${backup ? `The base backup ${backup.manifest.firstSegment}` : 'The database'} does not open: ${error}`)
    }
  }
  throw last
}

/** Diverges from the original from here. */
async function settle(database: Database, folder: DataFolder, dataDir: string, backup: Backup): Promise<void> {
  await dropForeignLog(database, dataDir)
  pruneBackups(dataDir, [backup])
  await createBackup(database, dataDir)
  folder.adopt()
  // Keeps an original that did not open, for inspection.
  if (folder.isCopy) removeReplaced(dataDir)
}

async function makeDatabase(folder: DataFolder, { demo, log }: StorageOptions): Promise<void> {
  const withDemo = demo ? cachedSnapshot(demoVersion()) : undefined
  const dump = withDemo ?? cachedSnapshot()
  log(demo && !withDemo ? 'Making a database with the demo, the first time takes a minute' : 'Making a database')
  const { database } = await openPglite({ folder: folder.path, ...(dump ? { dump } : {}) })
  try {
    await bringUpToDate(database, log)
    if (demo && !withDemo) await seedDemo(database, log)
    await database.exec('checkpoint')
    // PostgreSQL flushes its own writes, but the files of a new database were created by others.
    await syncTree(folder.path)
    folder.remember({ seeded: demo })
  } finally {
    await database.close()
  }
}

async function bringUpToDate(database: Database, log: (line: string) => void): Promise<void> {
  const migrations = readMigrations()
  await refuseUnknown(database, migrations)
  await prepare(database)
  if (await repairPrivileges(database, migrations)) log('Gave a restored database its grants and policies again')
  for (const { version, name } of await migrate(database, migrations)) log(`Applied ${version}_${name}.sql`)
}

function closingWith(database: Database, release: () => void): Database {
  return { ...database, close: () => database.close().finally(release) }
}
