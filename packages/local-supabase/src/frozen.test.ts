import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { freeze, frozenProblems, isFrozen } from './frozen.ts'
import { readMigrations } from './migrations.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-frozen-'))
  write('20270101000000_foundation', 'select 1')
  write('20270102000000_more', 'select 2')
})

const write = (name: string, sql: string) => writeFileSync(join(folder, `${name}.sql`), sql)
const problems = () => frozenProblems(readMigrations(folder), folder)
const freezeAll = () => freeze(readMigrations(folder), folder)

it('allows changes to every migration while nothing is frozen', () => {
  write('20270101000000_foundation', 'select 3')
  expect([isFrozen(folder), problems()]).toEqual([false, []])
})

it('reports a frozen migration that changed or is missing, and a new one that sorts before it', () => {
  freezeAll()
  expect([isFrozen(folder), problems()]).toEqual([true, []])
  write('20270101000000_foundation', 'select 3')
  rmSync(join(folder, '20270102000000_more.sql'))
  write('20270101120000_late', 'select 4')
  expect(problems()).toEqual([
    expect.stringContaining('20270101000000_foundation.sql is frozen and has changed'),
    expect.stringContaining('20270102000000_more.sql is frozen and is gone'),
    expect.stringContaining('20270101120000_late.sql sorts before 20270102000000_more.sql'),
  ])
})

it('allows changes to a later migration until it is frozen too', () => {
  freezeAll()
  write('20270103000000_next', 'select 3')
  write('20270103000000_next', 'select 4')
  expect(problems()).toEqual([])
  freezeAll()
  write('20270103000000_next', 'select 5')
  expect(problems()).toEqual([expect.stringContaining('20270103000000_next.sql is frozen and has changed')])
})

it('does not freeze when a frozen migration has changed', () => {
  freezeAll()
  write('20270101000000_foundation', 'select 3')
  expect(freezeAll).toThrow(/has changed/)
  expect(problems()).toHaveLength(1)
})
