import { isAllTier, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importGtfs } from '../../network/gtfs/index.ts'
import { NAIROBI } from '../../network/gtfs/test/nairobi.ts'
import { Location } from '../../shared/shapes.ts'
import type { Place } from './geometry.ts'
import { NetworkCopy, NetworkPlaces } from './network-places.ts'
import { randomOf } from './test/random.ts'

// Area and corridor of a place are the same from memory as from SQL, in the city that comes with the project.

let db: TestDatabase
let places: NetworkPlaces
beforeAll(async () => {
  db = await openDatabase()
  await importGtfs({ ...NAIROBI, rpc: (fn, args) => db.as('operator_server').rpc(fn, args) })
  places = await copy()
})
afterAll(() => db.close())

const copy = async () => new NetworkPlaces(NetworkCopy.parse(await db.as('rider_server').rpc('get_network_places')))

const random = randomOf(20261127)
const TRIES = isAllTier ? 100_000 : 4_000
const AT_ONCE = 2_000

/** What each says of these places, where memory says anything. */
async function compare(of: readonly Place[], by = places) {
  const found = []
  for (let n = 0; n < of.length; n += AT_ONCE) {
    const some = of.slice(n, n + AT_ONCE)
    const rows = await db.sql<{ place: unknown }>(
      `select app.locate(p.lat, p.lng) as place from unnest($1::float8[], $2::float8[]) with ordinality p (lat, lng, n)
        order by p.n`,
      [some.map(({ lat }) => lat), some.map(({ lng }) => lng)],
    )
    found.push(...some.map((place, at) => ({ place, sql: Location.parse(rows[at]?.place), memory: by.locate(place) })))
  }
  const decided = found.filter(({ memory }) => memory !== null)
  expect(decided.filter(({ sql, memory }) => JSON.stringify(sql) !== JSON.stringify(memory)).slice(0, 5)).toEqual([])
  return { found, decided }
}

const list = <T>(n: number, make: (n: number) => T) => Array.from({ length: n }, (_, at) => make(at))
const pointsOf = (query: string) =>
  db.sql<Place>(`select extensions.st_y(d.geom) as lat, extensions.st_x(d.geom) as lng
    from (${query}) g (geom), extensions.st_dumppoints(g.geom) d`)
const move = ({ lat, lng }: Place, degrees: number): Place => {
  const turn = 2 * Math.PI * random.next()
  return { lat: lat + degrees * Math.sin(turn), lng: lng + degrees * Math.cos(turn) }
}

test('of random places in and around the city, of which memory leaves fewer than one in a thousand to SQL', async () => {
  const spots = list(TRIES, () => ({ lat: -1.7 + random.next(), lng: 36.3 + 1.2 * random.next() }))
  const { found, decided } = await compare(spots)
  expect(decided.length).toBeGreaterThan(0.999 * TRIES)
  expect(found.filter(({ sql }) => sql.inServiceArea).length).toBeGreaterThan(TRIES / 20)
  expect(found.filter(({ sql }) => sql.corridor).length).toBeGreaterThan(TRIES / 500)
})

test('of places along the corridors, up to 400 m away', async () => {
  const lines = await pointsOf('select c.geom from app.corridors c')
  const spots = list(TRIES, (n) => move(lines[n % lines.length] ?? { lat: 0, lng: 0 }, 0.0036 * random.next()))
  const { found, decided } = await compare(spots)
  expect(decided.length).toBeGreaterThan(0.99 * TRIES)
  expect(found.filter(({ sql }) => sql.corridor).length).toBeGreaterThan(TRIES / 2)
})

test('of places from under a millimetre to 10 m beside the border, and leaves those on it to SQL', async () => {
  const border = await pointsOf('select a.area from app.service_areas a')
  const beside = list(TRIES / 4, (n) =>
    move(border[n % border.length] ?? { lat: 0, lng: 0 }, 10 ** -(4 + 4.5 * random.next())),
  )
  const { found, decided } = await compare(beside)
  expect(decided.length).toBeGreaterThan(0.95 * beside.length)
  for (const isIn of [true, false])
    expect(found.filter(({ sql }) => sql.inServiceArea === isIn).length).toBeGreaterThan(beside.length / 5)
  expect((await compare(border)).decided).toEqual([])
  const halves = border
    .slice(1)
    .map((to, n) => ({ lat: (to.lat + (border[n]?.lat ?? 0)) / 2, lng: (to.lng + (border[n]?.lng ?? 0)) / 2 }))
  await compare(halves)
})

test('of places anywhere on earth', async () => {
  const spots = list(2_000, () => ({ lat: -90 + 180 * random.next(), lng: -180 + 360 * random.next() }))
  const ends = [-90, -1.3, 0, 90].flatMap((lat) => [-180, -143, -51, 36.8, 129, 180].map((lng) => ({ lat, lng })))
  expect((await compare([...spots, ...ends])).decided).toHaveLength(spots.length + ends.length)
})

test('of several areas takes the first that covers the place, and leaves the nearest of them to SQL', async () => {
  await db.sql(
    `insert into app.service_areas (id, feed, slug, name, outline, area)
     select gen_random_uuid(), 'test', s.slug, s.name, a.outline, extensions.st_multi(extensions.st_translate(a.area, s.east, 0))
       from app.service_areas a, (values ('a', 'Before', 0.2), ('z', 'After', -0.2)) s (slug, name, east)
      where a.feed = 'nairobi'`,
  )
  const spots = list(1_000, () => ({ lat: -1.5 + 0.5 * random.next(), lng: 36.3 + 1.2 * random.next() }))
  const { found } = await compare(spots, await copy())
  expect(new Set(found.flatMap(({ memory }) => memory?.serviceArea ?? []))).toEqual(
    new Set(['Before', 'Nairobi', 'After']),
  )
  for (const { sql, memory } of found) expect(memory !== null).toBe(sql.inServiceArea)
})
