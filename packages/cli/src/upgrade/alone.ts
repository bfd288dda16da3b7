import { join } from 'node:path'
import { acquireLock, FolderInUse } from '../../../processes/src/lock.mjs'
import { Refused } from '../outcome.ts'

/** One backup, upgrade or way back at a time: a dump would hold up migrations and a restore, and they would break it. */
export async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const release = take(join(dataDir, 'upgrade.lock'))
  return work().finally(release)
}

function take(lock: string): () => void {
  try {
    return acquireLock(lock)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new Refused(
      `A backup or an upgrade is under way (process ${error.pid}). Nothing was done: try again when it has ended.`,
    )
  }
}
