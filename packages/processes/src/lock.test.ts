import { spawnSync } from 'node:child_process'
import {
  cpSync,
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
import { acquireLock, FolderInUse } from './lock.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-lock-'))
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
