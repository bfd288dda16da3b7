import type { PointOfInterest } from '@salama/domain/network/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { rankStages, searchStages } from './search-stages.ts'

afterEach(() => vi.unstubAllGlobals())

const stage = (name: string): PointOfInterest => ({
  id: crypto.randomUUID(),
  name,
  kind: 'stop',
  place: { lat: -1.28, lng: 36.8 },
  corridor: null,
  area: null,
  routes: [],
  distanceM: null,
})
const koja = stage('Koja')
const names = (stages: PointOfInterest[]) => stages.map(({ name }) => name)
const search = (q: string, more: Partial<Parameters<typeof searchStages>[2]> = {}) =>
  searchStages(q, new AbortController().signal, { saved: async () => [koja], ...more })

test('returns the server’s stages when online, saves them, and tells the server to a hundred metres where the phone is', async () => {
  const fetched = vi.fn(async (_: string) => Response.json({ data: [stage('Kona ya Uhuru')] }))
  vi.stubGlobal('fetch', fetched)
  const save = vi.fn()
  expect(names(await search('kona', { near: { lat: -1.30012, lng: 36.90049 }, save }))).toEqual(['Kona ya Uhuru'])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/map-search?q=kona&lat=-1.3&lng=36.9')
  expect(save).toHaveBeenCalledOnce()
})

test.each([
  ['no connection', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a busy server', async () => Response.json({ code: 'rate_limited' }, { status: 429 })],
])('with %s uses the saved stages, and does not report a missing name as unknown', async (_, answer) => {
  vi.stubGlobal('fetch', answer)
  expect(names(await search('koj'))).toEqual(['Koja'])
  await expect(search('kona')).rejects.toThrow()
})

test('returns the server’s stages when storage fails', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: [stage('Kona ya Uhuru')] }))
  const saved = () => Promise.reject(new Error('No storage'))
  expect(names(await search('kona', { saved }))).toEqual(['Kona ya Uhuru'])
})

test('aborts the request too, also without AbortSignal.any', async () => {
  const { timeout } = AbortSignal
  vi.stubGlobal('AbortSignal', { timeout })
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const answer = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    question.abort()
    return answer
  })
  const question = new AbortController()
  await expect(searchStages('kona', question.signal, { saved: async () => [koja] })).rejects.toThrow()
})

test('does not fall back to saved stages after an abort', async () => {
  const question = new AbortController()
  vi.stubGlobal('fetch', async () => {
    question.abort()
    throw new DOMException('', 'AbortError')
  })
  await expect(searchStages('koj', question.signal, { saved: async () => [koja] })).rejects.toThrow()
})

test('waits shorter for the server where a saved stage fits', async () => {
  const waitsMs: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waitsMs.push(ms)
    return new AbortController().signal
  })
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }))
  await search('koj')
  await search('kona')
  vi.restoreAllMocks()
  expect(waitsMs).toEqual([2_500, 8_000])
})

test('ranks saved stages: names that begin with the query, then the nearest, then by name; ten of them', () => {
  const at = (name: string, lat: number, lng: number) => ({ ...stage(name), place: { lat, lng } })
  const near = { lat: -1.3, lng: 36.9 }
  const all = [
    at('New Odeon', -1.3, 36.9),
    at('Odeon West', -1.29, 36.8),
    at('Odéon East', -1.3, 36.91),
    at('Odeon North', -1.5, 36.9),
    at('Koja', -1.3, 36.9),
  ]
  expect(names(rankStages(all, ' ODEON ', near))).toEqual(['Odéon East', 'Odeon West', 'Odeon North', 'New Odeon'])
  expect(names(rankStages(all, 'odeon'))).toEqual(['Odéon East', 'Odeon North', 'Odeon West', 'New Odeon'])
  expect(rankStages(Array(11).fill(koja), 'koja')).toHaveLength(10)
})
