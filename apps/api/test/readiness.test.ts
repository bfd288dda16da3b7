import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { whatIsMissing, whyNobodyReports } from '../../../packages/processes/src/readiness.mjs'
import { serverToken } from '../../../packages/processes/src/server-token.mjs'
import { type Api, openApi } from './api.ts'

// Ready means that requests will succeed, whatever the history of migrations says: after a half restored dump it is
// complete.

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Beyond the time for which an answer holds. */
let ahead = 0
beforeEach(() => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function ask() {
  ahead += 60_000
  const response = await api.call('GET', '/api/v1/health?ready=true')
  return { status: response.status, checks: (await response.json()).checks }
}
const tell = () => {
  const { supabase } = api.stack
  return whatIsMissing({ ...supabase, token: serverToken('operator', supabase) }, 'salama')
}

const FINE = { database: 'ok', schema: 'ok', roles: 'ok', reads: 'ok', feed: 'ok', load: 'ok', area: 'ok' }

test('is ready over a whole database', async () => {
  expect(await ask()).toEqual({ status: 200, checks: FINE })
  expect(await tell()).toBeUndefined()
})

test('is degraded without a service area, and says to the operator that nobody can report', async () => {
  const { supabase } = api.stack
  const warning = () => whyNobodyReports({ ...supabase, token: serverToken('operator', supabase) })
  expect(await warning()).toBeUndefined()
  await api.stack.query(`create table app.areas_elsewhere as select * from app.service_areas`)
  await api.stack.query('delete from app.service_areas')
  expect(await ask()).toEqual({ status: 200, checks: { ...FINE, area: 'missing' } })
  expect(await warning()).toMatch(/^Nobody can report/)
  await api.stack.query('insert into app.service_areas select * from app.areas_elsewhere')
  await api.stack.query('drop table app.areas_elsewhere')
  expect((await ask()).checks).toEqual(FINE)
})

test.each([
  [
    'table app.corridors',
    'alter table app.corridors rename to elsewhere',
    'alter table app.elsewhere rename to corridors',
  ],
  ['function app.page', 'alter function app.page rename to elsewhere', 'alter function app.elsewhere rename to page'],
  [
    'function api.search',
    'alter function api.search rename to elsewhere',
    'alter function api.elsewhere rename to search',
  ],
  [
    'function api.list_missing',
    'alter function api.list_missing rename to elsewhere',
    'alter function api.elsewhere rename to list_missing',
  ],
])('is not ready without %s, and says so to the operator', async (what, take, give) => {
  await api.stack.query(take)
  try {
    expect(await ask()).toMatchObject({ status: 503, checks: { database: 'ok', schema: 'failed' } })
    expect(await tell()).toContain(what)
  } finally {
    await api.stack.query(give)
  }
  expect(await ask()).toEqual({ status: 200, checks: FINE })
})

test('is not ready when a read fails although everything is there', async () => {
  await api.stack.query('alter table app.corridors rename column name to label')
  try {
    expect(await ask()).toMatchObject({
      status: 503,
      checks: { ...FINE, reads: 'failed', feed: 'not_asked', area: 'not_asked' },
    })
  } finally {
    await api.stack.query('alter table app.corridors rename column label to name')
  }
})

test('asks the database once for many probes at a time', async () => {
  await ask()
  await api.stack.query('alter table app.corridors rename to elsewhere')
  const probe = async () => (await api.call('GET', '/api/v1/health?ready=true')).status
  try {
    expect(await Promise.all([probe(), probe()])).toEqual([200, 200])
  } finally {
    await api.stack.query('alter table app.elsewhere rename to corridors')
  }
})
