import { openDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { areaNameOf } from './companions.ts'
import { type FeedDatabase, feedDatabase } from './test/feed-database.ts'
import { SMALL_FEED, writeFeed } from './test/small-feed.ts'

let city: FeedDatabase
beforeAll(async () => {
  city = feedDatabase(await openDatabase())
})
beforeEach(() => city.db.reset())
afterAll(() => city.db.close())

const at = (lat: number, lng: number) =>
  city.db.as('eve').rpc('resolve_corridor_for_location', { p_lat: lat, p_lng: lng })

test.each([
  ['in Nairobi', 0],
  ['across 180°', 143.15],
])('a feed without a border %s gets one around its stops once it was shown, and keeps it', async (_, east) => {
  const lngOf = (lng: number) => ((lng + east + 540) % 360) - 180
  const moved = (text: string) => text.replaceAll(/\b36\.\d+/g, (lng) => String(lngOf(Number(lng))))
  const source = await writeFeed({
    'agency.txt': null,
    'stops.txt': moved(SMALL_FEED['stops.txt']),
    'shapes.txt': moved(SMALL_FEED['shapes.txt']),
  })
  const shown: { name: string; areaKm2: number; widthM: number; heightM: number }[] = []
  const onBorder = async (border: (typeof shown)[number]) => void shown.push(border)
  const { report, hasServiceArea } = await city.load(source, { areaName: 'Small Town', onBorder })
  expect(shown).toHaveLength(1)
  expect(shown[0]).toMatchObject({ name: 'Small Town' })
  // Two circles of 2 km around places 10 km apart, and what is between them.
  expect(shown[0]?.areaKm2).toBeGreaterThan(24)
  expect(shown[0]?.areaKm2).toBeLessThan(70)
  expect(shown[0]?.widthM).toBeCloseTo(7_700 + 4_000, -3)
  expect(shown[0]?.heightM).toBeCloseTo(6_900 + 4_000, -3)
  expect([report.service_areas?.added, hasServiceArea]).toEqual([1, true])
  for (const [lat, lng, isIn] of [
    [-1.28123, 36.822596, true],
    [-1.2985, 36.822596, true],
    [-1.31, 36.822596, false],
    [-1.220432, 36.908, true],
    [-1.220432, 36.92, false],
  ] as const)
    expect({ lat, lng, found: await at(lat, lngOf(lng)) }).toMatchObject({ found: { inServiceArea: isIn } })
  await city.load(source, { areaName: 'Small Town', onBorder })
  expect(shown).toHaveLength(1)
})

test('a border that is not taken changes nothing', async () => {
  const before = await city.fingerprint()
  const onBorder = () => Promise.reject(new Error('not this one'))
  await expect(city.load(await writeFeed(), { areaName: 'Small', onBorder })).rejects.toThrow('not this one')
  expect(await city.fingerprint()).toBe(before)
  expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
})

test('an area has the name of its feed', () => {
  expect(['nairobi', 'mexico-city', 'a1-2'].map(areaNameOf)).toEqual(['Nairobi', 'Mexico City', 'A1 2'])
})
