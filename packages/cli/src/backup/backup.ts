import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openPostgres } from '@salama/local-supabase/database'
import { commitOf } from '../../../processes/src/commit.mjs'
import { ROOT } from '../../../processes/src/processes.mjs'
import { Refused } from '../outcome.ts'
import { RELEASE } from '../release.ts'
import { runProgram } from '../run-program.ts'
import { readBefore } from '../upgrade/before.ts'
import { bytesIn, countRows, DUMP, FILES, hashOf, listBackups, type Manifest, manifestOf, nameOf } from './manifest.ts'
import { runPostgres } from './postgres-programs.ts'

type Source = { databaseUrl?: string | undefined; dataDir: string; settingsFile?: string | undefined }

/**
 * Writes a backup of a running service into a new folder: the database and the rows of each table of one moment, and after
 * them secrets and photos, so that no photo of the database is missing. Whole, or not there at all.
 */
export async function backUp(source: Source, to: string, keep: number): Promise<string> {
  if (!source.databaseUrl)
    throw new Refused(
      'A backup while it runs needs DATABASE_URL. The embedded database is copied while it is stopped (docs/operations.md).',
    )
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const createdAt = new Date().toISOString()
  const name = nameOf(createdAt)
  const [draft, folder] = [join(to, `.${name}`), join(to, name)]
  mkdirSync(draft, { mode: 0o700 })
  try {
    const counts = await dump(source.databaseUrl, join(draft, DUMP))
    const pictures = await pack(source, join(draft, FILES))
    const sha256 = { [DUMP]: await hashOf(join(draft, DUMP)), [FILES]: await hashOf(join(draft, FILES)) }
    const manifest: Manifest = { release: RELEASE, commit: commitOf(ROOT), createdAt, counts, pictures, sha256 }
    writeFileSync(manifestOf(draft), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, folder)
    await noteBackup(source.databaseUrl, name).catch((error) =>
      console.warn(`The backup is whole, but the service was not told of it: ${error}`),
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  prune(to, keep, source.dataDir)
  return folder
}

/** Takes the oldest away, but none that the way back of an upgrade needs. */
export function prune(to: string, keep: number, dataDir: string): void {
  const { backup = '', since = '' } = readBefore(dataDir) ?? {}
  const needed = [backup, since].map((each) => basename(each))
  for (const old of listBackups(to).slice(keep)) if (!needed.includes(old)) rmSync(join(to, old), { recursive: true })
}

/** Twice what the larger of the latest backups has, else what the database and the data folder have. */
export async function requireSpace(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  to: string,
  others: string,
): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const latest = [to, others].flatMap((folder) =>
    listBackups(folder)
      .slice(0, 1)
      .map((name) => bytesIn(join(folder, name))),
  )
  const needed = 2 * (latest.length > 0 ? Math.max(...latest) : bytesIn(dataDir) + (await databaseBytes(databaseUrl)))
  const { bavail, bsize } = statfsSync(to)
  if (bavail * bsize < needed)
    throw new Refused(
      `${to} needs ${gigabytes(needed)} for a backup, and ${gigabytes(bavail * bsize)} are free. Nothing was stopped: remove old backups, or take a larger disk.`,
    )
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

async function databaseBytes(databaseUrl: string): Promise<number> {
  const { database } = openPostgres(databaseUrl, 1)
  const [row] = await database
    .query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
    .finally(() => database.close())
  return row?.bytes ?? 0
}

/** So that the console and the metrics tell how old the latest is, wherever it was put. */
async function noteBackup(databaseUrl: string, name: string): Promise<void> {
  const { database } = openPostgres(databaseUrl, 1)
  await database.query('select app.note_backup($1)', [name]).finally(() => database.close())
}

async function dump(databaseUrl: string, file: string): Promise<Record<string, number>> {
  const { database } = openPostgres(databaseUrl, 1)
  try {
    return await database.transaction(async (tx) => {
      await tx.exec(
        'set transaction isolation level repeatable read; set local idle_in_transaction_session_timeout = 0',
      )
      const [row] = await tx.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
      const counts = await countRows(tx)
      await runPostgres('pg_dump', databaseUrl, ['--format=custom', `--snapshot=${row?.snapshot}`, `--file=${file}`])
      return counts
    })
  } finally {
    await database.close()
  }
}

/**
 * Until somebody has sent a photo there is no folder of pictures. Settings come back into the data folder. Returns how many
 * photos were packed, which is not how many there are by now.
 */
export async function pack({ dataDir, settingsFile }: Source, file: string): Promise<number> {
  const settings = settingsFile && existsSync(settingsFile) ? ['-C', dirname(settingsFile), basename(settingsFile)] : []
  const names = ['secrets.json', ...(existsSync(join(dataDir, 'pictures')) ? ['pictures'] : [])]
  // 1: a photo was erased or is being written; 2: something is missing or cannot be read.
  await runProgram('sh', ['-c', 'tar "$@" || [ $? -eq 1 ]', 'sh', '-cf', file, '-C', dataDir, ...names, ...settings])
  return Number(await runProgram('sh', ['-c', `tar -tf "$0" | grep -c '^pictures/.*[^/]$' || :`, file]))
}
