import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { PATIENT } from '../../packages/processes/src/test/alive.ts'
import { begin, events, folder, lockHolder, nothingLeft, running, told } from '../test/service-in-test.ts'

it('ends everything with npm, the database last', async () => {
  const npm = await running(begin())
  npm.kill('SIGTERM')
  await nothingLeft()
  expect(
    events()
      .slice(2)
      .map(({ name, what }) => `${name} ${what}`),
  ).toEqual(['app ending', 'app ended', 'database ending', 'database ended'])
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

it('rejects a second start without side effects', async () => {
  const first = begin()
  await running(first)
  const before = events()
  const second = begin()
  expect(await second.ended).not.toBe(0)
  expect(second.output()).toContain(`is in use by process ${lockHolder()}`)
  expect(events()).toEqual(before)
})
