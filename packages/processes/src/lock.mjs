/**
 * One process per data folder. PGlite does not detect a second process on its folder, and the two corrupt it; two `npm
 * start` would write to the same logs. Dependency-free.
 *
 * The lock is a symbolic link whose target names its holder's pid, the start time of that process (in a container pids
 * are reused after every restart), and the inode of the folder: in a copy the inode differs, so the copy is not locked.
 * A link and not a file, because it is stored with its name and so can be made on a full disk.
 */
import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'

export class FolderInUse extends Error {
  /**
   * @param {string} file
   * @param {number} pid
   */
  constructor(file, pid) {
    super(`${dirname(file)} is in use by process ${pid}. Stop that one first, or choose another DATA_DIR.`)
    this.name = 'FolderInUse'
    this.pid = pid
  }
}

/** @typedef {{ pid: number, startedAt: string, inode: string }} Holder */

/**
 * Acquires the lock, or throws FolderInUse.
 * @param {string} file
 * @returns {() => void} releases it
 */
export function acquireLock(file) {
  mkdirSync(dirname(file), { recursive: true })
  for (let attempt = 0; attempt < 3; attempt++) {
    if (create(file)) {
      return () => {
        if (read(file)?.pid === process.pid) rmSync(file, { force: true })
      }
    }
    const holder = read(file)
    if (holder && isHeld(file, holder)) throw new FolderInUse(file, holder.pid)
    setAside(file)
  }
  throw new Error(`Could not take the lock ${file}`)
}

/**
 * Whether the folder of a lock is a copy of one that was locked then: its holder was running, or had been killed.
 * @param {string} file
 */
export function wasCopiedWhileHeld(file) {
  const holder = read(file)
  return holder !== undefined && holder.inode !== inodeAround(file)
}

/** @param {string} file */
function create(file) {
  try {
    symlinkSync([process.pid, startOf(process.pid), inodeAround(file)].join(':'), file)
    return true
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    return false
  }
}

/** @param {string} file */
const inodeAround = (file) => String(statSync(dirname(file), { bigint: true }).ino)

/**
 * Renaming is atomic, so of two processes that find the same stale lock only one moves it aside.
 * @param {string} file
 */
function setAside(file) {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    return
  }
  const holder = read(aside)
  if (holder && isHeld(aside, holder)) {
    renameSync(aside, file)
    throw new FolderInUse(file, holder.pid)
  }
  rmSync(aside, { force: true })
}

/**
 * @param {string} file
 * @returns {Holder | undefined}
 */
function read(file) {
  try {
    const [pid, startedAt = '', inode = ''] = readlinkSync(file).split(':')
    return { pid: Number(pid), startedAt, inode }
  } catch {
    return undefined
  }
}

/**
 * @param {string} file
 * @param {Holder} holder
 */
function isHeld(file, holder) {
  if (holder.inode !== inodeAround(file)) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return isCode(error, 'EPERM')
  }
  return startOf(holder.pid) === holder.startedAt
}

/**
 * The start time of a process on Linux; elsewhere it is unknown and only the pid counts.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
