import { gzipSync } from 'node:zlib'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PointOfInterest } from './contract.ts'
import { importGtfs } from './gtfs/index.ts'
import { NAIROBI } from './gtfs/test/nairobi.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
  await importGtfs({ ...NAIROBI, rpc: (fn, args) => db.as('operator_server').rpc(fn, args) })
})
afterAll(() => db.close())

describe('list_main_stages', () => {
  const list = async () => z.array(PointOfInterest).parse(await db.as('eve').rpc('list_main_stages'))

  it('returns 300 stages with the fields of the form, those with most routes first', async () => {
    const stages = await list()
    expect(stages).toHaveLength(300)
    expect(new Set(stages.map(({ id }) => id)).size).toBe(300)
    const counts = await db.sql<{ id: string; n: number }>(
      'select id, cardinality(routes) as n from app.points_of_interest',
    )
    const routes = new Map(counts.map(({ id, n }) => [id, n]))
    const order = stages.map(({ id }) => routes.get(id) ?? 0)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
    expect(Math.min(...order)).toBeGreaterThanOrEqual(counts.map(({ n }) => n).toSorted((a, b) => b - a)[300] ?? 0)
  })

  it('is small enough for a slow network', async () => {
    expect(gzipSync(JSON.stringify(await list())).length).toBeLessThan(30_000)
  })
})

describe('search_points_of_interest', () => {
  const search = async (p_q: string, args: Record<string, unknown> = {}) =>
    z.array(PointOfInterest).parse(await db.as('eve').rpc('search_points_of_interest', { p_q, ...args }))
  const names = async (q: string, args?: Record<string, unknown>) => (await search(q, args)).map(({ name }) => name)

  it('returns a stop with its coordinates, its corridor and up to four of its routes', async () => {
    expect(await search('Koja')).toEqual([
      {
        id: expect.any(String),
        name: 'Koja',
        kind: 'station',
        place: { lat: -1.28123, lng: 36.822596 },
        corridor: { id: expect.any(String), slug: 'thika-road', name: 'Thika Road' },
        area: null,
        routes: ['6', '11C', '23W', '25'],
        distanceM: null,
      },
    ])
  })

  it.each(['koja', 'KOJA', 'Kójà', '  koja ', 'koja!'])('finds Koja by "%s"', async (q) => {
    expect(await names(q)).toEqual(['Koja'])
  })

  it.each([
    ['the beginning of a name', 'kenco', 'Kencom/Ambassadeur'],
    ['a word within a name', 'ambassadeur', 'Ambassadeur'],
    ['words that are not next to each other', 'university nairobi', 'University of Nairobi'],
    ['a letter mistaken', 'roysanbu', 'Roysambu'],
    ['a letter missing', 'muthaga', 'Muthaiga'],
    ['two words with a typo', 'pangni girls', "Pangani Girls' School"],
  ])('finds a stop by %s', async (_, q, name) => {
    expect((await names(q))[0]).toBe(name)
  })

  it('matches fuzzily only without an exact match', async () => {
    expect(await names('kencom')).toEqual(['Kencom/Ambassadeur'])
  })

  it('merges stops of one name within 150 m', async () => {
    const [{ twins } = { twins: -1 }] = await db.sql<{ twins: number }>(
      `select count(*)::int as twins from app.points_of_interest a join app.points_of_interest b
          on a.name_key = b.name_key and a.id < b.id and app.distance_m(a.lat, a.lng, b.lat, b.lng) < 149`,
    )
    expect(twins).toBe(0)
    const [{ stops } = { stops: 0 }] = await db.sql<{ stops: number }>(
      `select count(*)::int as stops from app.stops where name = 'Koja'`,
    )
    expect(stops).toBe(4)
  })

  it('orders equal matches by distance, and returns the distance', async () => {
    const found = await search('Junction', { p_lat: -1.299192, p_lng: 36.762968, p_limit: 5 })
    const distances = found.map(({ distanceM }) => distanceM ?? Number.NaN)
    expect(found.every(({ name }) => name === 'Junction')).toBe(true)
    expect(distances[0]).toBeLessThan(50)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  })

  it('returns up to the limit, and at most fifty', async () => {
    expect(await names('k', { p_limit: 3 })).toHaveLength(3)
    expect(await names('k', { p_limit: 1000 })).toHaveLength(50)
  })

  it.each(['', '   ', '%', '_%', '\\', "'; drop table app.stops", 'zzzzqqqq'])('finds nothing by "%s"', async (q) => {
    expect(await names(q)).toEqual([])
  })

  it.each([
    [91, 36],
    [-1, 181],
    [-1, null],
  ])('rejects the coordinates %s, %s', async (p_lat, p_lng) => {
    await expect(search('koja', { p_lat, p_lng })).rejects.toMatchObject({ slug: 'invalid_request' })
  })
})

describe('get_corridor_map', () => {
  const Line = z.object({
    type: z.literal('Feature'),
    properties: z.strictObject({
      kind: z.enum(['corridor', 'route']),
      id: z.uuid(),
      slug: z.string(),
      name: z.string(),
    }),
    geometry: z.object({ type: z.enum(['LineString', 'MultiLineString']), coordinates: z.array(z.unknown()) }),
  })
  const CorridorMap = z.object({ type: z.literal('FeatureCollection'), features: z.array(Line) })
  const read = async () => CorridorMap.parse(await db.as('amina').rpc('get_corridor_map'))

  it('returns every corridor and one line for every route', async () => {
    const { features } = await read()
    expect(features.filter(({ properties }) => properties.kind === 'corridor')).toHaveLength(6)
    expect(features.filter(({ properties }) => properties.kind === 'route')).toHaveLength(136)
    expect(new Set(features.map(({ properties }) => properties.id)).size).toBe(142)
  })

  it('stays under 120 kB compressed, with coordinates rounded to a metre', async () => {
    const text = JSON.stringify(await read())
    expect(gzipSync(text).length).toBeLessThan(120_000)
    expect(text).not.toMatch(/\d\.\d{6}/)
  })
})

it.each(['search_points_of_interest', 'get_corridor_map', 'get_service_area'])(
  'refuses %s without signing in',
  async (fn) => {
    const args = fn === 'search_points_of_interest' ? { p_q: 'koja' } : {}
    await expect(db.as('anon').rpc(fn, args)).rejects.toMatchObject({ code: '42501' })
  },
)
