import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { nodePath } from '../../../processes/src/processes.mjs'
import { alone } from './alone.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

it.each([[['backup']], [['upgrade', '--to', 'v1.1.0']], [['upgrade', '--back']]])(
  'refuses %j while another one is under way',
  async (args) => {
    const folder = mkdtempSync(join(tmpdir(), 'salama-alone-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const env = {
      NODE_ENV: 'test' as const,
      DATA_DIR: folder,
      BACKUP_DIR: folder,
      DATABASE_URL: 'postgres://a:b@127.0.0.1:9/a',
    }
    const run = () =>
      new Promise((resolve) => execFile(nodePath(), [MAIN, ...args], { env }, (_, _out, said) => resolve(said)))
    const said = await alone(folder, run)
    expect(said).toBe(
      `A backup or an upgrade is under way (process ${process.pid}). Nothing was done: try again when it has ended.\n`,
    )
  },
)
