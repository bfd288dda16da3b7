import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The commit of a clone, whoever owns its files; null where the code came without one.
 * @param {string} folder
 */
export function commitOf(folder) {
  if (!existsSync(join(folder, '.git'))) return null // what is around it may be a clone of something else
  try {
    const args = ['-c', 'safe.directory=*', '-C', folder, 'rev-parse', 'HEAD']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
