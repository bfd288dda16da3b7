import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres, type Queryable, requirePrepared } from '@salama/local-supabase/database'
import { openStorage } from '@salama/local-supabase/storage'
import { Refused } from '../outcome.ts'
import { runProgram } from '../run-program.ts'
import { countFiles, countRows, DUMP, FILES, type Manifest, nameOf, readManifest } from './manifest.ts'
import { programOf, runPostgres } from './postgres-programs.ts'

type Target = { databaseUrl: string; dataDir: string; log: (line: string) => void }

/** What the owner of a database makes in it; the rest is the administrator's. */
const SCHEMAS = ['api', 'app', 'auth', 'storage', 'supabase_migrations', 'salama_limits']

/**
 * Restores a backup into an empty, prepared database and a data folder, and compares what is there then with what there was.
 * All of the database or nothing. `replace` takes away what the database has, in the same transaction. One that was
 * interrupted goes on when it is called again.
 */
export async function restore(folder: string, target: Target, { replace = false } = {}): Promise<Manifest> {
  const { databaseUrl, dataDir, log } = target
  const manifest = await readManifest(folder)
  const isThere = await requireRoom(databaseUrl, manifest, replace)
  if (!isThere) await fillDatabase(folder, databaseUrl, replace)
  await compareRows(databaseUrl, manifest)
  log(`Restored ${Object.keys(manifest.counts).length} tables with all rows of ${manifest.createdAt}`)
  await unpack(folder, dataDir)
  if (countFiles(join(dataDir, 'pictures')) < manifest.pictures)
    throw new Refused('Photos are missing after the restore.')
  const { database } = await openStorage({ databaseUrl, dataDir, demo: false, log })
  await database.close()
  return manifest
}

/** Returns whether the database has all rows of the backup, as after a restore that was interrupted. */
async function requireRoom(databaseUrl: string, { counts }: Manifest, replace: boolean): Promise<boolean> {
  const { database } = openPostgres(databaseUrl, 1)
  try {
    await requirePrepared(database)
    const [row] = await database.query<{ used: boolean }>(`select to_regnamespace('app') is not null as used`)
    const isThere = row?.used === true && !replace
    if (isThere && differing(counts, await countRows(database)).length > 0)
      throw new Refused(
        'That database has data of Salama already. Nothing was changed: restore into an empty one, or with --replace in place of what it has.',
      )
    await requireAlone(database)
    return isThere
  } finally {
    await database.close()
  }
}

/** What a running service writes meanwhile would be lost, or be beside what it does not belong to. */
async function requireAlone(database: Queryable): Promise<void> {
  for (let left = 10; ; left--) {
    const [row] = await database.query<{ others: number }>(OTHERS)
    if (row?.others === 0) return
    if (left === 0)
      throw new Refused(
        `${row?.others} others are connected to that database. Nothing was changed: stop the service first, systemctl stop salama.target.`,
      )
    await sleep(500) // the server notices late that a process has ended
  }
}

const OTHERS = `
  select count(*)::int as others from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/**
 * One transaction: without owner and comments, which are the administrator's to set on extensions, and without privileges,
 * which the next start makes anew.
 */
async function fillDatabase(folder: string, databaseUrl: string, replace: boolean): Promise<void> {
  const dump = join(folder, DUMP)
  const draft = mkdtempSync(join(folder, '.restore-'))
  const [list, script] = [join(draft, 'list'), join(draft, 'script.sql')]
  try {
    const entries = (await runProgram(programOf('pg_restore'), ['--list', dump])).split('\n')
    writeFileSync(list, entries.filter((line) => !ADMINISTRATORS.test(line)).join('\n'))
    const asOwner = ['--no-owner', '--no-comments', '--no-acl', `--use-list=${list}`]
    await runProgram(programOf('pg_restore'), [...asOwner, `--file=${script}`, dump])
    await leaveOutUnknown(script, databaseUrl)
    const first = replace ? [`--command=drop schema if exists ${SCHEMAS.join(', ')} cascade`] : []
    const whole = ['--quiet', '--no-psqlrc', '--single-transaction', '--set=ON_ERROR_STOP=1', '--output=/dev/null']
    await runPostgres('psql', databaseUrl, [...whole, ...first, `--file=${script}`])
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Settings at the beginning of a script of a newer version, such as transaction_timeout, become comments. */
async function leaveOutUnknown(script: string, databaseUrl: string): Promise<void> {
  const { database } = openPostgres(databaseUrl, 1)
  const rows = await database.query<{ name: string }>('select name from pg_settings').finally(() => database.close())
  await commentOut(
    script,
    rows.map(({ name }) => name),
  )
}

/** In place and of the same length, because a script may be large. */
export async function commentOut(script: string, known: string[]): Promise<void> {
  const file = await open(script, 'r+')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0)
  const head = buffer.toString('latin1', 0, bytesRead).split('\nSELECT ', 1)[0] ?? ''
  const mended = head.replace(/^SET(?= (\w+) = )/gm, (set, name: string) => (known.includes(name) ? set : '-- '))
  await file.write(Buffer.from(mended, 'latin1'), 0, mended.length, 0)
  await file.close()
}

/** Entries of the table of contents like `3; 2615 16385 SCHEMA - extensions postgres`. */
const ADMINISTRATORS = /^\d+; \d+ \d+ (EXTENSION |SCHEMA - (extensions|public) |TABLE DATA extensions |DEFAULT ACL )/

type Counts = Manifest['counts']
const differing = (counts: Counts, found: Counts) =>
  Object.keys(counts).filter((table) => found[table] !== counts[table])

async function compareRows(databaseUrl: string, { counts }: Manifest): Promise<void> {
  const { database } = openPostgres(databaseUrl, 1)
  const found = await countRows(database).finally(() => database.close())
  const told = differing(counts, found).map((table) => `${table}: ${found[table] ?? 'no table'} of ${counts[table]}`)
  if (told.length > 0) throw new Refused(`The restored database is not whole: ${told.join(', ')}`)
}

/** Secrets that were there stay beside the restored ones, which the keys and second factors in the database need. */
export async function unpack(folder: string, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secrets = join(dataDir, 'secrets.json')
  if (existsSync(secrets)) renameSync(secrets, `${secrets}.before-restore-${nameOf(new Date().toISOString())}`)
  await runProgram('tar', ['-xf', join(folder, FILES), '-C', dataDir])
}
