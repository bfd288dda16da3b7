import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchJson, fetchRange } from './saved-files.ts'

const ARCHIVE = '/basemap/0.pmtiles'

/** The browser's Cache API, in memory. */
function cacheStorage() {
  const files = new Map<string, Response>()
  const cache = {
    match: async (key: string) => files.get(key)?.clone(),
    put: async (key: string, response: Response) => void files.set(key, response),
    keys: async () => [...files.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => files.delete(url),
  }
  return { files, caches: { open: async () => cache } }
}
let storage: ReturnType<typeof cacheStorage>
const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  storage = cacheStorage()
  fetched.mockReset()
  fetched.mockImplementation(async (_, init) => new Response(new Headers(init?.headers).get('range'), { status: 206 }))
  vi.stubGlobal('caches', storage.caches)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const text = (data: ArrayBuffer) => new TextDecoder().decode(data)

test('requests a range once, and reads it from the device afterwards', async () => {
  expect(text(await fetchRange(ARCHIVE, 100, 50))).toBe('bytes=100-149')
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(text(await fetchRange(ARCHIVE, 100, 50))).toBe('bytes=100-149')
  await expect(fetchRange(ARCHIVE, 0, 50)).rejects.toThrow('Failed to fetch')
})

test('drops the oldest ranges, but not the lines of the network', async () => {
  fetched.mockResolvedValueOnce(Response.json({ lines: 1 }))
  await fetchJson('/api/corridor-map')
  for (let tile = 0; tile < 602; tile++) await fetchRange(ARCHIVE, tile, 1)
  expect(storage.files.size).toBe(601)
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await fetchJson('/api/corridor-map')).toEqual({ lines: 1 })
  await expect(fetchRange(ARCHIVE, 0, 1)).rejects.toThrow('Failed to fetch')
})

test('returns the last JSON when the server fails, and never stores the failure', async () => {
  fetched.mockResolvedValueOnce(Response.json({ url: 'a' }))
  await fetchJson('/basemap/index.json')
  fetched.mockResolvedValueOnce(new Response('{}', { status: 503 }))
  expect(await fetchJson('/basemap/index.json')).toEqual({ url: 'a' })
  fetched.mockResolvedValueOnce(new Response('{}', { status: 503 }))
  await expect(fetchJson('/api/main-stages')).rejects.toThrow('503')
})

test('a server that ignores ranges is an error, not a broken map', async () => {
  fetched.mockResolvedValue(new Response('whole file', { status: 200 }))
  await expect(fetchRange(ARCHIVE, 0, 1)).rejects.toThrow('200')
  expect(storage.files.size).toBe(0)
})

test('works without the Cache API, as on a plain HTTP address', async () => {
  vi.stubGlobal('caches', undefined)
  expect(text(await fetchRange(ARCHIVE, 0, 2))).toBe('bytes=0-1')
})
