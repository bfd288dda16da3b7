import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitOf } from './commit.mjs'

test('a clone has a commit, and a folder in one that is none of its own has not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-commit-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@salama.test', ...args], {
      stdio: 'ignore',
    })
  git('init')
  git('commit', '--allow-empty', '-m', 'first')
  mkdirSync(join(folder, 'inner'))
  expect([commitOf(folder), commitOf(join(folder, 'inner'))]).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), null])
  rmSync(folder, { recursive: true })
})
