import { randomUUID } from 'node:crypto'
import { LiveFeed, stopLiveFeed } from '@salama/domain/incidents/memory-feed'
import { seedStory } from '@salama/local-supabase/story'
import { KOJA } from '@salama/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Api, openApi } from './api.ts'

// The API with the feed in memory, whose replies are also checked against the contract here.

let api: Api
beforeAll(async () => {
  api = await openApi({ settings: { SALAMA_LIVE_FEED: 'on' } })
  await seedStory(api.stack)
})
afterAll(async () => {
  stopLiveFeed()
  await api.close()
})

const NEARBY = `/api/v1/incidents/nearby?lat=${KOJA.lat}&lng=${KOJA.lng}&radiusM=25000&limit=100`
type Reply = { data: { id: string }[]; page: object; asOf: string; location: object }

const read = async (address: string, headers: Record<string, string> = {}, as: 'amina' | 'baraka' = 'amina') =>
  api.call('GET', address, { as, headers })
/**
 * A reply that comes from memory: the feed is loaded after the first read, and may be late on a busy machine. The second
 * one, because the first asks the database where the place is, and writes that in another order.
 */
async function readFromMemory(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const asked = vi.spyOn(LiveFeed.prototype, 'read')
  let replies = 0
  const ask = async () => {
    asked.mockClear()
    const response = await read(address, headers)
    replies = (await asked.mock.results.at(-1)?.value) ? replies + 1 : 0
    return replies > 1 ? response : null
  }
  const response = await vi.waitUntil(ask, { timeout: 30_000, interval: 20 })
  asked.mockRestore()
  return response
}

async function readFromDatabase(address: string): Promise<Response> {
  const asked = vi.spyOn(LiveFeed.prototype, 'read').mockResolvedValue(null)
  const response = await read(address)
  expect(asked).toHaveBeenCalledOnce()
  asked.mockRestore()
  return response
}

test.each([NEARBY, '/api/v1/incidents?limit=100', '/api/v1/incidents?bbox=36.6,-1.4,37.0,-1.1&limit=5'])(
  'gives the reply of the database for %s, with an ETag that saves the body',
  async (address) => {
    const fromDatabase: Reply = await (await readFromDatabase(address)).json()
    const response = await readFromMemory(address)
    const reply: Reply = await response.json()
    expect(reply.data.length).toBeGreaterThan(0)
    expect({ ...reply, asOf: '' }).toEqual({ ...fromDatabase, asOf: '' })
    const etag = response.headers.get('etag') ?? ''
    const unchanged = await readFromMemory(address, { 'if-none-match': etag })
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, etag, ''])
  },
)

test('shows a report in the next read, to everybody', async () => {
  const before: Reply = await (await readFromMemory(NEARBY)).json()
  const place = { lat: KOJA.lat + 0.011, lng: KOJA.lng + 0.013 }
  const body = { id: randomUUID(), category: 'hazard', place }
  const sent = await api.call('POST', '/api/v1/reports', { as: 'amina', body })
  expect(sent.status).toBe(201)
  for (const who of ['baraka', 'amina'] as const) {
    const after: Reply = await (await read(NEARBY, {}, who)).json()
    expect(after.data.length).toBe(before.data.length + 1)
  }
})

test('rejects the token of an ended session within five seconds', async () => {
  const token = await api.tokenOf('eve')
  const status = async () => (await api.call('GET', NEARBY, { token })).status
  expect(await status()).toBe(200)
  const headers = { apikey: api.stack.supabase.publishableKey, authorization: `Bearer ${token}` }
  await fetch(`${api.stack.supabase.url}/auth/v1/logout?scope=local`, { method: 'POST', headers })
  await expect.poll(status, { timeout: 6_000, interval: 200 }).toBe(401)
})
