import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openPglite } from './index.ts'

it('flushes every commit of a database in a folder to disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salama-durable-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { database } = await openPglite({ folder })
  onTestFinished(() => database.close())
  expect(
    await database.query(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by 1`,
    ),
  ).toEqual(['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => ({ name, setting: 'on' })))
  await database.exec('create table note (text text)')
  const syncs = vi.spyOn(fs, 'fsyncSync')
  onTestFinished(() => syncs.mockRestore())
  await database.query(`insert into note values ('one')`)
  await database.query(`insert into note values ('two')`)
  expect(syncs.mock.calls.length).toBeGreaterThanOrEqual(2)
})
