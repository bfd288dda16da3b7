import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLog } from './log-file.mjs'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'salama-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('appends to the log of the previous process, which only its user reads', () => {
  const file = join(newFolder(), 'logs', 'app.log')
  openLog(file)('first\n')
  openLog(file)('second\n')
  expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n')
  expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700])
})

it('keeps five older files of bounded size, and deletes older ones', () => {
  const folder = newFolder()
  const file = join(folder, 'app.log')
  for (let line = 0; line < 100; line++) openLog(file, 20)(`line ${String(line).padStart(3, '0')}\n`)
  expect(readdirSync(folder).sort()).toEqual(['app.log', ...[1, 2, 3, 4, 5].map((n) => `app.log.${n}`)])
  expect(readFileSync(file, 'utf8')).toBe('line 098\nline 099\n')
  expect(readFileSync(`${file}.5`, 'utf8')).toBe('line 088\nline 089\n')
})

it('makes its folder again after it was moved away', () => {
  const folder = newFolder()
  const log = openLog(join(folder, 'logs', 'app.log'))
  log('before\n')
  renameSync(join(folder, 'logs'), join(folder, 'old'))
  log('after\n')
  expect(readFileSync(join(folder, 'old', 'app.log'), 'utf8')).toBe('before\n')
  expect(readFileSync(join(folder, 'logs', 'app.log'), 'utf8')).toBe('after\n')
})

it('reports once that it cannot write, drops lines until it can, and then writes again', () => {
  const folder = newFolder()
  const data = join(folder, 'data')
  const said: string[] = []
  const log = openLog(join(data, 'logs', 'app.log'), 1000, (text) => said.push(text))
  renameSync(data, join(folder, 'unmounted'))
  log('one\n')
  log('two\n')
  expect(said).toEqual([expect.stringMatching(/cannot be written.*ENOENT/), 'one\n', 'two\n'])
  expect(existsSync(data)).toBe(false)
  renameSync(join(folder, 'unmounted'), data)
  log('three\n')
  expect(said[3]).toContain('is written again')
  expect(readFileSync(join(data, 'logs', 'app.log'), 'utf8')).toBe('three\n')
})

it('outlives a full disk', () => {
  const file = join(newFolder(), 'app.log')
  const said: string[] = []
  symlinkSync('/dev/full', file)
  openLog(file, 1000, (text) => said.push(text))('one\n')
  expect(said).toEqual([expect.stringMatching(/ENOSPC/), 'one\n'])
})
