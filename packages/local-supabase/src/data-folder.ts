import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '../../../scripts/lib/lock.mjs'

/**
 * A database's folder on disk, held by this process alone.
 *
 * `state.json` beside it says how far the first start got. A database without it was cut off while it was made: nobody
 * has used it yet, so it is thrown away and made again, rather than continued from an unknown middle.
 */
export type DataFolder = {
  path: string
  isNew: boolean
  isSeeded: boolean
  remember: (state: { seeded: boolean }) => void
  release: () => void
}

/** With `fresh`, whatever is in the folder is forgotten, except the secrets. */
export function holdDataFolder(dataDir: string, fresh = false): DataFolder {
  mkdirSync(dataDir, { recursive: true })
  const release = takeLock(join(dataDir, 'postgres.lock'))
  const path = join(dataDir, 'postgres')
  const file = join(dataDir, 'state.json')
  if (fresh)
    for (const name of ['state.json', 'mailbox.jsonl', 'pictures'])
      rmSync(join(dataDir, name), { force: true, recursive: true })
  const state = readState(file)
  if (!state) rmSync(path, { recursive: true, force: true })
  return {
    path,
    isNew: !existsSync(path),
    isSeeded: state?.seeded ?? false,
    remember: (next) => {
      writeFileSync(`${file}.new`, `${JSON.stringify(next)}\n`)
      renameSync(`${file}.new`, file)
    },
    release,
  }
}

function readState(file: string): { seeded: boolean } | undefined {
  if (!existsSync(file)) return undefined
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return { seeded: typeof found === 'object' && found !== null && 'seeded' in found && found.seeded === true }
}
