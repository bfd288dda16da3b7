import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLog } from './log-file.mjs'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'salama-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('appends to the log of the previous process', () => {
  const file = join(newFolder(), 'logs', 'app.log')
  openLog(file)('first\n')
  openLog(file)('second\n')
  expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n')
})

it('keeps five older files of bounded size, and deletes older ones', () => {
  const folder = newFolder()
  const file = join(folder, 'app.log')
  for (let line = 0; line < 100; line++) openLog(file, 20)(`line ${String(line).padStart(3, '0')}\n`)
  expect(readdirSync(folder).sort()).toEqual(['app.log', ...[1, 2, 3, 4, 5].map((n) => `app.log.${n}`)])
  expect(readFileSync(file, 'utf8')).toBe('line 098\nline 099\n')
  expect(readFileSync(`${file}.5`, 'utf8')).toBe('line 088\nline 089\n')
})
