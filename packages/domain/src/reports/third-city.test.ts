import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readCity } from '../machinery/city-files.ts'
import { importGtfs } from '../network/gtfs/index.ts'
import { writeFeed } from '../network/gtfs/test/small-feed.ts'
import { parseCity } from '../shared/city-schema.ts'
import { useCity } from './test/city.ts'

// A made-up city whose language is written from right to left, on both sides of 180°, where weeks begin on Saturday.

const FILE = join(import.meta.dirname, '../../../testing/third-city/city.json')
const city = useCity()
const rpc = (fn: string, args: Record<string, unknown>) => city.db.as('operator_server').rpc(fn, args)
const [WEST, EAST] = [
  { p_lat: -16.8, p_lng: 179.99 },
  { p_lat: -16.8, p_lng: -179.99 },
]

beforeEach(async () => {
  await rpc('load_city', { p_city: parseCity(await readFile(FILE, 'utf8'), FILE) })
  return () => rpc('load_city', { p_city: readCity() })
})

/** The border in four corners, with longitudes as a program writes them. */
async function load(west: number, east: number) {
  const folder = await mkdtemp(join(tmpdir(), 'salama-third-city-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const outlineGeojson = join(folder, 'border.geojson')
  const corners = [
    [west, -16.9],
    [east, -16.9],
    [east, -16.7],
    [west, -16.7],
    [west, -16.9],
  ]
  const geometry = { type: 'Polygon', coordinates: [corners] }
  await writeFile(outlineGeojson, JSON.stringify({ features: [{ properties: { name: 'مدينة البحر' }, geometry }] }))
  const source = await writeFeed({
    'agency.txt': null,
    'shapes.txt': null,
    'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\nW,ساحة السوق,-16.8,179.99\nE,المَرْسى,-16.8,-179.99\n`,
    'trips.txt': 'route_id,service_id,trip_id\nR44,DAILY,T44\nR45,DAILY,T45\n',
    'stop_times.txt': 'trip_id,stop_id,stop_sequence\nT44,W,1\nT44,E,2\nT45,E,1\nT45,W,2\n',
  })
  await importGtfs({ source, feed: 'third', outlineGeojson, rpc })
}

test.each([
  ['from -180 to 180', 179.9, -179.9],
  ['from 0 to 360', 179.9, 180.1],
  ['below -180', -180.1, -179.9],
])('a border across 180° loads with longitudes %s, and riders report on both sides of it', async (_, west, east) => {
  await load(west, east)
  const found = (place: Record<string, number>) => city.db.as('eve').rpc('resolve_corridor_for_location', place)
  for (const place of [WEST, EAST, { p_lat: -16.72, p_lng: 179.92 }, { p_lat: -16.88, p_lng: -179.92 }])
    expect(await found(place)).toMatchObject({ inServiceArea: true, serviceArea: 'مدينة البحر' })
  for (const far of [179.8, -179.8, 0])
    expect(await found({ p_lat: -16.8, p_lng: far })).toMatchObject({ inServiceArea: false })
  const first = await city.report('amina', { p_lat: -16.8, p_lng: 179.999 })
  expect((await city.report('baraka', { p_lat: -16.8, p_lng: -179.999 })).incidentId).toBe(first.incidentId)
  await expect(city.report('eve', { p_lat: -16.8, p_lng: 179.8 })).rejects.toMatchObject({
    slug: 'outside_service_area',
  })
})

test('stops are found by Arabic names, with and without vowel signs, and weeks begin on Saturday in Fiji', async () => {
  await load(179.9, -179.9)
  const titles = async (p_q: string) => {
    const found = (await city.db.as('eve').rpc('search', { p_q, p_types: ['stop'] })) as { data: { title: string }[] }
    return found.data.map(({ title }) => title)
  }
  expect(await titles('السوق')).toEqual(['ساحة السوق'])
  expect(await titles('المرسى')).toEqual(['المَرْسى'])
  expect(await titles('موقف ساحة')).toEqual(['ساحة السوق'])
  // Noon of Friday in UTC is the first minute of Saturday there.
  expect(
    await city.db.sql(
      `select app.week_of('2027-06-04T11:59:59Z')::text as a, app.week_of('2027-06-04T12:00:00Z')::text as b`,
    ),
  ).toEqual([{ a: '2027-05-29', b: '2027-06-05' }])
})
