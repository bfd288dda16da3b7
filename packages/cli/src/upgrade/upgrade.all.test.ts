import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readBefore, writeBefore } from './before.ts'
import { type Clone, goBack, upgrade } from './upgrade.ts'

// A clone with a first release, a good second one, one that does not build, one that does not migrate and one that does not
// start. Their commands write down what they do.

let root: string
let done: string
let migrations: number
const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    encoding: 'utf8',
  }).trim()
const lines = () => (existsSync(done) ? readFileSync(done, 'utf8').trim().split('\n') : [])
/** What serves: the release of the code, and the one of what was built. */
const serving = () =>
  ['package.json', 'dist/app'].map((name) => JSON.parse(readFileSync(join(root, name), 'utf8')).version)

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  root = join(folder, 'app')
  done = join(folder, 'done')
  migrations = 1
  for (const folder of ['packages/cli/src', 'scripts']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, '.gitignore'), 'dist\nupgrade.json\n')
  const release = (
    version: string,
    { build = 'cp package.json dist/app && env > dist/built', migrate = 'true' } = {},
  ) => {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'clone', version, scripts: { build } }))
    writeFileSync(join(root, 'scripts/install.sh'), 'mkdir -p dist && env > dist/installed')
    writeFileSync(
      join(root, 'packages/cli/src/main.ts'),
      `import { appendFileSync, existsSync } from 'node:fs'
      const said = process.argv.slice(2).join(' ')
      appendFileSync(${JSON.stringify(done)}, '${version} ' + said + '\\n')
      if (said === 'migrate' && !${migrate}) process.exit(1)
      if (said.startsWith('restore') && existsSync('half-restored')) process.exit(1)`,
    )
    git('add', '.')
    git('commit', '-qm', version)
    git('tag', version)
  }
  git('init', '-q')
  release('1.0.0')
  release('1.1.0')
  release('1.2.0', { build: 'echo no such module >&2; exit 1' })
  release('1.3.0', { migrate: 'false' })
  git('checkout', '-q', '1.0.0')
  mkdirSync(join(root, 'dist'))
  writeFileSync(join(root, 'dist/app'), JSON.stringify({ version: '1.0.0' }))
})

const clone = (more: Partial<Clone> = {}): Clone => ({
  root,
  dataDir: root,
  service: `says() { echo "$1" >> ${done}; }; says`,
  backUp: async () => {
    appendFileSync(done, 'backup\n')
    return '/backups/one'
  },
  requireSpace: async () => {},
  changedSince: async () => (migrations > 1 ? ['supabase_migrations.schema_migrations', 'app.reports'] : []),
  verify: async () => {},
  log: () => {},
  ...more,
})
const fail = () => {
  throw new Error('There is no way back')
}
const isAt = (tag: string) => git('rev-parse', 'HEAD') === git('rev-parse', tag)
/** What was there before is there, and started last. */
function expectBack() {
  expect(isAt('1.0.0')).toBe(true)
  expect(git('status', '--porcelain')).toBe('')
  expect(serving()).toEqual(['1.0.0', '1.0.0'])
  expect(lines().slice(-2)).toEqual(['1.0.0 setup --again', 'start'])
}

it('builds beside, stops, backs up, migrates and starts, and goes back with one command and without a registry', async () => {
  await upgrade(clone(), '1.1.0')
  expect(isAt('1.1.0')).toBe(true)
  expect(serving()).toEqual(['1.1.0', '1.1.0'])
  expect(lines()).toEqual(['stop', 'backup', '1.1.0 migrate', '1.1.0 setup --again', 'start'])
  migrations = 2
  await goBack(clone())
  expect(lines().slice(5, 8)).toEqual(['stop', 'backup', '1.0.0 restore --replace /backups/one'])
  expectBack()
  await expect(goBack(clone())).rejects.toThrow(/There was no upgrade.*says start salama.target/)
})

it('changes nothing, and stops nothing, where the release does not build', async () => {
  await expect(upgrade(clone(), '1.2.0')).rejects.toThrow('no such module')
  expect(lines()).toEqual([])
  expect(serving()).toEqual(['1.0.0', '1.0.0'])
})

it('stops nothing where the disk has no room for the backup', async () => {
  const full = { requireSpace: () => Promise.reject(new Error('No room')) }
  await expect(upgrade(clone(full), '1.1.0')).rejects.toThrow('No room')
  expect(lines()).toEqual([])
  expect(serving()).toEqual(['1.0.0', '1.0.0'])
})

it('gives no secrets to packages and builds', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const name of ['DATABASE_URL', 'SMTP_PASS', 'OPERATOR_SERVER_TOKEN']) vi.stubEnv(name, 'geheim')
  vi.stubEnv('CITY', 'kisumu')
  await upgrade(clone(), '1.1.0')
  const [installed = '', built] = ['installed', 'built'].map((name) => readFileSync(join(root, 'dist', name), 'utf8'))
  expect(installed).toContain('CITY=kisumu')
  expect(installed + built).not.toContain('geheim')
})

it('copies what was written since once, however often the way back is tried, and again what was written after that', async () => {
  await upgrade(clone(), '1.1.0')
  migrations = 2
  const since = join(root, '..', 'since')
  mkdirSync(since)
  let after = ['app.audit_log'] // the note of the backup
  let copies = 0
  const backUp = async () => {
    copies++
    return since
  }
  const changedSince = async (backup: string) => (backup === since ? after : clone().changedSince(backup))
  writeFileSync(`${root}.upgrade/dropped`, 'in the way')
  const goBackInVain = () => expect(goBack(clone({ backUp, changedSince }))).rejects.toThrow('dropped')
  await goBackInVain()
  await goBackInVain()
  expect(copies).toBe(1)
  expect(readBefore(root)).toMatchObject({ backup: '/backups/one', since })
  after = ['app.audit_log', 'app.reports']
  await goBackInVain()
  expect(copies).toBe(2)
})

it('restores the files, too, where the way back was interrupted after the database, and nothing twice', async () => {
  await upgrade(clone(), '1.1.0')
  migrations = 2
  const backup = join(root, '..', 'backup')
  mkdirSync(backup)
  writeBefore(root, { ...(readBefore(root) ?? fail()), backup })
  let copies = 0
  const more = {
    backUp: async () => `/backups/since-${++copies}`,
    changedSince: async () => (migrations > 1 ? ['supabase_migrations.schema_migrations'] : []),
  }
  const restored = () => lines().filter((line) => line === `1.0.0 restore --replace ${backup}`).length
  writeFileSync(join(root, 'half-restored'), '')
  await expect(goBack(clone(more))).rejects.toThrow('restore')
  migrations = 1
  rmSync(join(root, 'half-restored'))
  const notReady = { verify: () => Promise.reject(new Error('not ready')) }
  await expect(goBack(clone({ ...more, ...notReady }))).rejects.toThrow('not ready')
  await goBack(clone(more))
  expect([restored(), copies]).toEqual([2, 1])
  expectBack()
})

it('starts again what it stopped where another process does not stop', async () => {
  const service = `says() { echo "$1" >> ${done}; [ "$1" = start ]; }; says`
  await expect(upgrade(clone({ service }), '1.1.0')).rejects.toThrow('the release before is back')
  expect(lines()).toEqual(['stop', '1.0.0 setup --again', 'start'])
  expect(serving()).toEqual(['1.0.0', '1.0.0'])
})

it.each([
  ['the backup', '1.1.0', { backUp: () => Promise.reject(new Error('No space left')) }],
  ['a migration', '1.3.0', {}],
  // Of the new release alone: the one before serves.
  ['a process', '1.1.0', { verify: async () => (isAt('1.1.0') ? Promise.reject(new Error('not ready')) : undefined) }],
])('is as it was before where %s fails', async (_, to, more) => {
  await expect(upgrade(clone(more), to)).rejects.toThrow('the release before is back')
  expectBack()
})

it('goes back from wherever it was interrupted', async () => {
  const interrupted = { verify: () => Promise.reject(new Error('killed')) }
  await expect(upgrade(clone(interrupted), '1.1.0')).rejects.toThrow('npx salama upgrade --back')
  await goBack(clone())
  expectBack()
})

it('takes what the clone has of its own along, such as a city', async () => {
  mkdirSync(join(root, 'cities/kisumu'), { recursive: true })
  writeFileSync(join(root, 'cities/kisumu/city.json'), '{}')
  await upgrade(clone(), '1.1.0')
  for (const folder of [root, `${root}.upgrade/next`])
    expect(existsSync(join(folder, 'cities/kisumu/city.json'))).toBe(true)
})

it('takes a branch as it is at the origin', async () => {
  git('branch', 'main', '1.0.0')
  git('clone', '-q', '--bare', root, `${root}.git`)
  git('--git-dir', `${root}.git`, 'branch', '-f', 'main', '1.1.0')
  git('remote', 'add', 'origin', `${root}.git`)
  await upgrade(clone(), 'main')
  expect(isAt('1.1.0')).toBe(true)
})

it('does nothing to a clone with changes, and nothing twice', async () => {
  await upgrade(clone(), '1.0.0')
  expect(lines()).toEqual([])
  await expect(upgrade(clone(), '9.0.0')).rejects.toThrow('Nothing was done')
  writeFileSync(join(root, 'package.json'), '{}')
  await expect(upgrade(clone(), '1.1.0')).rejects.toThrow('Nothing was done')
})
