import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock, wasCopiedWhileHeld } from '../../processes/src/lock.mjs'

/** A data folder whose database must not be used, or cannot be. */
export class UnusableFolder extends Error {
  override name = 'UnusableFolder'
}

/**
 * A database's folder on disk, locked by this process.
 *
 * `state.json` beside it records how far the first start got. A database without it was interrupted during setup and
 * has never been used, so it is deleted and created again rather than continued from an unknown state.
 */
export type DataFolder = {
  path: string
  isNew: boolean
  remember: (state: { seeded: boolean }) => void
  release: () => void
}

/** With `fresh`, deletes everything in the folder except the secrets. */
export function holdDataFolder(dataDir: string, fresh = false): DataFolder {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o700) // reports, accounts and secrets are in it
  const lock = join(dataDir, 'postgres.lock')
  if (!fresh && wasCopiedWhileHeld(lock)) throw new UnusableFolder(copiedInUse(dataDir, lock))
  const release = acquireLock(lock)
  const path = join(dataDir, 'postgres')
  const file = join(dataDir, 'state.json')
  if (fresh)
    for (const name of ['state.json', 'mailbox.jsonl', 'pictures'])
      rmSync(join(dataDir, name), { force: true, recursive: true })
  if (!existsSync(file)) rmSync(path, { recursive: true, force: true })
  const remember = (state: { seeded: boolean }) => {
    writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { flush: true })
    renameSync(`${file}.new`, file)
  }
  return { path, isNew: !existsSync(path), remember, release }
}

/** PostgreSQL would open it, and answer from files of different moments. */
const copiedInUse = (dataDir: string, lock: string) =>
  `${dataDir} is a copy that was made while a service used the original, so its database may be torn. Nothing was ` +
  `changed. Stop that service and copy again. If it was not running, because it had been killed, remove ${lock}.`

/**
 * Whether the demo may be in this folder: it began with it, or begins now. It is never put into a folder that began
 * without it, because one start without the public address would be enough.
 */
export function mayHaveDemo(dataDir: string, fresh = false): boolean {
  const file = join(dataDir, 'state.json')
  if (fresh || !existsSync(file)) return true
  const state: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return typeof state === 'object' && state !== null && 'seeded' in state && state.seeded === true
}
