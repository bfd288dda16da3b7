import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { pack } from './backup.ts'
import { listBackups } from './manifest.ts'
import { commentOut } from './restore.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

it('makes no backup without the secrets', async () => {
  await expect(pack({ dataDir: folder }, join(folder, 'files.tar'))).rejects.toThrow('secrets.json')
})

it('counts the photos that it has, and not those that came meanwhile', async () => {
  writeFileSync(join(folder, 'secrets.json'), '{}')
  expect(await pack({ dataDir: folder }, join(folder, 'files.tar'))).toBe(0)
  mkdirSync(join(folder, 'pictures/reports'), { recursive: true })
  for (const name of ['one', 'two']) writeFileSync(join(folder, 'pictures/reports', name), 'a photo')
  expect(await pack({ dataDir: folder }, join(folder, 'files.tar'))).toBe(2)
})

it('knows its own backups from what others put beside them', () => {
  const own = '2026-11-27T02-30-00-000Z'
  for (const name of [own, `${own}-before-the-move`, 'photos-of-the-office']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'manifest.json'), '{}')
  }
  expect(listBackups(folder)).toEqual([own])
})

it('leaves out settings that only a newer server knows, and nothing else', async () => {
  const script = join(folder, 'script.sql')
  const rest = "SELECT pg_catalog.set_config('search_path', '', false);\nCOPY app.notes FROM stdin;\nSET x = 1 é\n"
  writeFileSync(script, `SET statement_timeout = 0;\nSET transaction_timeout = 0;\n${rest}`)
  await commentOut(script, ['statement_timeout'])
  expect(readFileSync(script, 'utf8')).toBe(`SET statement_timeout = 0;\n--  transaction_timeout = 0;\n${rest}`)
})
