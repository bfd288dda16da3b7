import { openCache } from '@salama/http/device-storage'

// What maps load is the same for everybody, so it is stored on the device: a map that was opened once also works
// offline. The browser's own cache does not suffice: it may drop ranges and does not answer offline.

const CACHE = 'salama-map'
const RANGE = '?range:'
/** About 10 MB of tiles; the oldest are dropped. */
const MAX_RANGES = 600

/** Fetches JSON, and offline returns the last response. @throws {TypeError} when there is neither */
export async function fetchJson<T>(url: string): Promise<T> {
  const cache = await openCache(CACHE)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
    if (!response.ok) throw new TypeError(`${url} returned ${response.status}`)
    await cache?.put(url, response.clone()).catch(() => null)
    return await response.json()
  } catch (error) {
    const saved = await cache?.match(url)
    if (saved) return saved.json()
    throw error
  }
}

/** A part of a file whose URL has its version. A cache stores no partial responses, so each range is a file of its own. */
export async function fetchRange(
  url: string,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const range = `bytes=${offset}-${offset + length - 1}`
  const key = `${url}${RANGE}${range}`
  const cache = await openCache(CACHE)
  const saved = await cache?.match(key)
  if (saved) return saved.arrayBuffer()
  const response = await fetch(url, { headers: { range }, ...(signal && { signal }) })
  if (response.status !== 206) throw new TypeError(`${url} returned ${response.status}`)
  const data = await response.arrayBuffer()
  if (cache) await save(cache, key, data).catch(() => null)
  return data
}

async function save(cache: Cache, key: string, data: ArrayBuffer): Promise<void> {
  await cache.put(key, new Response(data))
  const ranges = (await cache.keys()).filter(({ url }) => url.includes(RANGE))
  for (const old of ranges.slice(0, Math.max(0, ranges.length - MAX_RANGES))) await cache.delete(old)
}
