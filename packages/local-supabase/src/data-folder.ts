import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../processes/src/lock.mjs'
import { BACKUPS, listBackups } from './base-backup.ts'

/**
 * A database's folder on disk, locked by this process.
 *
 * `state.json` beside it records how far the first start got. A database without it was interrupted during setup and
 * has never been used, so it is deleted and created again rather than continued from an unknown state.
 */
export type DataFolder = {
  path: string
  isNew: boolean
  /**
   * Whether the database was copied from elsewhere. It may have been in use at the time, so its files may be torn even
   * if it opens.
   */
  isCopy: boolean
  remember: (state: { seeded: boolean }) => void
  /** Marks the database in the folder as its own, wherever it came from. */
  adopt: () => void
  release: () => void
}

/** With `fresh`, deletes everything in the folder except the secrets. */
export function holdDataFolder(dataDir: string, fresh = false): DataFolder {
  mkdirSync(dataDir, { recursive: true })
  const release = acquireLock(join(dataDir, 'postgres.lock'))
  const path = join(dataDir, 'postgres')
  const file = join(dataDir, 'state.json')
  if (fresh)
    for (const name of ['state.json', 'mailbox.jsonl', 'pictures'])
      rmSync(join(dataDir, name), { force: true, recursive: true })
  const state = readState(file)
  if (!state) for (const each of [path, join(dataDir, BACKUPS)]) rmSync(each, { recursive: true, force: true })
  const remember = ({ seeded }: { seeded: boolean }) => {
    const text = `${JSON.stringify({ seeded, identity: identityOf(path) })}\n`
    writeFileSync(`${file}.new`, text, { flush: true })
    renameSync(`${file}.new`, file)
  }
  return {
    path,
    isNew: !existsSync(path) && listBackups(dataDir).length === 0,
    isCopy: state?.identity !== undefined && state.identity !== identityOf(path),
    remember,
    adopt: () => remember({ seeded: readState(file)?.seeded ?? false }),
    release,
  }
}

/**
 * Whether the demo may be in this folder: it began with it, or begins now. It is never put into a folder that began
 * without it, because one start without the public address would be enough.
 */
export function mayHaveDemo(dataDir: string, fresh = false): boolean {
  return fresh || (readState(join(dataDir, 'state.json'))?.seeded ?? true)
}

type State = { seeded: boolean; identity: string | undefined }

function readState(file: string): State | undefined {
  if (!existsSync(file)) return undefined
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof found !== 'object' || found === null) return { seeded: false, identity: undefined }
  return {
    seeded: 'seeded' in found && found.seeded === true,
    identity: 'identity' in found && typeof found.identity === 'string' ? found.identity : undefined,
  }
}

/** A copy has other inodes; a moved folder, or a volume that was restored whole, keeps them. */
function identityOf(path: string): string | undefined {
  const inodes = [path, join(path, 'PG_VERSION')].map(
    (each) => statSync(each, { bigint: true, throwIfNoEntry: false })?.ino,
  )
  return inodes.includes(undefined) ? undefined : inodes.join('-')
}
