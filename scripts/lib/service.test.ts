import { type ChildProcess, spawn } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Runs `npm start` of a small service, with the real npm in between.

const SCRIPT = join(import.meta.dirname, '../test/service.mjs')
let folder: string

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

function events(): Event[] {
  const found = statSync(join(folder, 'events'), { throwIfNoEntry: false })
  const lines = found ? readFileSync(join(folder, 'events'), 'utf8').trim().split('\n') : []
  return lines.map((line) => {
    const [name = '', what = '', pid = ''] = line.split(' ')
    return { name, what, pid: Number(pid) }
  })
}

const told = (what: string) => events().filter((event) => event.what === what)
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function begin(env: Record<string, string> = {}, command = ['npm', 'start']) {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, DATA_DIR: folder, ...env }, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, output: () => output }
}

const lockHolder = () => {
  const file = join(folder, 'start.lock')
  return lstatSync(file, { throwIfNoEntry: false }) ? Number.parseInt(readlinkSync(file), 10) : 0
}

async function running(service: ReturnType<typeof begin>): Promise<ChildProcess> {
  await vi.waitFor(() => expect(service.output()).toContain('running'), PATIENT)
  return service.child
}

const PATIENT = { timeout: 25_000, interval: 50 }

async function nothingLeft(): Promise<void> {
  await vi.waitFor(() => expect(events().filter(({ pid }) => isAlive(pid))).toEqual([]), PATIENT)
  await vi.waitFor(() => expect(lockHolder()).toBe(0), PATIENT)
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s to npm ends everything, the database last',
  async (signal) => {
    const npm = await running(begin())
    npm.kill(signal)
    await nothingLeft()
    expect(
      events()
        .slice(2)
        .map(({ name, what }) => `${name} ${what}`),
    ).toEqual(['app ending', 'app ended', 'database ending', 'database ended'])
  },
)

it('leaves no process behind after SIGKILL of the script itself', async () => {
  await running(begin())
  process.kill(lockHolder(), 'SIGKILL')
  await vi.waitFor(() => expect(told('ended').map(({ name }) => name)).toEqual(['app', 'database']), PATIENT)
})

it('restarts a killed process without affecting the others', async () => {
  await running(begin())
  const [database, app] = told('started')
  process.kill(database?.pid ?? 0, 'SIGKILL')
  await vi.waitFor(
    () => expect(told('started').map(({ name }) => name)).toEqual(['database', 'app', 'database']),
    PATIENT,
  )
  process.kill(app?.pid ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(told('started')).toHaveLength(4), PATIENT)
  expect(told('ending')).toEqual([])
  expect(readFileSync(join(folder, 'logs/app.log'), 'utf8').match(/starting/g)).toHaveLength(2)
})

it('restarts a process that hangs', async () => {
  await running(begin({ SILENCE_S: '3' }))
  const [database, app] = told('started')
  process.kill(app?.pid ?? 0, 'SIGSTOP')
  await vi.waitFor(() => expect(told('started').map(({ name }) => name)).toEqual(['database', 'app', 'app']), PATIENT)
  expect([isAlive(app?.pid ?? 0), isAlive(database?.pid ?? 0)]).toEqual([false, true])
  expect(readFileSync(join(folder, 'logs/app.log'), 'utf8')).toContain('has not responded for 3 s and is killed')
})

it.each(['folder that is gone', 'full disk'])('outlives a %s, and writes its logs again afterwards', async (what) => {
  const service = begin()
  await running(service)
  const logs = join(folder, 'logs')
  const log = join(logs, 'app.log')
  renameSync(logs, join(folder, 'logs.old'))
  if (what === 'full disk') {
    mkdirSync(logs)
    symlinkSync('/dev/full', log)
  } else writeFileSync(logs, 'no folder')
  const restart = async (starts: number) => {
    process.kill(told('started').findLast(({ name }) => name === 'app')?.pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(told('started')).toHaveLength(starts), PATIENT)
  }
  await restart(3)
  expect(service.output().match(/app\.log cannot be written/g)).toHaveLength(1)
  expect(service.output()).toContain('starting')
  rmSync(what === 'full disk' ? log : logs)
  await restart(4)
  expect(readFileSync(log, 'utf8')).toContain('starting')
  expect(service.output()).toContain('app.log is written again')
})

it('rejects a second start without side effects', async () => {
  const first = begin()
  await running(first)
  const before = events()
  const second = begin()
  expect(await second.ended).not.toBe(0)
  expect(second.output()).toContain(`is in use by process ${lockHolder()}`)
  expect(events()).toEqual(before)
})

it('stops everything when a process fails at its first start, and prints why', async () => {
  const service = begin({ FAILING: 'app' })
  expect(await service.ended).not.toBe(0)
  expect(service.output()).toContain('the setting X is wrong')
  await nothingLeft()
})

it.each(['npm start', `node ${SCRIPT}`])('%s keeps running when its shell ends', async (command) => {
  const service = begin({ npm_lifecycle_event: '' }, ['sh', '-c', `${command} & wait`])
  await running(service)
  service.child.kill('SIGKILL')
  await service.ended
  const [database] = told('started')
  process.kill(database?.pid ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(told('started')).toHaveLength(3), PATIENT)
  expect(told('ending')).toEqual([])
})
