import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { createRole, type Database, ROLES } from '@salama/local-supabase/database'
import type { Migration } from '@salama/local-supabase/migrations'
import { ROOT } from '../../../processes/src/processes.mjs'

const RELEASES = `${ROOT}supabase/releases`
const ENDING = '.sql.br'

/** A database of a release, as SQL, and the migrations that made it: their versions and the hashes of their text. */
export type Release = { name: string; sql: string; migrations: Map<string, string> }

export const releaseOf = (name: string, sql: string): Release => ({
  name,
  sql,
  migrations: new Map(
    [...sql.matchAll(/\('(\d{14})', '([0-9a-f]{64})', /g)].map(([, version = '', hash = '']) => [version, hash]),
  ),
})

export function readReleases(folder = RELEASES): Release[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith(ENDING))
  return names.map((name) =>
    releaseOf(name.slice(0, -ENDING.length), brotliDecompressSync(readFileSync(join(folder, name))).toString()),
  )
}

export function writeRelease({ name, sql }: Release, folder = RELEASES): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}${ENDING}`)
  writeFileSync(file, brotliCompressSync(sql))
  return file
}

/** What of the migrations of releases is no longer as it was released, as lines to print. Databases have it. */
export function changedSince(releases: Release[], migrations: Migration[]): string[] {
  const released = new Map(
    releases.flatMap((release) => [...release.migrations].map(([version, hash]) => [version, { ...release, hash }])),
  )
  const last = [...released.keys()].sort().at(-1) ?? ''
  const changed = [...released].flatMap(([version, { name, hash }]) => {
    const found = migrations.find((each) => each.version === version)
    if (found?.checksum === hash) return []
    return [
      `Migration ${version} of release ${name} ${found ? 'has changed' : 'is gone'}: git checkout v${name} -- supabase/migrations, and write a new one: npm run db:migration -- <name>`,
    ]
  })
  const late = migrations.filter(({ version }) => version < last && !released.has(version))
  return [
    ...changed,
    ...late.map(({ version, name }) => `${version}_${name}.sql sorts before what is released: give it a later time`),
  ]
}

/** Into an empty database, as its owner. */
export async function restoreRelease(database: Database, { sql }: Release): Promise<void> {
  const found = await database.query<{ name: string }>('select rolname::text as name from pg_roles')
  const missing = ROLES.filter((role) => !found.some(({ name }) => name === role))
  await database.exec(`${missing.map(createRole).join('\n')}\n${sql}\nreset all;`)
}
