import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isPortFree, nodePath } from './processes.mjs'
import { temporaryRoot } from './temporary.mjs'
import { PATIENT } from './test/alive.ts'

const folders = () => readdirSync(temporaryRoot()).filter((name) => name.startsWith('salama-postgres-'))

it('PostgreSQL ends with a killed process, and its folder is removed', async () => {
  const before = folders()
  const parent = spawn(nodePath(), [join(import.meta.dirname, 'test/parent.mjs'), 'postgres'])
  let output = ''
  parent.stdout.on('data', (text) => (output += String(text)))
  await vi.waitFor(() => expect(output).toMatch(/^postgres:.*\n$/), PATIENT)
  const added = folders().filter((name) => !before.includes(name))
  const port = Number(new URL(output).port)
  expect(await isPortFree(port)).toBe(false)
  parent.kill('SIGKILL')
  await vi.waitFor(async () => expect(await isPortFree(port)).toBe(true), PATIENT)
  await vi.waitFor(() => expect(folders().filter((name) => added.includes(name))).toEqual([]), PATIENT)
})
