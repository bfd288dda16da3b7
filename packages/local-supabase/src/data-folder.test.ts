import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrMakeSecrets } from '../../processes/src/secrets.mjs'
import { holdDataFolder, mayHaveDemo, UnusableFolder } from './data-folder.ts'
import { openMailbox } from './mail/mailbox.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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

  it('is open to its user alone, also one that was not', () => {
    chmodSync(folder, 0o755)
    holdDataFolder(folder).release()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('refuses a copy that was made while it was in use, deletes nothing, and takes one made afterwards', () => {
    const original = join(folder, 'original')
    const copy = (name: string) => {
      cpSync(original, join(folder, name), { recursive: true, verbatimSymlinks: true })
      return join(folder, name)
    }
    const held = holdDataFolder(original)
    mkdirSync(held.path)
    held.remember({ seeded: false })
    const inUse = copy('in-use')
    expect(() => holdDataFolder(inUse)).toThrow(UnusableFolder)
    expect(() => holdDataFolder(inUse)).toThrow(/torn.*Stop that service and copy again/)
    expect(existsSync(join(inUse, 'postgres'))).toBe(true)
    held.release()
    const later = holdDataFolder(copy('later'))
    expect(later.isNew).toBe(false)
    later.release()
  })

  it('may have the demo when it begins, and never if it began without it', () => {
    const begin = (seeded: boolean) => {
      const held = holdDataFolder(folder, true)
      mkdirSync(held.path, { recursive: true })
      held.remember({ seeded })
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
