import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireLock, FolderInUse } from '../../../scripts/lib/lock.mjs'
import { readOrMakeSecrets } from '../../../scripts/lib/secrets.mjs'
import { holdDataFolder, mayHaveDemo } from './data-folder.ts'
import { openMailbox } from './mail/mailbox.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The pid of an ended process. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

describe('the lock', () => {
  it('is refused while its holder lives, and free after release', () => {
    const file = join(folder, 'lock')
    const release = acquireLock(file)
    expect(() => acquireLock(file)).toThrow(FolderInUse)
    expect(() => acquireLock(file)).toThrow(String(process.pid))
    release()
    acquireLock(file)()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is taken over from an ended process', () => {
    const file = join(folder, 'lock')
    symlinkSync(`${deadPid()}:1:${statSync(folder).ino}`, file)
    acquireLock(file)()
  })

  it('is taken over when its pid now belongs to another process', () => {
    const file = join(folder, 'lock')
    symlinkSync(`${process.pid}:1:${statSync(folder).ino}`, file)
    acquireLock(file)()
  })

  it('is not held in a copy of the folder', () => {
    mkdirSync(join(folder, 'original'))
    const release = acquireLock(join(folder, 'original', 'lock'))
    cpSync(join(folder, 'original'), join(folder, 'copy'), { recursive: true, verbatimSymlinks: true })
    acquireLock(join(folder, 'copy', 'lock'))()
    expect(() => acquireLock(join(folder, 'original', 'lock'))).toThrow(FolderInUse)
    release()
  })

  it('is taken over from a file that names no process', () => {
    const file = join(folder, 'lock')
    writeFileSync(file, '')
    acquireLock(file)()
  })

  it('holds no data, so that a full disk has room for it', () => {
    const file = join(folder, 'lock')
    const release = acquireLock(file)
    expect(lstatSync(file)).toMatchObject({ blocks: 0 })
    release()
  })
})

describe('the data folder', () => {
  it('deletes a database whose setup never finished, and keeps a finished one', () => {
    mkdirSync(join(folder, 'postgres'))
    const first = holdDataFolder(folder)
    expect([first.isNew, existsSync(first.path)]).toEqual([true, false])
    mkdirSync(first.path)
    first.remember({ seeded: true })
    first.release()
    const second = holdDataFolder(folder)
    expect(second.isNew).toBe(false)
    second.release()
  })

  it('may have the demo when it begins, and never if it began without it', () => {
    const begin = (seeded: boolean) => {
      const held = holdDataFolder(folder, true)
      mkdirSync(held.path, { recursive: true })
      held.remember({ seeded })
      held.adopt()
      held.release()
    }
    expect(mayHaveDemo(folder)).toBe(true)
    begin(true)
    expect(mayHaveDemo(folder)).toBe(true)
    begin(false)
    expect([mayHaveDemo(folder), mayHaveDemo(folder, true)]).toEqual([false, true])
  })

  it('deletes everything but the secrets with fresh', () => {
    const secrets = readOrMakeSecrets(folder)
    const first = holdDataFolder(folder)
    mkdirSync(first.path)
    first.remember({ seeded: true })
    first.release()
    const fresh = holdDataFolder(folder, true)
    expect(fresh.isNew).toBe(true)
    expect(readOrMakeSecrets(folder)).toEqual(secrets)
    fresh.release()
  })
})

describe('secrets', () => {
  it('are created once, all different, and readable by the owner only', () => {
    const made = readOrMakeSecrets(folder)
    expect(readOrMakeSecrets(folder)).toEqual(made)
    const all = [made.jwtSecret, made.apiKeyPepper, made.publishableKey, made.secretKey, ...Object.values(made.session)]
    expect(new Set(all).size).toBe(9)
    expect(all.every((secret) => secret.length >= 32)).toBe(true)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  it('are extended when a newer version needs more, and the others stay', () => {
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

  it('persists mails, newest first, and keeps the last 200', async () => {
    const file = join(folder, 'mailbox.jsonl')
    const before = openMailbox(file)
    for (let n = 0; n < 450; n++) await before.driver.send(mail(n))
    const after = openMailbox(file)
    expect(after.list()).toEqual(before.list())
    expect(after.list()).toHaveLength(200)
    expect(after.list()[0]).toMatchObject({ subject: 'mail 449', code: '100449' })
    expect(after.list('P1@salama.test ').map((each) => each.subject)).not.toContain('mail 448')
  })

  it('skips a truncated line', async () => {
    const file = join(folder, 'mailbox.jsonl')
    await openMailbox(file).driver.send(mail(1))
    writeFileSync(file, '{"id": "cut', { flag: 'a' })
    expect(openMailbox(file).list()).toHaveLength(1)
  })
})
