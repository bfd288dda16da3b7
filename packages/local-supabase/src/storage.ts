import { loadCity } from '@salama/domain/city-files'
import { type DataFolder, holdDataFolder, UnusableFolder } from './data-folder.ts'
import {
  type Database,
  openPglite,
  openPostgres,
  prepare,
  requirePrepared,
  syncTree,
  waitForServer,
} from './database/index.ts'
import type { Opened } from './database/open.ts'
import { messageOf, migrate, readMigrations, refuseUnknown } from './migrations.ts'
import { operatorRpc } from './operator-rpc.ts'
import { repairPrivileges } from './privileges.ts'
import { demoSnapshot, demoVersion, seedDemo } from './seed/index.ts'
import { cachedSnapshot, snapshot } from './snapshot.ts'

export type StorageOptions = {
  /** A folder, or 'memory' for an in-memory database. Not used with `databaseUrl`. */
  dataDir: string
  databaseUrl?: string
  /** Multiplies the timeouts of the server's requests; 1 by default. */
  databasePatience?: number
  /** How long to wait for a server that is not up yet; not at all by default. */
  databaseWaitS?: number
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

async function openServer(
  url: string,
  { databasePatience, databaseWaitS, demo, log }: StorageOptions,
): Promise<Opened> {
  const opened = openPostgres(url, 10, databasePatience)
  try {
    if (databaseWaitS) await waitForServer(opened.database, { url, waitS: databaseWaitS, log })
    await requirePrepared(opened.database)
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
    const { connection, database } = await openPglite({ folder: folder.path }).catch((error: unknown) => {
      throw new UnusableFolder(broken(folder.path, error), { cause: error })
    })
    try {
      await bringUpToDate(database, options.log)
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

const broken = (path: string, error: unknown) =>
  `The database in ${path} does not open: ${messageOf(error)}. Nothing was deleted. Start with the last copy of the data ` +
  'folder in its place (docs/operations.md, Back up and restore), or with another DATA_DIR.'

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
  await loadCity(operatorRpc(database))
}

function closingWith(database: Database, release: () => void): Database {
  return { ...database, close: () => database.close().finally(release) }
}
