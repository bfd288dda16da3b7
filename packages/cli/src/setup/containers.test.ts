import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { childEnv, ROOT } from '../../../processes/src/processes.mjs'
import { SETTINGS_FILE } from './installation.ts'

it('leaves secrets and data out of an image, of Docker as of Podman, which prefers a .containerignore', () => {
  expect(existsSync(join(ROOT, '.containerignore'))).toBe(false)
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n')
  const settings = relative(ROOT, SETTINGS_FILE)
  for (const path of [settings, `${settings}.before`, 'deploy', '.data', '.backups', '.git', 'apps/api/node_modules'])
    expect([path, patterns.some((pattern) => matchesGlob(path, pattern))]).toEqual([path, true])
  expect(patterns.filter((pattern) => pattern.startsWith('!'))).toEqual([])
})

it('mounts into a container what its own user can read, and backups into that of the worker alone', () => {
  const services = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').split(/\n {2}(?=\w+:\n)/)
  const mounting = (what: RegExp) => services.filter((each) => what.test(each)).map((each) => each.split(':')[0])
  expect(mounting(/"backups:\/backups"/)).toEqual(['worker'])
  expect(mounting(/"[./][^"]*:[^"]*"/)).toEqual([])
  // The others have the password of the database.
  expect(mounting(/<<: \*app/)).toEqual(['api', 'rider', 'surveyor', 'learning', 'admin'])
  expect(readFileSync(join(ROOT, 'Containerfile'), 'utf8')).not.toMatch(/^VOLUME.*backups/m)
})

it('installs the packages of the clone again without the npm of the system looking at them', () => {
  const bin = mkdtempSync(join(tmpdir(), 'salama-install-'))
  onTestFinished(() => rmSync(bin, { recursive: true }))
  const npx = '#!/bin/sh\npwd; while [ "$1" != -- ]; do shift; done; shift; exec "$@"\n'
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 })
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\npwd -P; echo "$@"\n', { mode: 0o755 })
  const script = join(ROOT, 'scripts/install.sh')
  const env = { NODE_ENV: 'test' as const, PATH: `${bin}:${childEnv().PATH}` }
  expect(execFileSync('sh', [script, '--omit=dev'], { cwd: bin, env, encoding: 'utf8' }).split('\n')).toEqual([
    '/',
    join(ROOT, '.'),
    'ci --no-audit --no-fund --omit=dev',
    '',
  ])
})
