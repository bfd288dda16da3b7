import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi({ settings: { RATE_LIMIT_SCALE: '1' } })
})
afterEach(() => vi.useRealTimers())
afterAll(() => api.close())

const read = (key: string) =>
  api.call('GET', '/api/v1/incidents/nearby?lat=-1.2812&lng=36.8226', { headers: { 'x-api-key': key } })

test('still accepts a recently valid key from an IP address that is blocked for guessing keys', async () => {
  const body = { name: 'Fleet monitor', scopes: ['incidents:read'] }
  const [{ key, id }, { key: unused }] = await Promise.all(
    [body, body].map(async (each) => (await api.call('POST', '/api/v1/api-keys', { as: 'amina', body: each })).json()),
  )
  expect((await read(key)).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  const guesses = []
  for (let i = 0; i < 31; i++) guesses.push((await read(`svc_live_0123456789_${'a'.repeat(46)}`)).status)
  expect(guesses).toEqual([...Array(30).fill(401), 429])
  expect((await read(unused)).status).toBe(429)
  expect((await read(key)).status).toBe(200)
  await api.call('DELETE', `/api/v1/api-keys/${id}`, { as: 'amina' })
  expect((await read(key)).status).toBe(429)
})
