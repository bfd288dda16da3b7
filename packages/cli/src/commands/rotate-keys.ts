import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '@salama/local-supabase/env'
import { acquireLock } from '../../../processes/src/lock.mjs'
import { rotateSigningKeys } from '../../../processes/src/secrets.mjs'
import { failed, Refused, readTyped } from '../outcome.ts'
import { answers, ownAddress } from '../project.ts'

const USAGE = `npx salama rotate-keys

  A new key signs access tokens from the next start on. The one before still verifies, so nobody is signed out; the next
  rotation drops it. After a leak rotate twice.`

/** A running service knows the keys that it read, and nobody else may sign with another. */
async function main(): Promise<void> {
  readTyped(() => parseArgs({ options: {} }))
  const env = readEnv()
  const [{ dataDir }, url] = [env, ownAddress(env)]
  if (await answers(url)) throw new Refused(`The service runs at ${url}. Stop it first; nothing was changed.`)
  const held: (() => void)[] = []
  try {
    for (const lock of ['start.lock', 'postgres.lock']) held.push(acquireLock(join(dataDir, lock)))
    rotateSigningKeys(dataDir)
  } finally {
    for (const release of held) release()
  }
  console.log(`${dataDir} has a new key. The one before is accepted until the next rotation.`)
}

main().catch((error: unknown) => failed(error, USAGE))
