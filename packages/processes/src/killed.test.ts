import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { nodePath } from './processes.mjs'
import { isAlive, PATIENT } from './test/alive.ts'

it.each(['SIGKILL', 'SIGHUP'] as const)('%s to a process ends an app, and a job with its children', async (signal) => {
  const parent = spawn(nodePath(), [join(import.meta.dirname, 'test/parent.mjs')])
  let output = ''
  parent.stdout.on('data', (text) => (output += String(text)))
  const pids = () => output.trim().split('\n').filter(Boolean).map(Number)
  await vi.waitFor(() => expect(pids()).toHaveLength(3), PATIENT)
  expect(pids().filter(isAlive)).toEqual(pids())
  parent.kill(signal)
  await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), PATIENT)
})
