import { serveMetrics } from '@salama/http/serve-metrics'
import { pushSettings } from '@salama/push/env.ts'
import { type Stack, startStack } from '@salama/testing/stack'
import { beforeAll, expect, test, vi } from 'vitest'
import { makeTasks } from '../src/tasks.ts'
import { watchState } from '../src/watch-state.ts'
import { workOnce } from '../src/work.ts'

let stack: Stack
let port: number | null
beforeAll(async () => {
  stack = await startStack({ apps: [] })
  for (const [name, value] of Object.entries({ ...stack.env('worker'), DATA_DIR: import.meta.dirname }))
    vi.stubEnv(name, value)
  port = await serveMetrics({ process: 'worker', port: 0, host: '127.0.0.1' }, watchState)
})
const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('reports queued and failed jobs, the last backup and the disk, and names no person or place', async () => {
  await stack.query('truncate app.jobs')
  await stack.query(`select app.enqueue('erase_photo', 'KDA999Z/amina@salama.test')`)
  await workOnce(makeTasks({ riderUrl: 'https://rider.example', push: pushSettings({}) }))
  await stack.query(`select app.enqueue('report_mail', 'amina@salama.test'), app.enqueue('push', 'KDA999Z')`)
  await stack.query(`update app.jobs set attempts = app.max_job_attempts() where task = 'push'`)
  expect(await read()).not.toContain('salama_backup_timestamp_seconds{')
  await stack.query(`select app.note_backup('2026-11-27T02-30-00-000Z')`)
  const text = await read()
  for (const line of [
    'salama_database_up{process="worker"} 1',
    'salama_service_area{process="worker"} 1',
    'salama_jobs_waiting{task="report_mail",process="worker"} 1',
    'salama_jobs_dead{task="push",process="worker"} 1',
    'salama_jobs_total{task="erase_photo",status="200",process="worker"} 1',
  ])
    expect(text).toContain(line)
  for (const name of [
    'backup_timestamp_seconds',
    'disk_free_bytes',
    'database_bytes',
    'feed_applied_timestamp_seconds',
  ])
    expect(text).toMatch(new RegExp(`^salama_${name}\\{[^}]*\\} [1-9]`, 'm'))
  expect(text).not.toMatch(/KDA|amina|02-30/)
  const labels = [...text.matchAll(/^salama_\w+\{([^}]*)\}/gm)].flatMap(([, all = '']) => all.match(/\w+(?==")/g) ?? [])
  expect(new Set(labels)).toEqual(
    new Set(['task', 'operation', 'status', 'process', 'le', 'function', 'feed', 'version']),
  )
})

test('tells nothing old when the database does not answer', async () => {
  await stack.close()
  const text = await read()
  expect(text).toContain('salama_database_up{process="worker"} 0')
  expect(text).toMatch(/^salama_disk_free_bytes/m)
  expect(text).not.toMatch(/^salama_(jobs_waiting|jobs_dead|review_open|backup_timestamp_seconds|feed_\w+)[{ ]/m)
})
