import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { examine } from '../commands/doctor.ts'
import { checkApps, checkFiles, checkTime } from './check-machine.ts'

it.each([
  [{ SMTP_FROM: 'nobody' }, 'SMTP_FROM'],
  [{ TRUST_PROXY: 'one' }, 'TRUST_PROXY'],
  [{ SUPABASE_URL: 'a project' }, 'SUPABASE_URL'],
])('names settings that are not right, with what mends them: %j', async (wrong, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-doctor-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    vi.unstubAllEnvs()
  })
  for (const [variable, value] of Object.entries({ DATA_DIR: folder, ...wrong })) vi.stubEnv(variable, value)
  const mend = expect.stringContaining('correct it in ')
  expect(await examine()).toEqual([{ about: 'settings', state: 'fault', what: expect.stringContaining(name), mend }])
})

it('names a data folder that is away, and goes on', async () => {
  const [disk, ...others] = await checkFiles('/not/there', '/not/there', [])
  expect(disk).toMatchObject({
    state: 'fault',
    mend: 'make /not/there for the user of the service, or correct DATA_DIR',
  })
  expect(others).toHaveLength(1)
})

it('asks no address that is none', async () => {
  const found = await checkApps({
    SALAMA_API_URL: 'https://api .example.org',
    TRUST_PROXY: 1,
    PORT_BASE: 9,
    SUPABASE_PORT: 9,
  })
  const processes = ['supabase', 'rider', 'surveyor', 'learning', 'admin', 'api', 'worker']
  expect(found.map(({ about }) => about).toSorted()).toEqual(processes.toSorted())
})

it.each([
  ['yes\n', ['ok']],
  ['no\n', ['warning']],
])('says whether something sets the clock: %j', async (said, states) => {
  expect((await checkTime(async () => said)).map(({ state }) => state)).toEqual(states)
  expect(await checkTime(() => Promise.reject(new Error('no such program')))).toEqual([])
})
