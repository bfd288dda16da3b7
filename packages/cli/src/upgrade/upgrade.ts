import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withoutSecrets } from '../env.ts'
import { messageOf, Refused } from '../outcome.ts'
import { runProgram } from '../run-program.ts'
import { UNITS } from '../setup/programs.ts'
import { beforeOf, readBefore, writeBefore } from './before.ts'

export type Clone = {
  /** The folder of the clone; a release is built in one beside it. */
  root: string
  /** Remembers the way back. */
  dataDir: string
  /** Stops and starts the processes: a command of a shell, with `stop` or `start` and names of units after it. */
  service: string
  /** Backs the database and files up, and returns the folder. */
  backUp: () => Promise<string>
  /** Fails where the disk may not have room for a backup. */
  requireSpace: () => Promise<void>
  /** The tables that have another number of rows than in a backup. */
  changedSince: (backup: string) => Promise<string[]>
  /** Resolves once every process can serve, and fails where one cannot. */
  verify: () => Promise<void>
  log: (line: string) => void
}

const HISTORY = 'supabase_migrations.schema_migrations'
/** Has a row of each backup that was made. */
const AUDIT = 'app.audit_log'

/**
 * Takes a clone to another commit, all or nothing. The release is built beside the one that runs, so that a fault of the
 * network, the disk or the build changes nothing. Then the processes stand still for the backup, which so has all that was written, and for
 * the migrations; where one of these or the new start fails, what was there before serves again.
 */
export async function upgrade(clone: Clone, to: string): Promise<void> {
  const { root, log } = clone
  if ((await git(clone, 'status', '--porcelain', '--untracked-files=no')) !== '')
    throw new Refused(`Files in ${root} were changed. Nothing was done: put them back, or commit them.`)
  await git(clone, 'fetch', '--quiet', '--tags')
  const commit = await git(clone, 'rev-parse', 'HEAD')
  const target = await commitNamed(clone, to)
  if (target === commit) return log(`This is ${to} already.`)
  log(`Building ${to} in ${asideOf(clone)}`)
  const built = await buildAside(clone, target)
  await clone.requireSpace()
  // The way back of an upgrade before this one. Deleting takes long, so it is not done while nothing serves.
  rmSync(beforeOf(clone.dataDir), { force: true })
  rmSync(keptOf(clone), { recursive: true, force: true })
  mkdirSync(keptOf(clone))
  try {
    await stop(clone)
    log('Backing up')
    writeBefore(clone.dataDir, { commit, backup: await clone.backUp(), built })
    await exchange(clone, target, built, { from: asideOf(clone), to: keptOf(clone) })
    await salama(clone, ['migrate'])
    await start(clone)
  } catch (error) {
    log(`${messageOf(error)}\nGoing back`)
    const back = existsSync(beforeOf(clone.dataDir)) ? goBack(clone) : start(clone)
    await back.catch((fault: unknown) => {
      throw new Refused(
        `${messageOf(fault)}\nThe release before does not serve. Mend that, then: npx salama upgrade --back`,
      )
    })
    throw new Refused('The upgrade failed, and the release before is back.')
  }
  log(`This is ${to} now. Back to before: npx salama upgrade --back`)
}

/**
 * Back to what there was before the last upgrade, and to its backup where migrations were applied since. It needs no
 * network; interrupted, it goes on when it is called again.
 */
export async function goBack(clone: Clone): Promise<void> {
  const before = readBefore(clone.dataDir)
  if (!before)
    throw new Refused(
      `There was no upgrade, or none that changed anything. If the processes stand still: ${clone.service} ${START}`,
    )
  const { commit, backup, built } = before
  if (!existsSync(keptOf(clone)) && (await git(clone, 'rev-parse', 'HEAD')) !== commit)
    throw new Refused(`${keptOf(clone)} with the packages of before is gone. Nothing was done.`)
  const isMigrated = (await clone.changedSince(backup)).includes(HISTORY)
  const mustRestore = isMigrated || (before.since !== undefined && !before.isRestored)
  await stop(clone)
  if (mustRestore) {
    // One that was interrupted between the database and its files has nothing of its own to keep.
    const isKept = (await isCopy(clone, before.since)) || (before.since !== undefined && (await isCopy(clone, backup)))
    before.since = isKept ? before.since : await clone.backUp()
    writeBefore(clone.dataDir, { ...before, isRestored: false })
    clone.log(`What was written since the upgrade is lost to the service, and kept in ${before.since}`)
  }
  await exchange(clone, commit, built, { from: keptOf(clone), to: droppedOf(clone) })
  if (mustRestore) {
    await salama(clone, ['restore', '--replace', backup])
    writeBefore(clone.dataDir, { ...before, isRestored: true })
  }
  await start(clone)
  rmSync(beforeOf(clone.dataDir))
  rmSync(droppedOf(clone), { recursive: true, force: true })
}

/** Whether this backup has all that there is: nothing was written after it. */
const isCopy = async (clone: Clone, backup: string | undefined) =>
  backup !== undefined && existsSync(backup) && (await clone.changedSince(backup)).every((table) => table === AUDIT)

/** Beside the clone and not in it, so that nothing of one release is found from the other. */
const asideOf = ({ root }: Clone) => `${root}.upgrade/next`
const keptOf = ({ root }: Clone) => `${root}.upgrade/before`
const droppedOf = ({ root }: Clone) => `${root}.upgrade/dropped`

/** A tag, else a branch as it is at the origin, which a clone's own branch may be behind of, else a commit. */
async function commitNamed(clone: Clone, name: string): Promise<string> {
  for (const ref of [`refs/tags/${name}`, `refs/remotes/origin/${name}`, name]) {
    const found = await git(clone, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`).catch(() => undefined)
    if (found) return found
  }
  throw new Refused(`There is no release, branch or commit ${name}. Nothing was done.`)
}

/** With what an operator put into the clone, such as a city. Returns what the build made. */
async function buildAside(clone: Clone, target: string): Promise<string[]> {
  const { root, log } = clone
  const cwd = asideOf(clone)
  rmSync(cwd, { recursive: true, force: true })
  mkdirSync(dirname(cwd), { recursive: true, mode: 0o755 })
  await git(clone, 'worktree', 'prune')
  await git(clone, 'worktree', 'add', '--quiet', '--detach', cwd, target)
  for (const name of lines(await git(clone, 'ls-files', '-z', '--others', '--exclude-standard')))
    cpSync(join(root, name), join(cwd, name), { force: false, errorOnExist: true })
  for (const [program, ...args] of [
    ['sh', 'scripts/install.sh'],
    ['npm', 'run', 'build'],
  ] as const) {
    log([program, ...args].join(' '))
    await runProgram(program, args, { cwd, env: withoutSecrets() })
  }
  return lines(
    await runProgram('git', ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'], { cwd }),
  ).map((name) => name.replace(/\/$/, ''))
}

/** Puts what was built into its place, by renaming alone, and what is there elsewhere. */
async function exchange(clone: Clone, commit: string, built: string[], { from, to }: { from: string; to: string }) {
  await git(clone, 'checkout', '--quiet', '--detach', commit)
  for (const name of built.filter((each) => existsSync(join(from, each)))) {
    const here = join(clone.root, name)
    if (existsSync(here)) move(here, join(to, name))
    move(join(from, name), here)
  }
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { recursive: true, force: true }) // of a way back that was interrupted
  renameSync(from, to)
}

const START = 'start salama.target'
const stop = (clone: Clone) => control(clone, `stop ${UNITS}`)

/** With the units of the code that is there now. */
async function start(clone: Clone): Promise<void> {
  clone.log((await salama(clone, ['setup', '--again'])).trim())
  await control(clone, START)
  await clone.verify()
}

const control = ({ root, service }: Clone, what: string) =>
  runProgram('sh', ['-c', `${service} ${what}`], { cwd: root })

/** A command of the code that is there now, which is another than this process has. */
const salama = ({ root }: Clone, args: string[]) =>
  runProgram('node', ['packages/cli/src/main.ts', ...args], { cwd: root })

const git = async ({ root }: Clone, ...args: string[]) => (await runProgram('git', args, { cwd: root })).trim()

const lines = (text: string) => text.split('\0').filter((line) => line !== '')
