/** Where the tests keep temporary databases. Dependency-free. */
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 8 * 2 ** 30

/** A folder in memory where there is room: on a busy disk a database may not respond for seconds. */
export function temporaryRoot() {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize < NEEDED_BYTES ? tmpdir() : MEMORY
}
