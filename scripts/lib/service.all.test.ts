import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isAlive, PATIENT } from '../../packages/processes/src/test/alive.ts'
import { begin, events, folder, lockHolder, nothingLeft, running, SCRIPT, told } from '../test/service-in-test.ts'

it.each(['SIGINT', 'SIGHUP', 'SIGKILL'] as const)('%s to npm ends everything, the database last', async (signal) => {
  const npm = await running(begin())
  npm.kill(signal)
  await nothingLeft()
  expect(
    events()
      .slice(2)
      .map(({ name, what }) => `${name} ${what}`),
  ).toEqual(['app ending', 'app ended', 'database ending', 'database ended'])
})

it('leaves no process behind after SIGKILL of the script itself', async () => {
  await running(begin())
  process.kill(lockHolder(), 'SIGKILL')
  await vi.waitFor(() => expect(told('ended').map(({ name }) => name)).toEqual(['app', 'database']), PATIENT)
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
