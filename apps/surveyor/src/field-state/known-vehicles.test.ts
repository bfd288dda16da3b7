import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SIMBA = { id: 's1', name: 'Simba wa Njia' }
const ROUTE = { id: 'r1', slug: '44', shortName: '44', longName: 'Zimmerman' }
const list = (vehicles: Record<string, string>) => () =>
  Response.json({ saccos: [SIMBA], routes: [ROUTE], vehicles }, { headers: { etag: 'W/"1"' } })

let asked: (string | null)[]
let respond: () => Response
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-11-23T06:00:00Z')
  asked = []
  respond = list({ KDA: '123A;0;33;0\n124B;;;', KDB: '999Z;;14;' })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('if-none-match'))
    return respond()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const HOUR_MS = 3600_000

/** Loads the app fresh, with nothing in memory. */
async function opened(account: string) {
  vi.resetModules()
  const { findKnown, refreshKnownVehicles, searchKnown } = await import('./known-vehicles.ts')
  const { fieldCacheOf } = await import('./field-cache.ts')
  return {
    find: (key: string) => findKnown(fieldCacheOf(account), key),
    search: async (key: string, most = 10) =>
      (await searchKnown(fieldCacheOf(account), key, most))?.vehicles.map(({ plate }) => plate),
    refresh: () => refreshKnownVehicles(account, 60_000),
  }
}

test('finds a vehicle by its whole plate only, with its group, routes, seats and the age of the list', async () => {
  const { find, refresh } = await opened('chebet')
  expect(await find('KDA123A')).toBeNull()
  await refresh()
  expect(await find('KDA123A')).toEqual({
    vehicle: { sacco: SIMBA, routes: [ROUTE], capacity: 33, fleetName: null },
    asOf: '2026-11-23T06:01:00.000Z',
  })
  expect((await find('KDA124B'))?.vehicle).toEqual({ sacco: null, routes: [], capacity: null, fleetName: null })
  for (const key of ['KDA123', 'KDA23A', 'KDA12', 'KDC123A', 'KDA']) expect(await find(key)).toBeNull()
})

test('confirms an unchanged list by its ETag after six hours, and replaces a changed one as a whole', async () => {
  await (await opened('baraka')).refresh()
  await (await opened('baraka')).refresh()
  expect(asked).toEqual([null])
  later(7 * HOUR_MS)
  respond = () => new Response(null, { status: 304 })
  await (await opened('baraka')).refresh()
  const { find } = await opened('baraka')
  expect(await find('KDB999Z')).toMatchObject({ vehicle: { capacity: 14 }, asOf: '2026-11-23T13:01:00.000Z' })
  later(7 * HOUR_MS)
  respond = list({ KDA: '123A;;51;' })
  await (await opened('baraka')).refresh()
  expect(asked).toEqual([null, 'W/"1"', 'W/"1"'])
  expect(await find('KDB999Z')).toBeNull()
  expect((await find('KDA123A'))?.vehicle.capacity).toBe(51)
})

test('keeps the list when a refresh fails, and tries again ten minutes later', async () => {
  const { find, refresh } = await opened('dalmas')
  await refresh()
  later(7 * HOUR_MS)
  respond = () => Response.json({ code: 'unavailable' }, { status: 503 })
  await refresh()
  await refresh()
  expect(asked).toHaveLength(2)
  expect((await find('KDA123A'))?.asOf).toBe('2026-11-23T06:01:00.000Z')
  later(11 * 60_000)
  await refresh()
  expect(asked).toHaveLength(3)
})

test('finds vehicles by the beginning of a plate, and by digits anywhere in it', async () => {
  const { search, refresh } = await opened('otieno')
  expect(await search('KD')).toBeUndefined()
  await refresh()
  expect(await search('KD')).toEqual(['KDA123A', 'KDA124B', 'KDB999Z'])
  expect(await search('KDA12')).toEqual(['KDA123A', 'KDA124B'])
  expect(await search('KDA124B')).toEqual(['KDA124B'])
  expect(await search('99')).toEqual(['KDB999Z'])
  expect(await search('A123')).toEqual([])
  expect(await search('12', 1)).toEqual(['KDA123A'])
})
