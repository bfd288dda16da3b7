import { type ChildProcess, spawn } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { isAlive, PATIENT } from '../../packages/processes/src/test/alive.ts'

// Runs `npm start` of a small service, with the real npm in between.

export const SCRIPT = join(import.meta.dirname, 'service.mjs')
export let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-service-'))
  const own: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  )
  const scripts = { start: own.scripts.start.replace('scripts/start.mjs', SCRIPT) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'service', private: true, scripts }))
})

afterEach(async () => {
  // The script first: it would restart the others.
  for (const pid of [lockHolder(), ...events().map((event) => event.pid)])
    if (pid > 1 && isAlive(pid)) process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(events().filter(({ pid }) => isAlive(pid))).toEqual([]), PATIENT)
  rmSync(folder, { recursive: true })
})

type Event = { name: string; what: string; pid: number }

export function events(): Event[] {
  const found = statSync(join(folder, 'events'), { throwIfNoEntry: false })
  const lines = found ? readFileSync(join(folder, 'events'), 'utf8').trim().split('\n') : []
  return lines.map((line) => {
    const [name = '', what = '', pid = ''] = line.split(' ')
    return { name, what, pid: Number(pid) }
  })
}

export const told = (what: string) => events().filter((event) => event.what === what)

export function begin(env: Record<string, string> = {}, command = ['npm', 'start']) {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, DATA_DIR: folder, ...env }, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, output: () => output }
}

export const lockHolder = () => {
  const file = join(folder, 'start.lock')
  return lstatSync(file, { throwIfNoEntry: false }) ? Number.parseInt(readlinkSync(file), 10) : 0
}

export async function running(service: ReturnType<typeof begin>): Promise<ChildProcess> {
  await vi.waitFor(() => expect(service.output()).toContain('running'), PATIENT)
  return service.child
}

export async function nothingLeft(): Promise<void> {
  await vi.waitFor(() => expect(events().filter(({ pid }) => isAlive(pid))).toEqual([]), PATIENT)
  await vi.waitFor(() => expect(lockHolder()).toBe(0), PATIENT)
}
