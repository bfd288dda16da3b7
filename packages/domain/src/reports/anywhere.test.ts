import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { onPlane } from '../incidents/memory-feed/geometry.ts'
import { NetworkCopy, NetworkPlaces } from '../incidents/memory-feed/network-places.ts'
import { importGtfs } from '../network/gtfs/index.ts'
import { writeFeed } from '../network/gtfs/test/small-feed.ts'
import { useCity } from './test/city.ts'

// A metre is a metre in every city: at any latitude, and across 180°.

const city = useCity()
const { report } = city

const METRES_PER_DEGREE = (6371008.8 * Math.PI) / 180
const wrapped = (lng: number) => ((lng + 540) % 360) - 180

const CITIES = [
  ['at 60° north', 60.17, 24.94],
  ['on the equator', 0.001, -78.45],
  ['at 33° south', -33.45, -70.66],
  ['at 179° east', -16.5, 179.2],
  ['across 180°', -16.8, 180],
] as const

describe.each(CITIES)('a city %s', (_, lat, lng) => {
  /** A place so many metres from the middle. */
  const at = (northM: number, eastM: number) => ({
    lat: lat + northM / METRES_PER_DEGREE,
    lng: wrapped(lng + eastM / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)),
  })
  const cells = (place: { lat: number; lng: number }) => `${place.lat},${place.lng}`
  const args = (place: { lat: number; lng: number }) => ({ p_lat: place.lat, p_lng: place.lng })

  /** Two stops 3 km apart, the road between them, and a border of 1,600 m around the middle. */
  beforeEach(async () => {
    const [west, east] = [at(0, -1500), at(0, 1500)]
    const source = await writeFeed({
      'agency.txt': null,
      'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\nW,West,${cells(west)}\nE,East,${cells(east)}\n`,
      'shapes.txt': `shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nout,${cells(west)},1\nout,${cells(at(0, 0))},2\nout,${cells(east)},3\n`,
      'trips.txt': 'route_id,service_id,trip_id,shape_id\nR44,DAILY,T44,out\nR45,DAILY,T45,\n',
      'stop_times.txt': 'trip_id,stop_id,stop_sequence\nT44,W,1\nT44,E,2\nT45,E,1\nT45,W,2\n',
    })
    const folder = await mkdtemp(join(tmpdir(), 'salama-anywhere-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [trunksCsv, corridorsCsv] = [join(folder, 'trunks.csv'), join(folder, 'routes.csv')]
    const outlineGeojson = join(folder, 'border.geojson')
    await writeFile(
      trunksCsv,
      `corridor,name,from_lat,from_lng,to_lat,to_lng\nroad,Road,${cells(west)},${cells(east)}\n`,
    )
    await writeFile(corridorsCsv, 'route_id,corridor\nR44,road\n')
    const [low, high] = [at(-1600, -1600), at(1600, 1600)]
    const box = (from: number, to: number) => [
      [
        [from, low.lat],
        [to, low.lat],
        [to, high.lat],
        [from, high.lat],
        [from, low.lat],
      ],
    ]
    const coordinates = low.lng < high.lng ? [box(low.lng, high.lng)] : [box(low.lng, 180), box(-180, high.lng)]
    const geometry = { type: 'MultiPolygon', coordinates }
    await writeFile(outlineGeojson, JSON.stringify({ features: [{ properties: { name: 'Town' }, geometry }] }))
    const rpc = (fn: string, given: Record<string, unknown>) => city.db.as('operator_server').rpc(fn, given)
    await importGtfs({ source, feed: 'town', trunksCsv, corridorsCsv, outlineGeojson, rpc })
  })

  test('finds a road within 250 m of a place, and reports 2 km around stops, also in memory', async () => {
    const copy = await city.db.as('rider_server').rpc('get_network_places')
    const memory = new NetworkPlaces(NetworkCopy.parse(copy))
    for (const [northM, eastM, isIn, distanceM] of [
      [200, 0, true, 200],
      [-240, 700, true, 240],
      [240, -700, true, 240],
      [260, 0, true, null],
      [0, 1700, true, 200],
      [0, 1780, true, null],
      [1950, 1500, true, null],
      [0, 3450, true, null],
      [0, -3450, true, null],
      [2300, 1500, false, null],
      [0, 3800, false, null],
      [0, -3800, false, null],
    ] as const) {
      const place = at(northM, eastM)
      const found = await city.db.as('eve').rpc('resolve_corridor_for_location', args(place))
      expect({ northM, eastM, found }).toMatchObject({ found: { inServiceArea: isIn, distanceM } })
      expect(memory.locate(place) ?? found).toMatchObject({ inServiceArea: isIn, distanceM })
    }
    const [road] = await city.db.sql(`select length_m from app.corridors where slug = 'road'`)
    expect(road).toEqual({ length_m: expect.closeTo(3000, -1.5) })
  })

  test('joins crashes within 500 m, and not beyond', async () => {
    const first = await report('amina', args(at(0, -240)))
    expect((await report('baraka', args(at(0, 240)))).incidentId).toBe(first.incidentId)
    expect((await report('chebet', args(at(480, -240)))).incidentId).toBe(first.incidentId)
    expect((await report('eve', args(at(0, 270)))).incidentId).not.toBe(first.incidentId)
  })

  test('lists incidents within the radius, the nearest first, a page at a time, and in a box', async () => {
    const places = { west: at(0, -1300), east: at(0, 1400), north: at(1500, 0) }
    const names = new Map<unknown, string>()
    for (const [name, place] of Object.entries(places)) names.set((await report('amina', args(place))).incidentId, name)
    type Page = { data: { id: string; distanceM: number }[]; next: unknown }
    const nearby = async (radiusM: number) => {
      const found: [string | undefined, number][] = []
      let p_after: unknown = null
      do {
        const query = { ...args(at(0, 0)), p_radius_m: radiusM, p_limit: 1, p_after }
        const { data, next } = (await city.db.as('eve').rpc('get_incident_feed_nearby', query)) as Page
        found.push(...data.map((row): [string | undefined, number] => [names.get(row.id), row.distanceM]))
        p_after = next
      } while (p_after !== null)
      return found
    }
    expect(await nearby(2000)).toEqual([
      ['west', 1300],
      ['east', 1400],
      ['north', 1500],
    ])
    expect(await nearby(1350)).toEqual([['west', 1300]])
    const [low, high] = [at(-100, -1400), at(100, 1500)]
    const bounds = { p_min_lat: low.lat, p_min_lng: low.lng, p_max_lat: high.lat, p_max_lng: high.lng }
    const { data } = (await city.db.as('eve').rpc('get_incident_feed_in_bounds', bounds)) as Page
    expect(data.map(({ id }) => names.get(id)).sort()).toEqual(['east', 'west'])
  })
})

test('the plane of the index is the same in memory', async () => {
  const places = Array.from({ length: 361 }, (_, n) => ({ lat: -90 + n / 2 + 0.123 * (n % 2), lng: n - 180 }))
  const rows = await city.db.sql<{ x: number; y: number }>(
    `select (app.plane_point(lat, lng))[0] as x, (app.plane_point(lat, lng))[1] as y
       from unnest($1::float8[], $2::float8[]) with ordinality p (lat, lng, n) order by n`,
    [places.map(({ lat }) => lat), places.map(({ lng }) => lng)],
  )
  expect(places.map(onPlane)).toEqual(rows.map(({ x, y }) => ({ lng: x, lat: y })))
})
