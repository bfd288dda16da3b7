import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { freePorts, nodePath } from '../../../processes/src/processes.mjs'
import { registerSetup } from '../commands/setup.ts'
import { command } from './programs.ts'
import { setUp, toInstall, writeFiles } from './setup.ts'

const installation = {
  domain: 'salama.example.org',
  databaseUrl: 'postgres://salama:geheim@127.0.0.1:5432/salama',
  dataDir: '/srv/salama/data',
  backups: '/srv/salama/backups',
  user: 'salama',
}
const OTHERS = ['--city', 'nairobi', '--mail-from', 'salama@example.org', '--smtp-host', 'mail.example.org']
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

it('says what an administrator installs again where a release has other files, and nothing where it has the same', () => {
  const [into, systemd] = [join(folder, 'deploy'), join(folder, 'system')]
  writeFiles(installation, into)
  expect(toInstall(writeFiles(installation, into), into, systemd)).toBeUndefined()
  mkdirSync(systemd)
  for (const name of readdirSync(join(into, 'systemd'))) copyFileSync(join(into, 'systemd', name), join(systemd, name))
  expect(toInstall(writeFiles(installation, into), into, systemd)).toBeUndefined()
  for (const name of ['salama@.service', 'of-somebody.service']) writeFileSync(join(into, 'systemd', name), '[Unit]\n')
  writeFileSync(join(into, 'nginx.conf'), '# of another release')
  const names = [
    'salama.target',
    'salama-supabase.service',
    'salama@.service',
    'salama-backup.service',
    'salama-backup.timer',
  ]
  const units = names.map((name) => `/root/salama/systemd/${name}`).join(' ')
  expect(toInstall(['nginx.conf'], into, systemd)?.split('\n').slice(1)).toEqual([
    `cp ${units} ${systemd}/ && systemctl daemon-reload`,
    'put /root/salama/nginx.conf into its place',
  ])
})

it('has root install from a copy that nobody else can change in between, and read rules of sudo before', () => {
  const mail = { from: 'salama@example.org', host: 'mail.example.org', port: 587, user: '', pass: '' }
  const folders = { dataDir: join(folder, 'data'), backups: join(folder, 'backups') }
  const told = setUp({ ...installation, ...folders, city: 'nairobi', mail }, folder, join(folder, 'salama.env'))
  const copy = `rm -rf /root/salama && cp -rL ${folder} /root/salama`
  expect(told).toContain(
    'visudo -cf /root/salama/sudoers && install -m 440 /root/salama/sudoers /etc/sudoers.d/salama\n',
  )
  const [, after = ''] = told.split(copy)
  expect([after.includes('psql < /root/salama/database.sql'), after.includes(folder)]).toEqual([true, false])
})

it.each([
  ['ALL', '--domain', 'example.org', ...OTHERS],
  ["a'; reboot; '", '--again'],
])('takes the name of a user alone into rules of sudo, not %j', (user, ...again) => {
  const env = {
    NODE_ENV: 'test' as const,
    DATABASE_URL: installation.databaseUrl,
    SALAMA_RIDER_URL: 'https://example.org',
  }
  const args = [join(import.meta.dirname, '../main.ts'), 'setup', ...again, '--user', user, '--into', folder]
  const { status, stderr } = spawnSync(nodePath(), args, { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('is not the name of a user')])
})

it('asks for no secret among the arguments, which everybody on a machine sees', () => {
  const salama = new Command('salama').exitOverride().configureOutput({ writeErr: () => {} })
  registerSetup(salama)
  for (const secret of ['--smtp-pass', '--database'])
    expect(() => salama.parse(['setup', secret, 'x'], { from: 'user' })).toThrow('unknown option')
})

it.each([
  [[], 'Missing: --domain <name>, --city <folder>, --mail-from <address>, --smtp-host <name>. On a terminal'],
  [['--domain', 'https://example.org', ...OTHERS], '--domain takes a name such as salama.example.org'],
  [['--domain', 'example.org', ...OTHERS, '--city', 'accra'], '--city: that has no city.json'],
  [['--domain', 'example.org', ...OTHERS, '--smtp-port', 'smtps'], '--smtp-port takes a number'],
])('says what is missing or wrong, by the name of its flag, and writes nothing: %j', (args, said) => {
  const salama = [join(import.meta.dirname, '../main.ts'), 'setup', '--into', folder, ...args]
  const { status, stderr } = spawnSync(nodePath(), salama, { env: { NODE_ENV: 'test' }, encoding: 'utf8' })
  expect([status, stderr, readdirSync(folder)]).toEqual([1, expect.stringContaining(said), []])
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

it('says in words why a database was not reached', async () => {
  const [port = 0] = await freePorts(1)
  const env = { NODE_ENV: 'test' as const, DATABASE_URL: `postgres://salama:geheim@127.0.0.1:${port}/salama` }
  const args = [join(import.meta.dirname, '../main.ts'), 'backup', '--to', folder]
  const { status, stderr } = spawnSync(nodePath(), args, { env: { ...env, DATA_DIR: folder }, encoding: 'utf8' })
  expect([status, stderr.trim()]).toEqual([
    1,
    `PostgreSQL was not reached, nothing listens there: install and start PostgreSQL, or correct DATABASE_URL (connect ECONNREFUSED 127.0.0.1:${port})`,
  ])
})

it('makes a command that runs in any folder', () => {
  const file = join(folder, 'salama')
  writeFileSync(file, command(userInfo().username), { mode: 0o755 })
  expect(execFileSync(file, ['--help'], { cwd: '/', encoding: 'utf8' })).toContain('Usage: salama')
})
