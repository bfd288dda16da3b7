import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Migration, MigrationError } from './migrations.ts'
import { MIGRATIONS } from './paths.ts'

/**
 * `supabase/migrations/frozen.json`: the checksums of the migrations that databases with real data have applied. Such a
 * file never changes again. Without frozen.json no database has data that must be kept.
 */
const FILE = 'frozen.json'

export function isFrozen(folder = MIGRATIONS): boolean {
  return existsSync(`${folder}/${FILE}`)
}

/** Errors in the frozen migrations, as lines to print. Later ones may change until they are frozen too. */
export function frozenProblems(migrations: Migration[], folder = MIGRATIONS): string[] {
  if (!isFrozen(folder)) return []
  const frozen = Object.entries(readFrozen(folder))
  if (frozen.length === 0) return [`${FILE} names no migration: put it back as it was committed`]
  const last =
    frozen
      .map(([file]) => file)
      .sort()
      .at(-1) ?? ''
  const changed = frozen.flatMap(([file, checksum]) => {
    const found = migrations.find((each) => fileOf(each) === file)
    if (!found) return [`${file} is frozen and is gone: put it back`]
    return found.checksum === checksum
      ? []
      : [`${file} is frozen and has changed: put it back and write a new migration`]
  })
  const early = migrations.map(fileOf).filter((file) => file < last && !frozen.some(([each]) => each === file))
  return [...changed, ...early.map((file) => `${file} sorts before ${last}, which is frozen: give it a later date`)]
}

/** Adds all present migrations to the frozen ones; fails if one of those has changed. */
export function freeze(migrations: Migration[], folder = MIGRATIONS): void {
  const problems = frozenProblems(migrations, folder)
  if (problems.length > 0) throw new MigrationError(problems.join('\n'))
  const checksums = Object.fromEntries(migrations.map((each) => [fileOf(each), each.checksum]))
  writeFileSync(`${folder}/${FILE}`, `${JSON.stringify(checksums, null, 2)}\n`)
}

function readFrozen(folder: string): Record<string, string> {
  const found: unknown = JSON.parse(readFileSync(`${folder}/${FILE}`, 'utf8'))
  if (typeof found !== 'object' || found === null) throw new MigrationError(`${FILE} is not a list of migrations`)
  return Object.fromEntries(Object.entries(found).map(([file, checksum]) => [file, String(checksum)]))
}

function fileOf({ version, name }: Migration): string {
  return `${version}_${name}.sql`
}
