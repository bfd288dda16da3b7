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

test.each([2, 4])('stops that lie anywhere, as many as a city has, have a border: %i', async (seed) => {
  let last = seed
  const random = () => {
    last = (last * 1_103_515_245 + 12_345) % 2 ** 31
    return last / 2 ** 31
  }
  const stops = Array.from(
    { length: 600 },
    (_, n) => `X${n},Stop ${n},${-1.4 + random() * 0.3},${36.7 + random() * 0.3},,`,
  )
  const source = await writeFeed({ 'stops.txt': `${SMALL_FEED['stops.txt']}${stops.join('\n')}\n` })
  const { report } = await city.load(source, { areaName: 'Small Town', onBorder: async () => {} })
  expect(report.service_areas?.added).toBe(1)
})

test('a border that is not taken changes nothing', async () => {
  const before = await city.fingerprint()
  const onBorder = () => Promise.reject(new Error('not this one'))
  await expect(city.load(await writeFeed(), { areaName: 'Small', onBorder })).rejects.toThrow('not this one')
  expect(await city.fingerprint()).toBe(before)
  expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
})

test('a feed without main roads gets those that its routes share, named by the stops at their ends, and keeps them', async () => {
  // Three routes share 5 km of a road and then part; a fourth is elsewhere.
  const shape = (id: string, points: number[][]) => points.map(([lat, lng], n) => `${id},${lat},${lng},${n}`).join('\n')
  const [start, end] = [
    [-1.3, 36.8],
    [-1.3, 36.845],
  ] as const
  const shapes = [
    shape('a', [[...start], [...end], [-1.25, 36.845]]),
    shape('b', [[-1.25, 36.8], [...start], [...end]]),
    shape('c', [[...end], [...start], [-1.35, 36.8]]),
    shape('d', [
      [-1.2, 36.7],
      [-1.2, 36.8],
    ]),
  ]
  const ids = ['a', 'b', 'c', 'd']
  const source = await writeFeed({
    'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\nW,West,${start}\nE,East,${end}\nN,North,-1.2,36.7\n`,
    'shapes.txt': `shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n${shapes.join('\n')}\n`,
    'routes.txt': `route_id,route_short_name\n${ids.map((id) => `${id},${id}`).join('\n')}\n`,
    'trips.txt': `route_id,service_id,trip_id,shape_id\n${ids.map((id) => `${id},DAILY,${id},${id}`).join('\n')}\n`,
    'stop_times.txt': `trip_id,stop_id,stop_sequence\n${ids.map((id) => `${id},W,1\n${id},E,2`).join('\n')}\n`,
    'frequencies.txt': null,
  })
  await city.load(source, { areaName: 'Small Town' })
  const roads = () =>
    city.db.sql(
      `select c.name, c.length_m / 500 as halves, array_agg(r.gtfs_id order by r.gtfs_id)::text as routes
         from app.corridors c join app.corridor_routes l on l.corridor_id = c.id join app.routes r on r.id = l.route_id
        where c.retired_at is null group by c.id`,
    )
  expect(await roads()).toEqual([
    { name: expect.stringMatching(/^(West – East|East – West)$/), halves: 10, routes: '{a,b,c}' },
  ])
  expect(await at(-1.3005, 36.82)).toMatchObject({ corridor: { name: expect.stringContaining('West') } })
  const before = await city.fingerprint()
  await city.load(source, { areaName: 'Small Town' })
  expect(await city.fingerprint()).toBe(before)
})

test('an area has the name of its feed', () => {
  expect(['nairobi', 'mexico-city', 'a1-2'].map(areaNameOf)).toEqual(['Nairobi', 'Mexico City', 'A1 2'])
})
