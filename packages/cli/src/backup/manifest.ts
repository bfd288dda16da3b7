import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '@salama/local-supabase/database'
import { z } from 'zod'
import { Refused } from '../outcome.ts'

/** The files of a backup, beside the manifest. */
export const DUMP = 'database.dump'
export const FILES = 'files.tar'
const MANIFEST = 'manifest.json'

/** What a backup has, so that a restored one is compared with it. */
const Manifest = z.object({
  release: z.string(),
  commit: z.string().nullable(),
  createdAt: z.iso.datetime(),
  counts: z.record(z.string(), z.int()),
  pictures: z.int(),
  sha256: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestOf = (folder: string) => join(folder, MANIFEST)

/** Reads it, and refuses files that are not as they were written. */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!statSync(manifestOf(folder), { throwIfNoEntry: false }))
    throw new Refused(`${folder} is no backup: it has no ${MANIFEST}.`)
  const manifest = Manifest.parse(JSON.parse(readFileSync(manifestOf(folder), 'utf8')))
  for (const [name, expected] of Object.entries(manifest.sha256)) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false }) && (await hashOf(join(folder, name)))
    if (found !== expected)
      throw new Refused(`${join(folder, name)} is missing or was changed since the backup. Use another one.`)
  }
  return manifest
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The rows of each table that a dump has. */
export async function countRows(database: Queryable): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string; sql: string }>(`
    select format('%I.%I', schemaname, tablename) as name,
           format('select %L as name, count(*)::int as rows from %I.%I', format('%I.%I', schemaname, tablename), schemaname,
                  tablename) as sql
      from pg_tables where schemaname in ('app', 'auth', 'storage', 'supabase_migrations') order by 1`)
  if (tables.length === 0) return {}
  const rows = await database.query<{ name: string; rows: number }>(tables.map(({ sql }) => sql).join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

const filesIn = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    : []
export const countFiles = (folder: string): number => filesIn(folder).length
export const bytesIn = (folder: string): number =>
  filesIn(folder)
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)

/** The time at which a backup was made, as its name. */
export const nameOf = (createdAt: string) => createdAt.replace(/[:.]/g, '-')
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** The backups in a folder, the newest first; not what others put there, nor one that was renamed to be kept. */
export const listBackups = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder)
        .filter((name) => NAME.test(name) && statSync(manifestOf(join(folder, name)), { throwIfNoEntry: false }))
        .sort()
        .reverse()
    : []
