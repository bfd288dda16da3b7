import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { childEnv } from '../../../processes/src/processes.mjs'
import { Refused } from '../outcome.ts'

export type Clone = {
  /** The folder of the clone. */
  root: string
  /** Remembers the way back. */
  dataDir: string
  /** Stops and starts the processes: a command of a shell, with `stop` or `start` after it. */
  service: string
  /** Backs the database and files up, and returns the folder. */
  backUp: () => Promise<string>
  /** Whether migrations were applied since a backup. */
  isMigratedSince: (backup: string) => Promise<boolean>
  log: (line: string) => void
}

const Before = z.object({ commit: z.string(), backup: z.string() })

/**
 * Takes a clone to another commit: after a backup, and with everything as it was where a step fails. The processes stand still
 * while the new code is built.
 */
export async function upgrade(clone: Clone, to: string): Promise<void> {
  const { root, log } = clone
  if ((await run(clone, 'git', ['status', '--porcelain', '--untracked-files=no'])) !== '')
    throw new Refused(`Files in ${root} were changed. Nothing was done: put them back, or commit them.`)
  await run(clone, 'git', ['fetch', '--quiet', '--tags'])
  const commit = await run(clone, 'git', ['rev-parse', 'HEAD'])
  const target = await run(clone, 'git', ['rev-parse', '--verify', `${to}^{commit}`])
  if (target === commit) return log(`This is ${to} already.`)
  log('Backing up')
  const backup = await clone.backUp()
  writeFileSync(beforeOf(clone), JSON.stringify({ commit, backup }), { mode: 0o600 })
  try {
    await moveTo(clone, target)
    await salama(clone, ['migrate'])
  } catch (error) {
    log(`${error instanceof Error ? error.message : error}\nGoing back`)
    await goBack(clone)
    throw new Refused('The upgrade failed, and the release before is back.')
  }
  await control(clone, 'start')
  log(`This is ${to} now. Back to before: npx salama upgrade --back`)
}

/** Back to the commit before the last upgrade, and to its backup where migrations were applied since. */
export async function goBack(clone: Clone): Promise<void> {
  if (!existsSync(beforeOf(clone))) throw new Refused('There was no upgrade.')
  const { commit, backup } = Before.parse(JSON.parse(readFileSync(beforeOf(clone), 'utf8')))
  const isMigrated = await clone.isMigratedSince(backup)
  if (isMigrated) {
    await control(clone, 'stop')
    clone.log(`What was written since the upgrade is lost to the service, and kept in ${await clone.backUp()}`)
  }
  await moveTo(clone, commit)
  if (isMigrated) await salama(clone, ['restore', '--replace', backup])
  await control(clone, 'start')
}

const beforeOf = ({ dataDir }: Clone) => join(dataDir, 'upgrade.json')

async function moveTo(clone: Clone, commit: string): Promise<void> {
  await control(clone, 'stop')
  for (const [program, ...args] of [
    ['git', 'checkout', '--quiet', '--detach', commit],
    ['npm', 'ci', '--no-audit', '--no-fund'],
    ['npm', 'run', 'build'],
  ] as const) {
    clone.log([program, ...args].join(' '))
    await run(clone, program, args)
  }
}

/** A command of the code that is there now, which is another than this process has. */
const salama = (clone: Clone, args: string[]) => run(clone, 'node', ['packages/cli/src/main.ts', ...args])

const control = (clone: Clone, what: 'stop' | 'start') =>
  run(clone, 'sh', ['-c', `${clone.service} ${what} salama.target`])

async function run({ root }: Clone, program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { cwd: root, env: childEnv(), maxBuffer: 1e8 })
    return stdout.trim()
  } catch (error) {
    const { stderr = '', message } = Object(error)
    throw new Refused(`${program} ${args.join(' ')} failed: ${String(stderr).trim().slice(-2000) || message}`)
  }
}
