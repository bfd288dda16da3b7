import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

/** The requests that the database received; while it is unavailable it returns 503. */
const heard: unknown[] = []
let away = false
const server = createServer(async (request, response) => {
  if (!away) heard.push([request.url, await json(request)])
  response.writeHead(away ? 503 : 200, { 'content-type': 'application/json' }).end('{}')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server always has one
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'publishable')
  vi.stubEnv('SERVER_TOKEN', 'token')
})
afterEach(() => {
  away = false
  heard.length = 0
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const MINE = '3d0f7c5a-52f4-4f6b-9a5e-9f4c0f9d7b21'
const used = (requests: number, limited: number) => [
  '/rest/v1/rpc/count_api_key_use',
  { p_used: [{ keyId: MINE, requests, limited }] },
]

/** Lets a minute pass after this work. Returns how many timers are left, of which something could come later. */
function aMinuteAfter(work: () => void): number {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  work()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(60_000)
  const left = vi.getTimerCount()
  vi.useRealTimers()
  return left
}

test('sends one call per minute with requests, and none without', async () => {
  const { noteApiKeyUse } = await import('./count-api-key-use.ts')
  const left = aMinuteAfter(() => {
    for (let n = 0; n < 500; n++) noteApiKeyUse(MINE, n % 100 === 0)
  })
  expect(left).toBe(0)
  await expect.poll(() => heard).toEqual([used(500, 5)])
  aMinuteAfter(() => noteApiKeyUse(MINE, false))
  await expect.poll(() => heard).toEqual([used(500, 5), used(1, 0)])
})

test('retries counts that could not be sent', async () => {
  const { handOverApiKeyUse, noteApiKeyUse } = await import('./count-api-key-use.ts')
  noteApiKeyUse(MINE, false)
  away = true
  await expect(handOverApiKeyUse()).rejects.toMatchObject({ slug: 'unavailable' })
  noteApiKeyUse(MINE, true)
  away = false
  await handOverApiKeyUse()
  expect(heard).toEqual([used(2, 1)])
})
