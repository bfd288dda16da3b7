import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * One process per data folder. PGlite does not notice a second process on its folder, and the two corrupt it.
 *
 * The lock is a file with the holder's pid and the time at which that process started: in a container the same pid
 * comes back after every restart, and must not be taken for a holder that is still there.
 */
export class FolderInUse extends Error {
  readonly pid: number
  constructor(file: string, pid: number) {
    super(`${dirname(file)} is in use by process ${pid}. Stop that one first, or choose another DATA_DIR.`)
    this.name = 'FolderInUse'
    this.pid = pid
  }
}

type Holder = { pid: number; startedAt: string }

/** Takes the lock, or throws FolderInUse. Returns what gives it back. */
export function takeLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true })
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) })
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      return () => {
        if (read(file)?.pid === process.pid) rmSync(file, { force: true })
      }
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
    const holder = read(file)
    if (holder && isAlive(holder)) throw new FolderInUse(file, holder.pid)
    setAside(file)
  }
  throw new Error(`Could not take the lock ${file}`)
}

/** Renaming is atomic, so of two processes that find the same stale lock only one sets it aside. */
function setAside(file: string): void {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    return
  }
  const holder = read(aside)
  if (holder && isAlive(holder)) {
    renameSync(aside, file)
    throw new FolderInUse(file, holder.pid)
  }
  rmSync(aside, { force: true })
}

function read(file: string): Holder | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof found !== 'object' || found === null || !('pid' in found) || !('startedAt' in found)) return undefined
    return { pid: Number(found.pid), startedAt: String(found.startedAt) }
  } catch {
    return undefined
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return isCode(error, 'EPERM')
  }
  return startOf(holder.pid) === holder.startedAt
}

/** When a process started, as Linux tells it; elsewhere nothing is known and the pid alone decides. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
