import type { PersonName } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

// The usage of a key in its owner's view, including rate-limited requests.

let api: Api
beforeAll(async () => {
  api = await openApi({ settings: { RATE_LIMIT_SCALE: '0.05' } })
})
afterAll(() => api.close())

const make = async (as: PersonName): Promise<{ id: string; key: string }> =>
  (
    await api.call('POST', '/api/v1/api-keys', { as, body: { name: 'Fleet monitor', scopes: ['incidents:read'] } })
  ).json()
const read = async (key: string, address = '/api/v1/incidents') =>
  (await api.call('GET', address, { headers: { 'x-api-key': key } })).status
const usage = async (as: PersonName, id: string) =>
  (await api.call('GET', `/api/v1/api-keys/${id}/usage`, { as })).json()

test('counts every request with a key once, rate-limited ones separately', async () => {
  const { id, key } = await make('amina')
  const answers = []
  for (let n = 0; n < 8; n++) answers.push(await read(key))
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  const found = await usage('amina', id)
  expect(found.total).toEqual({ requests: 8, limited: 2 })
  expect(found.days.at(-1)).toMatchObject({ date: found.to, requests: 8, limited: 2 })
})

test('does not count a request that the key is not allowed to make', async () => {
  const { id, key } = await make('amina')
  expect(await read(key, '/api/v1/auth/me')).toBe(403)
  expect(await read(key, '/api/v1/saccos')).toBe(403)
  expect((await usage('amina', id)).total).toEqual({ requests: 0, limited: 0 })
})

test('returns 404 for the usage of another account’s key', async () => {
  const { id } = await make('amina')
  expect(await usage('eve', id)).toMatchObject({ status: 404, code: 'not_found' })
})
