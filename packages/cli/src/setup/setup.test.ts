import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { nodePath } from '../../../processes/src/processes.mjs'
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
  const units = names.map((name) => `${into}/systemd/${name}`).join(' ')
  expect(toInstall(['nginx.conf'], into, systemd)).toBe(
    `cp ${units} ${systemd}/ && systemctl daemon-reload\nput ${into}/nginx.conf into its place`,
  )
})

it('has root read rules of sudo before they are installed', () => {
  const mail = { from: 'salama@example.org', host: 'mail.example.org', port: 587, user: '', pass: '' }
  const folders = { dataDir: join(folder, 'data'), backups: join(folder, 'backups') }
  const told = setUp({ ...installation, ...folders, city: 'nairobi', mail }, folder, join(folder, 'salama.env'))
  expect(told).toContain(`visudo -cf ${folder}/sudoers && install -m 440 ${folder}/sudoers /etc/sudoers.d/salama\n`)
})

it.each([['ALL'], ["a'; reboot; '", '--again']])(
  'takes the name of a user alone into rules of sudo, not %j',
  (user, ...again) => {
    const env = {
      NODE_ENV: 'test' as const,
      DATABASE_URL: installation.databaseUrl,
      SALAMA_RIDER_URL: 'https://example.org',
    }
    const args = [join(import.meta.dirname, '../main.ts'), 'setup', ...again, '--user', user, '--into', folder]
    const { status, stderr } = spawnSync(nodePath(), args, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('is not the name of a user')])
  },
)

it('asks for no secret among the arguments, which everybody on a machine sees', () => {
  const salama = new Command('salama').exitOverride().configureOutput({ writeErr: () => {} })
  registerSetup(salama)
  for (const secret of ['--smtp-pass', '--database'])
    expect(() => salama.parse(['setup', secret, 'x'], { from: 'user' })).toThrow('unknown option')
})

it.each([[[]], [['--city', 'accra']]])('takes no city that was not named or is not there: %j', async (city) => {
  vi.stubEnv('CITY', '')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    said.mockRestore()
    process.exitCode = undefined
  })
  const salama = new Command('salama')
  registerSetup(salama)
  // The domain keeps it from writing anything.
  await salama.parseAsync(['setup', '--domain', 'no domain', ...city], { from: 'user' })
  expect([process.exitCode, said.mock.lastCall]).toEqual([1, [expect.stringContaining('→ at city')]])
})

it('makes a command that runs in any folder', () => {
  const file = join(folder, 'salama')
  writeFileSync(file, command(userInfo().username), { mode: 0o755 })
  expect(execFileSync(file, ['--help'], { cwd: '/', encoding: 'utf8' })).toContain('Usage: salama')
})
