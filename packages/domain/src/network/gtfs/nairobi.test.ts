import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '@salama/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { GtfsImported } from './import-gtfs.ts'
import { type FeedDatabase, feedDatabase } from './test/feed-database.ts'
import { NAIROBI } from './test/nairobi.ts'
import { edited, writeFeed } from './test/small-feed.ts'

// The feed that comes with the project, loaded once; every test leaves it as it found it.

let city: FeedDatabase
let first: GtfsImported
beforeAll(async () => {
  city = feedDatabase(await openDatabase())
  first = await city.load(NAIROBI.source, NAIROBI)
  await city.db.sql(`create function pg_temp.metric(extensions.geometry) returns extensions.geometry
    return extensions.st_transform($1, 32737)`)
})
afterAll(() => city.db.close())

async function changedCopy(path: string, change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salama-companion-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const copy = join(folder, basename(path))
  await writeFile(copy, change(await readFile(path, 'utf8')))
  return copy
}

const places = [
  ['Koja', -1.28123, 36.822596, 'thika-road'],
  ['Pangani', -1.264039, 36.837834, 'thika-road'],
  ['Roysambu', -1.220432, 36.891033, 'thika-road'],
  ['Juja', -1.118052, 37.010472, 'thika-road'],
  ['Adams Arcade', -1.300077, 36.78037, 'ngong-road'],
  ['Karen shopping centre', -1.322039, 36.70757, 'ngong-road'],
  ['Wilson airport', -1.319, 36.8107, 'langata-road'],
  ['Langata Barracks', -1.3316, 36.7836, 'langata-road'],
  ['Belleview', -1.319464, 36.838301, 'mombasa-road'],
  ['Mlolongo', -1.393566, 36.939562, 'mombasa-road'],
  ['Njiru', -1.250577, 36.939914, 'kangundo-road'],
  ['Mama Lucy Hospital', -1.2731, 36.8972, 'kangundo-road'],
  ['Ridgeways', -1.2254, 36.839, 'kiambu-road'],
  ['the town of Kiambu', -1.168806, 36.826057, 'kiambu-road'],
] as const

const besides = [
  ['City Hall', -1.2864, 36.8172],
  ['Kencom', -1.285963, 36.826048],
  ['Westlands', -1.2676, 36.8108],
  ['Jogoo Road, where most routes of Kangundo Road pass', -1.2957, 36.8574],
  ['Ongata Rongai on Magadi Road', -1.3953, 36.7636],
  ['Uhuru Highway, which three corridors lead to', -1.2918, 36.8224],
  ['the airport', -1.3192, 36.9278],
] as const

describe('the feed of Nairobi', () => {
  it('has its 136 routes, 4,284 stops and 6 corridors, and all but one of the 61 routes on them', async () => {
    expect(first.report).toMatchObject({
      routes: { added: 136 },
      stops: { added: 4284 },
      shapes: { added: 272 },
      trips: { added: 272 },
      stop_times: { added: 7533 },
      frequencies: { added: 792 },
      corridors: { added: 6 },
      corridor_routes: { added: 60 },
      service_areas: { added: 1 },
    })
    expect(first.unknownCorridorRoutes).toEqual(['40702019C11'])
    const shapes = await city.db.sql(`select sum(extensions.st_npoints(geom))::int as points from app.shapes`)
    expect(shapes).toEqual([{ points: 36_483 }])
  })

  it('writes nothing when it is imported again', async () => {
    const before = await city.fingerprint()
    const { report } = await city.load(NAIROBI.source, NAIROBI)
    const kinds = Object.keys(first.report).sort()
    expect(Object.keys(report).sort()).toEqual(kinds)
    for (const kind of kinds)
      expect({ kind, ...report[kind] }).toEqual({
        kind,
        added: 0,
        changed: 0,
        removed: 0,
        unchanged: first.report[kind]?.added,
      })
    expect(await city.fingerprint()).toBe(before)
  })

  it('keeps its corridors and area when it is loaded without the files that made them', async () => {
    const before = await city.fingerprint()
    await city.load(NAIROBI.source, { feed: NAIROBI.feed })
    expect(await city.fingerprint()).toBe(before)
  })
})

describe('a corridor', () => {
  const at = (lat: number, lng: number) =>
    city.db.as('eve').rpc('resolve_corridor_for_location', { p_lat: lat, p_lng: lng })

  it.each(places)('matches at %s', async (_, lat, lng, slug) => {
    expect(await at(lat, lng)).toMatchObject({ inServiceArea: true, corridor: { slug }, distanceM: expect.any(Number) })
  })

  it.each(besides)('does not match at %s', async (_, lat, lng) => {
    expect(await at(lat, lng)).toMatchObject({ inServiceArea: true, corridor: null, distanceM: null })
  })

  it('is one line about as long as its road', async () => {
    const rows = await city.db.sql<{ slug: string; km: number; lines: number }>(
      `select slug, round(length_m / 1000.0)::int as km, extensions.st_numgeometries(geom) as lines from app.corridors order by 1`,
    )
    expect(rows).toEqual([
      { slug: 'kangundo-road', km: 14, lines: 1 },
      { slug: 'kiambu-road', km: 12, lines: 1 },
      { slug: 'langata-road', km: 8, lines: 1 },
      { slug: 'mombasa-road', km: 23, lines: 1 },
      { slug: 'ngong-road', km: 21, lines: 1 },
      { slug: 'thika-road', km: 39, lines: 1 },
    ])
  })

  it('follows its routes within 10 m', async () => {
    const strays = await city.db.sql(
      `select c.slug from app.corridors c
        where not exists (
          select from app.corridor_routes l join app.trips t on t.route_id = l.route_id join app.shapes h on h.id = t.shape_id
           where l.corridor_id = c.id
             and extensions.st_coveredby(pg_temp.metric(c.geom), extensions.st_buffer(pg_temp.metric(h.geom), 10)))`,
    )
    expect(strays).toEqual([])
  })

  it('is retired when removed from the list, and restored under its old slug', async () => {
    const [before] = await city.db.sql(`select id from app.corridors where slug = 'kiambu-road'`)
    const without = {
      ...NAIROBI,
      trunksCsv: await changedCopy(NAIROBI.trunksCsv, (text) => text.replace(/^kiambu_road.*\r?\n/m, '')),
      corridorsCsv: await changedCopy(NAIROBI.corridorsCsv, (text) => text.replace(/^.*kiambu_road.*\r?\n/gm, '')),
    }
    const { report } = await city.load(NAIROBI.source, without)
    expect(report).toMatchObject({ corridors: { removed: 1, unchanged: 5 }, corridor_routes: { removed: 4 } })
    expect(await at(-1.2254, 36.839)).toMatchObject({ corridor: null })
    expect((await city.load(NAIROBI.source, NAIROBI)).report).toMatchObject({ corridors: { added: 1, unchanged: 5 } })
    expect(await at(-1.2254, 36.839)).toMatchObject({ corridor: before })
  })

  it('is rejected when the list does not name its road', async () => {
    const corridorsCsv = await changedCopy(NAIROBI.corridorsCsv, (text) => text.replace('ngong_road', 'jogoo_road'))
    await expect(city.load(NAIROBI.source, { ...NAIROBI, corridorsCsv })).rejects.toMatchObject({
      problems: [
        { file: 'route_corridors.csv', line: 2, column: 'corridor', reason: '"jogoo_road" is not in corridors.csv' },
      ],
    })
  })
})

describe('the service area', () => {
  const at = (lat: number, lng: number) =>
    city.db.as('eve').rpc('resolve_corridor_for_location', { p_lat: lat, p_lng: lng })

  it.each([
    ['the city centre', -1.2864, 36.8172],
    ['the national park, inside the county and far from any stop', -1.375, 36.82],
    ['Thika, outside the county and at a stop', -1.035427, 37.076427],
    ['Kitengela', -1.47715, 36.957852],
  ])('contains %s', async (_, lat, lng) => {
    expect(await at(lat, lng)).toMatchObject({ inServiceArea: true, serviceArea: 'Nairobi' })
  })

  it.each([
    ['Machakos', -1.5177, 37.2634],
    ['Nakuru', -0.3031, 36.08],
    ['the other side of the globe', 1.28, -143.18],
    ['the edge of the plane that we measure on', 0, 129],
  ])('does not contain %s, and is returned as the nearest', async (_, lat, lng) => {
    expect(await at(lat, lng)).toEqual({
      inServiceArea: false,
      serviceArea: 'Nairobi',
      corridor: null,
      distanceM: null,
    })
  })

  it('extends about 2 km around every stop', async () => {
    const [edge] = await city.db.sql<{ nearest: number; beyond: number }>(
      `with stops as (
         select pg_temp.metric(extensions.st_collect(extensions.st_setsrid(extensions.st_makepoint(lng, lat), 4326))) as g from app.stops)
       select extensions.st_distance(extensions.st_boundary(pg_temp.metric(a.area)), stops.g) as nearest,
              extensions.st_area(extensions.st_difference(pg_temp.metric(a.area), extensions.st_union(
                extensions.st_buffer(pg_temp.metric(a.outline), 100), extensions.st_union(array(
                  select extensions.st_buffer(d.geom, 2150) from extensions.st_dump(stops.g) d))))) as beyond
         from app.service_areas a, stops`,
    )
    expect(edge?.nearest).toBeGreaterThanOrEqual(2000)
    expect(edge?.beyond).toBe(0)
  })

  it('is returned as a valid MultiPolygon', async () => {
    const reply = await city.db.as('amina').rpc('get_service_area')
    expect(reply).toMatchObject({ areas: [{ slug: 'nairobi', name: 'Nairobi', geometry: { type: 'MultiPolygon' } }] })
    expect(await city.db.sql(`select extensions.st_isvalid(area) as valid from app.service_areas`)).toEqual([
      { valid: true },
    ])
  })

  it('leaves out a stop whose latitude and longitude are swapped', async () => {
    const swapped = await writeFeed(edited('stops.txt', '-1.220432,36.891033', '36.891033,-1.220432'))
    const { warnings } = await city.load(swapped, { outlineGeojson: NAIROBI.outlineGeojson, dryRun: true })
    expect(warnings[0]).toMatchObject({
      file: 'stops.txt',
      line: 5,
      reason: 'is far from Nairobi: latitude and longitude are swapped',
      done: 'left out',
    })
  })
})
