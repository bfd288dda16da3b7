/**
 * `npm run keys:rotate`: a new key signs access tokens from the next start on. The one before still verifies, so nobody is
 * signed out; the next rotation drops it. After a leak rotate twice. Dependency-free.
 */
import { join, resolve } from 'node:path'
import { acquireLock } from '../packages/processes/src/lock.mjs'
import { ROOT } from '../packages/processes/src/processes.mjs'
import { rotateSigningKeys } from '../packages/processes/src/secrets.mjs'

const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data')
/** @type {(() => void)[]} */
const held = []
try {
  // A running service knows the keys that it read, and nobody else may sign with another.
  for (const lock of ['start.lock', 'postgres.lock']) held.push(acquireLock(join(dataDir, lock)))
  rotateSigningKeys(dataDir)
  console.log(`${dataDir} has a new key. The one before is accepted until the next rotation.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const release of held) release()
}
