import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { writeBefore } from '../upgrade/before.ts'
import { pack, prune, requireSpace } from './backup.ts'
import { listBackups } from './manifest.ts'
import { commentOut, unpack } from './restore.ts'

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

it('keeps what the way back of an upgrade needs, however many come after it', () => {
  const names = ['1', '2', '3', '4', '5'].map((day) => `2026-11-0${day}T02-30-00-000Z`)
  for (const name of names) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'manifest.json'), '{}')
  }
  writeBefore(folder, { commit: 'a', backup: join(folder, names[1] ?? ''), built: [] })
  prune(folder, 2, folder)
  expect(listBackups(folder).toReversed()).toEqual([names[1], names[3], names[4]])
})

it('asks for twice the room of the latest backup before anything is stopped', async () => {
  const latest = join(folder, '2026-11-27T02-30-00-000Z')
  mkdirSync(latest)
  writeFileSync(join(latest, 'manifest.json'), '{}')
  const ask = () => requireSpace({ databaseUrl: '', dataDir: folder }, join(folder, 'upgrades'), folder)
  await ask()
  writeFileSync(join(latest, 'database.dump'), '')
  truncateSync(join(latest, 'database.dump'), 8e12) // without taking room
  await expect(ask()).rejects.toThrow(/16000\.0 GB .*Nothing was stopped/)
})

it('keeps the secrets that were there before each restore', async () => {
  const secrets = join(folder, 'secrets.json')
  for (const text of ['first', 'second', 'third']) {
    writeFileSync(secrets, text)
    await pack({ dataDir: folder }, join(folder, 'files.tar'))
    await unpack(folder, folder)
  }
  const kept = readdirSync(folder).filter((name) => name.includes('.before-restore-'))
  expect(kept.map((name) => readFileSync(join(folder, name), 'utf8')).toSorted()).toEqual(['first', 'second', 'third'])
})

it('leaves out settings that only a newer server knows, and nothing else', async () => {
  const script = join(folder, 'script.sql')
  const rest = "SELECT pg_catalog.set_config('search_path', '', false);\nCOPY app.notes FROM stdin;\nSET x = 1 é\n"
  writeFileSync(script, `SET statement_timeout = 0;\nSET transaction_timeout = 0;\n${rest}`)
  await commentOut(script, ['statement_timeout'])
  expect(readFileSync(script, 'utf8')).toBe(`SET statement_timeout = 0;\n--  transaction_timeout = 0;\n${rest}`)
})
