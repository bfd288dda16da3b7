import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireLock, FolderInUse } from '../../../scripts/lib/lock.mjs'
import { readOrMakeSecrets } from '../../../scripts/lib/secrets.mjs'
import { holdDataFolder } from './data-folder.ts'
import { openMailbox } from './mail/mailbox.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The pid of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

describe('the lock', () => {
  it('is refused while its holder lives, and free once given back', () => {
    const file = join(folder, 'lock')
    const release = acquireLock(file)
    expect(() => acquireLock(file)).toThrow(FolderInUse)
    expect(() => acquireLock(file)).toThrow(String(process.pid))
    release()
    acquireLock(file)()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is taken over from a process that has ended', () => {
    const file = join(folder, 'lock')
    writeFileSync(file, JSON.stringify({ pid: deadPid(), startedAt: '1' }))
    acquireLock(file)()
  })

  it('is taken over when its pid belongs to another process by now', () => {
    const file = join(folder, 'lock')
    writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))
    acquireLock(file)()
  })

  it('of a folder that was copied while it was held is not held in the copy', () => {
    const file = join(folder, 'lock')
    const release = acquireLock(file)
    const copy = join(folder, 'copy')
    cpSync(file, copy)
    acquireLock(copy)()
    release()
  })

  it('is taken over when it was cut off while it was written', () => {
    const file = join(folder, 'lock')
    writeFileSync(file, '{"pid":')
    acquireLock(file)()
  })
})

describe('the data folder', () => {
  it('throws away a database that was never finished, and keeps one that was', () => {
    mkdirSync(join(folder, 'postgres'))
    const first = holdDataFolder(folder)
    expect([first.isNew, existsSync(first.path)]).toEqual([true, false])
    mkdirSync(first.path)
    first.remember({ seeded: true })
    first.release()
    const second = holdDataFolder(folder)
    expect([second.isNew, second.isSeeded]).toEqual([false, true])
    second.release()
  })

  it('forgets everything but the secrets when it is asked to', () => {
    const secrets = readOrMakeSecrets(folder)
    const first = holdDataFolder(folder)
    mkdirSync(first.path)
    first.remember({ seeded: true })
    first.release()
    const fresh = holdDataFolder(folder, true)
    expect([fresh.isNew, fresh.isSeeded]).toEqual([true, false])
    expect(readOrMakeSecrets(folder)).toEqual(secrets)
    fresh.release()
  })
})

describe('secrets', () => {
  it('are made once, differ from each other, and are for the owner only', () => {
    const made = readOrMakeSecrets(folder)
    expect(readOrMakeSecrets(folder)).toEqual(made)
    const all = [made.jwtSecret, made.apiKeyPepper, made.publishableKey, made.secretKey, ...Object.values(made.session)]
    expect(new Set(all).size).toBe(9)
    expect(all.every((secret) => secret.length >= 32)).toBe(true)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  it('that a newer version needs are added, and the others stay', () => {
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ jwtSecret: 'kept', session: { api: 'kept too' } }))
    const secrets = readOrMakeSecrets(folder)
    expect(secrets).toMatchObject({ jwtSecret: 'kept', session: { api: 'kept too' } })
    expect(secrets.session.rider.length).toBeGreaterThanOrEqual(32)
    expect(readOrMakeSecrets(folder)).toEqual(secrets)
  })
})

describe('the mailbox', () => {
  const mail = (n: number) => ({
    to: `p${n % 2}@salama.test`,
    subject: `mail ${n}`,
    text: `Your code is ${100000 + n}`,
  })

  it('outlives the process, newest first, and keeps the last 200', async () => {
    const file = join(folder, 'mailbox.jsonl')
    const before = openMailbox(file)
    for (let n = 0; n < 450; n++) await before.driver.send(mail(n))
    const after = openMailbox(file)
    expect(after.list()).toEqual(before.list())
    expect(after.list()).toHaveLength(200)
    expect(after.list()[0]).toMatchObject({ subject: 'mail 449', code: '100449' })
    expect(after.list('P1@salama.test ').map((each) => each.subject)).not.toContain('mail 448')
  })

  it('survives a line that was cut off', async () => {
    const file = join(folder, 'mailbox.jsonl')
    await openMailbox(file).driver.send(mail(1))
    writeFileSync(file, '{"id": "cut', { flag: 'a' })
    expect(openMailbox(file).list()).toHaveLength(1)
  })
})
