import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { start } from '../../packages/processes/src/processes.mjs'
import { supervise } from './supervisor.mjs'

const RHYTHM = { firstMs: 8, mostMs: 32, healthyMs: 60_000 }
const never = `setInterval(() => {}, 1000)`

function supervised(script: string, rhythm = RHYTHM) {
  const said: string[] = []
  let starts = 0
  const it = supervise(
    () => {
      starts += 1
      return start({ name: 'child', command: [process.execPath, '-e', script] })
    },
    (message) => said.push(message),
    rhythm,
  )
  onTestFinished(() => it.stop())
  return { ...it, said, starts: () => starts }
}

it('restarts a killed process', async () => {
  const child = supervised(never)
  const first = child.current()
  process.kill(first.pid(), 'SIGKILL')
  await vi.waitFor(() => expect(child.current()).not.toBe(first), 10_000)
  expect(child.current().isRunning()).toBe(true)
  expect(child.said).toEqual(['child ended by SIGKILL. Starting it again in 0.008 s.'])
})

it('doubles the pause when a process keeps ending early, up to a bound, and shows its output', async () => {
  const pauses: string[] = []
  const child = supervised(`console.log('out of luck'); process.exit(3)`, { ...RHYTHM, firstMs: 200, mostMs: 700 })
  await vi.waitFor(() => expect(child.said.length).toBeGreaterThanOrEqual(4), 20_000)
  for (const message of child.said.slice(0, 4)) pauses.push(/in ([\d.]+) s/.exec(message)?.[1] ?? '')
  expect(pauses).toEqual(['0.2', '0.4', '0.7', '0.7'])
  expect(child.said[3]).toContain('4 times in a row')
  expect(child.said[3]).toContain('out of luck')
})

it('resets the pause after a process ran well', async () => {
  const child = supervised('process.exit(3)', { firstMs: 8, mostMs: 60_000, healthyMs: 0 })
  await vi.waitFor(() => expect(child.said.length).toBeGreaterThanOrEqual(3), 10_000)
  expect(child.said.every((message) => !message.includes('in a row'))).toBe(true)
})

it('tries again when the system has no room for a process', async () => {
  const said: string[] = []
  let starts = 0
  const child = supervise(
    () => {
      starts += 1
      if (starts === 2) throw new Error('spawn ENOMEM')
      return start({ name: 'child', command: [process.execPath, '-e', never] })
    },
    (message) => said.push(message),
    RHYTHM,
  )
  onTestFinished(() => child.stop())
  process.kill(child.current().pid(), 'SIGKILL')
  await vi.waitFor(() => expect(starts).toBe(3), 10_000)
  expect(said[1]).toContain('child was not started (spawn ENOMEM), 2 times in a row')
})

it('restarts nothing once stopped, also during a pause', async () => {
  const child = supervised('process.exit(3)', { ...RHYTHM, firstMs: 3_600_000, mostMs: 3_600_000 })
  await vi.waitFor(() => expect(child.said).toHaveLength(1), 10_000)
  await child.stop()
  expect(child.starts()).toBe(1)
})

it('ends the children of a process before it restarts it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-supervisor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'pids')
  writeFileSync(file, '')
  const child = supervised(`
    const { spawn } = require('node:child_process')
    const grandchild = spawn(process.execPath, ['-e', ${JSON.stringify(never)}], { stdio: 'inherit' })
    require('node:fs').appendFileSync(${JSON.stringify(file)}, grandchild.pid + '\\n')
    ${never}`)
  const pids = () => readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).map(Number)
  await vi.waitFor(() => expect(pids()).toHaveLength(1), 10_000)
  process.kill(child.current().pid(), 'SIGKILL')
  await vi.waitFor(() => expect(pids()).toHaveLength(2), 10_000)
  const [grandchild = 0] = pids()
  await vi.waitFor(() => expect(() => process.kill(grandchild, 0)).toThrow('ESRCH'), 10_000)
})
