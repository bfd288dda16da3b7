import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { goBack, upgrade } from './upgrade.ts'

// A clone with a first release, a good second one and one that does not build. Its commands write down what they do.

let root: string
let done: string
let migrations: number
const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    encoding: 'utf8',
  }).trim()
const lines = () => (existsSync(done) ? readFileSync(done, 'utf8').trim().split('\n') : [])

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'salama-upgrade-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  done = join(root, '.done')
  migrations = 1
  mkdirSync(join(root, 'packages/cli/src'), { recursive: true })
  const release = (version: string, build: string) => {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'clone', version, scripts: { build } }))
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ name: 'clone', version, lockfileVersion: 3, packages: { '': { name: 'clone', version } } }),
    )
    writeFileSync(
      join(root, 'packages/cli/src/main.ts'),
      `import { appendFileSync } from 'node:fs'\nappendFileSync('.done', '${version} ' + process.argv.slice(2).join(' ') + '\\n')`,
    )
    git('add', 'package.json', 'package-lock.json', 'packages')
    git('commit', '-qm', version)
    git('tag', version)
  }
  git('init', '-q')
  release('1.0.0', `echo 1.0.0 build >> .done`)
  release('1.1.0', `echo 1.1.0 build >> .done`)
  release('1.2.0', `echo no such module >&2; exit 1`)
  git('checkout', '-q', '1.0.0')
})

const clone = () => ({
  root,
  dataDir: root,
  service: 'echo service >> .done; :',
  backUp: async () => {
    appendFileSync(done, 'backup\n')
    return '/backups/one'
  },
  isMigratedSince: async () => migrations > 1,
  log: () => {},
})
const isAt = (tag: string) => git('rev-parse', 'HEAD') === git('rev-parse', tag)

it('backs up, stops, builds, migrates and starts, and goes back with one command', async () => {
  await upgrade(clone(), '1.1.0')
  expect(isAt('1.1.0')).toBe(true)
  expect(lines()).toEqual(['backup', 'service', '1.1.0 build', '1.1.0 migrate', 'service'])
  migrations = 2
  await goBack(clone())
  expect(isAt('1.0.0')).toBe(true)
  expect(lines().slice(5)).toEqual([
    'service',
    'backup',
    'service',
    '1.0.0 build',
    '1.0.0 restore --replace /backups/one',
    'service',
  ])
})

it('is as it was before where a step fails', async () => {
  await expect(upgrade(clone(), '1.2.0')).rejects.toThrow('the release before is back')
  expect(isAt('1.0.0')).toBe(true)
  expect(lines().slice(-2)).toEqual(['1.0.0 build', 'service'])
})

it('does nothing to a clone with changes, and nothing twice', async () => {
  await upgrade(clone(), '1.0.0')
  expect(lines()).toEqual([])
  writeFileSync(join(root, 'package.json'), '{}')
  await expect(upgrade(clone(), '1.1.0')).rejects.toThrow('Nothing was done')
})
