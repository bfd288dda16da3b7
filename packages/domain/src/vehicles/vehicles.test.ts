import { buildSmallCity, KOJA, openDatabase, SIMBA, TEST_ROAD, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
const SACCO = '0b000000-0000-4000-8000-0000000000e1'
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
  await db.sql(`insert into app.saccos (id, slug, name) values ($1, 'tausi', 'Tausi Demo Shuttle')`, [SACCO])
  await db.sql(`insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('tds', 'TDS', $1)`, [SACCO])
  await db.sql('update app.vehicles set sacco_id = $1, capacity = 33 where id = $2', [SACCO, SIMBA.id])
})
afterAll(() => db.close())

type Page = { data: { id: string; lifecycle: string; reports: number }[]; next: object | null }
const incidentsOf = (fn: string, args: Record<string, unknown>) => db.as('eve').rpc(fn, args) as Promise<Page>

/** Incidents on the road, inserted as the rules write them; those of `vehicle` are corroborated and name it. */
async function happen(n: number, { vehicle = false, coarse = false } = {}) {
  await db.sql(
    `with made as (
       insert into app.incidents (category, visibility, corroboration, lat, lng, corridor_id, vehicle_id, vehicle_plate,
                                  opened_seen_at, first_seen_at, last_seen_at, expires_at)
       select 'overloading', $2, $3, $4, $5, $6, $7, $8, t, t, t, t + $9::interval
         from (select now() - i * interval '1 minute' as t from generate_series(1, $1::int) i) x
       returning id)
     insert into app.reports (id, reporter_id, content_hash, category, visibility, occurred_at, received_at, lat, lng,
                              accuracy_m, state, incident_id)
     select gen_random_uuid(), gen_random_uuid(), '', 'overloading', 'public', now(), now(), $4, $5, 10, 'linked', id from made`,
    [
      n,
      coarse ? 'coarse' : 'public',
      vehicle ? 'verified' : 'unverified',
      KOJA.lat,
      KOJA.lng,
      TEST_ROAD.id,
      vehicle ? SIMBA.id : null,
      vehicle ? 'KDA123A' : null,
      // One that ends within the hour in which it was reported never shows.
      coarse ? '2 hours' : '1 hour',
    ],
  )
  await db.sql('select app.publish_incident(i.id) from app.incidents i where i.published_at is null')
}

test.each([
  ['its id', SIMBA.id],
  ['its public code', 'v-7k3m9qxr'],
  ['its plate in any spelling', 'kda-123 a'],
])('finds a vehicle by %s', async (_, p_identifier) => {
  expect(await db.as('eve').rpc('get_vehicle_profile', { p_identifier })).toEqual({
    id: SIMBA.id,
    plate: SIMBA.plate,
    publicCode: SIMBA.publicCode,
    fleetName: SIMBA.fleetName,
    sacco: { id: SACCO, slug: 'tausi', name: 'Tausi Demo Shuttle' },
    routes: [],
    capacity: 33,
    checkedAt: null,
    retiredAt: null,
  })
})

test.each([
  ['get_vehicle_profile', { p_identifier: 'KZZ 000A' }],
  ['get_vehicle_incidents', { p_identifier: 'V-00000000' }],
  ['get_corridor_incidents', { p_id: 'no-road' }],
  ['list_sacco_vehicles', { p_id: 'no-sacco' }],
])('returns not_found from %s for an unknown id', async (name, args) => {
  await expect(db.as('eve').rpc(name, args)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(db.as('anon').rpc(name, args)).rejects.toMatchObject({ code: '42501' })
})

test('lists the incidents that name a vehicle, live and over, each once', async () => {
  await happen(3, { vehicle: true })
  await happen(2)
  expect((await incidentsOf('get_vehicle_incidents', { p_identifier: 'KDA 123A' })).data).toHaveLength(3)
  await db.shiftClock('58 minutes')
  await db.sql('select app.sweep()')
  await db.shiftClock('70 minutes')
  const { data } = await incidentsOf('get_vehicle_incidents', { p_identifier: 'KDA 123A' })
  expect(data.map((incident) => incident.lifecycle)).toEqual(['expired', 'expired', 'expired'])
  expect(new Set(data.map((incident) => incident.id)).size).toBe(3)
})

test('lists a corridor’s incidents with pagination, last seen first, each once', async () => {
  await happen(25)
  const args = { p_id: TEST_ROAD.slug, p_limit: 10 }
  const ids: string[] = []
  for (let after: object | null | undefined; after !== null; ) {
    const page = await incidentsOf('get_corridor_incidents', { ...args, ...(after && { p_after: after }) })
    ids.push(...page.data.map((incident) => incident.id))
    after = page.next
  }
  expect(new Set(ids).size).toBe(25)
  expect(ids).toHaveLength(25)
})

test('shows a coarse incident on a corridor from its full hour on', async () => {
  await happen(1, { coarse: true })
  const seen = async () => (await incidentsOf('get_corridor_incidents', { p_id: TEST_ROAD.id })).data.length
  expect(await seen()).toBe(0)
  await db.shiftClock('61 minutes')
  expect(await seen()).toBe(1)
})

test('finds operator groups by part of a name or alias in any case, with wildcards as text', async () => {
  const found = async (p_q: string) => ((await db.as('eve').rpc('list_saccos', { p_q })) as Page).data
  expect(await found('TAUSI')).toMatchObject([{ slug: 'tausi', aliases: ['TDS'], vehicles: 1 }])
  expect(await found('tds')).toHaveLength(1)
  expect(await found('%')).toEqual([])
  expect(await found('_')).toEqual([])
})

test('lists the vehicles of an operator group by plate, with pagination', async () => {
  await db.sql(
    `insert into app.vehicles (plate, plate_key, public_code, sacco_id)
     select 'KZZ 10' || i || 'A', 'KZZ10' || i || 'A', 'V-0000000' || i, $1 from generate_series(1, 4) i`,
    [SACCO],
  )
  const first = (await db.as('eve').rpc('list_sacco_vehicles', { p_id: 'tausi', p_limit: 3 })) as Page
  const rest = (await db.as('eve').rpc('list_sacco_vehicles', { p_id: SACCO, p_limit: 3, p_after: first.next })) as Page
  const plates = [...first.data, ...rest.data].map((vehicle) => (vehicle as unknown as { plate: string }).plate)
  expect(plates).toEqual(['KDA 123A', 'KZZ 101A', 'KZZ 102A', 'KZZ 103A', 'KZZ 104A'])
  expect(rest.next).toBeNull()
})

test('filters routes, operator groups and vehicles by corridor, and routes by operator group', async () => {
  const route = '00000000-0000-5000-8000-0000000000f1'
  const slugs = async (name: string, args: Record<string, unknown>) =>
    ((await db.as('eve').rpc(name, args)) as { data: { slug?: string; plate?: string }[] }).data.map(
      (row) => row.slug ?? row.plate,
    )
  await db.sql(
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type) values
       ($1, 'test', '1', 'proof-1', '1', 'Koja-Odeon', 3), (gen_random_uuid(), 'test', '2', 'proof-2', '2', 'Elsewhere', 3)`,
    [route],
  )
  await db.sql('insert into app.corridor_routes (corridor_id, route_id) values ($1, $2)', [TEST_ROAD.id, route])
  await db.sql(`insert into app.saccos (slug, name) values ('elsewhere', 'Elsewhere')`)
  await db.sql('insert into app.vehicle_routes (vehicle_id, route_id) values ($1, $2) on conflict do nothing', [
    SIMBA.id,
    route,
  ])
  for (const corridor of [TEST_ROAD.id, TEST_ROAD.slug, TEST_ROAD.slug.toUpperCase()]) {
    expect(await slugs('list_routes', { p_corridor_id: corridor })).toEqual(['proof-1'])
    expect(await slugs('list_saccos', { p_corridor_id: corridor })).toEqual(['tausi'])
    expect(await slugs('list_sacco_vehicles', { p_id: 'tausi', p_corridor_id: corridor })).toEqual([SIMBA.plate])
  }
  expect(await slugs('list_routes', { p_sacco_id: 'tausi' })).toContain('proof-1')
  expect(await slugs('list_routes', { p_sacco_id: 'tausi' })).not.toContain('proof-2')
  expect(await slugs('list_routes', { p_sacco_id: SACCO, p_corridor_id: TEST_ROAD.slug })).toEqual(['proof-1'])
  for (const unknown of ['no-road', '%', ''])
    for (const name of ['list_routes', 'list_saccos'])
      await expect(slugs(name, { p_corridor_id: unknown })).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(slugs('list_routes', { p_sacco_id: 'no-sacco' })).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await slugs('list_sacco_vehicles', { p_id: 'tausi', p_q: 'da 12' })).toEqual([SIMBA.plate])
  expect(await slugs('list_sacco_vehicles', { p_id: 'tausi', p_q: 'SIMBA' })).toEqual([SIMBA.plate])
  for (const p_q of ['%', '_', 'kzz']) expect(await slugs('list_sacco_vehicles', { p_id: 'tausi', p_q })).toEqual([])
})

test('pages corridors by name or distance, and rejects a cursor of the other order', async () => {
  for (const [n, name] of ['Aardvark Road', 'Zebra Road', 'Test Road'].entries())
    await db.sql(
      `insert into app.corridors (id, feed, slug, name, geom, length_m)
       select gen_random_uuid(), 'test', 'proof-' || $1::int, $2, extensions.st_multi(extensions.st_setsrid(extensions.st_makeline(
                extensions.st_makepoint(36.8, -1.29 - $1::int / 100.0), extensions.st_makepoint(36.85, -1.29 - $1::int / 100.0)), 4326)), 5560`,
      [n, name],
    )
  type Corridors = { data: { name: string; distanceM: number | null }[]; next: unknown }
  const page = async (args: Record<string, unknown>) => (await db.as('eve').rpc('list_corridors', args)) as Corridors
  const walk = async (args: Record<string, unknown>) => {
    const seen: Corridors['data'] = []
    for (let after: unknown; after !== null; ) {
      const { data, next } = await page({ ...args, p_limit: 1, ...(after !== undefined && { p_after: after }) })
      seen.push(...data)
      after = next
    }
    return seen
  }
  const near = { p_lat: KOJA.lat, p_lng: KOJA.lng }
  expect(await walk({})).toEqual((await page({})).data)
  expect((await walk({})).map(({ name }) => name)).toEqual(['Aardvark Road', 'Test Road', 'Test Road', 'Zebra Road'])
  expect(await walk(near)).toEqual((await page(near)).data)
  expect(await walk(near)).toHaveLength(4)
  const [byName, byPlace] = [await page({ p_limit: 1 }), await page({ ...near, p_limit: 1 })]
  for (const args of [{ p_after: byPlace.next }, { ...near, p_after: byName.next }])
    await expect(page(args)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'cursor' } })
})

test('lists corridors by name or by distance from a place, with lines on request', async () => {
  const plain = (await db.as('eve').rpc('list_corridors')) as { data: object[] }
  expect(plain.data).toEqual([{ ...TEST_ROAD, lengthM: 5560, distanceM: null }])
  const near = await db.as('eve').rpc('list_corridors', { p_lat: KOJA.lat, p_lng: KOJA.lng, p_geometry: true })
  expect(near).toMatchObject({ data: [{ distanceM: 0, geometry: { type: 'MultiLineString' } }] })
  await expect(db.as('eve').rpc('list_corridors', { p_lat: 91, p_lng: 0 })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
})

test.each([
  ['the URL on the sticker', 'https://salama.example/v/V-7K3M9QXR'],
  [
    'the URL of another host, with a language, a query and a fragment',
    'http://10.0.0.7:3001/sw/v/v-7k3m9qxr/?from=qr#x',
  ],
  ['the bare code', ' V-7K3M9QXR\n'],
  ['the plate', 'kda 123a'],
])('resolves a sticker to its vehicle by %s', async (_, p_text) => {
  for (const who of ['rider_server', 'eve'] as const)
    expect(await db.as(who).rpc('scan_vehicle_qr', { p_identifier: p_text })).toMatchObject({ id: SIMBA.id })
})

test.each([
  'https://salama.example/v/V-00000000',
  'https://salama.example/v/KDA123A',
  'https://salama.example/x/V-7K3M9QXR',
  'https://salama.example/a/b/v/V-7K3M9QXR',
  'javascript://x/v/V-7K3M9QXR',
  'KDA/123A',
  '   ',
])('resolves %j to no vehicle', async (p_text) => {
  await expect(db.as('rider_server').rpc('scan_vehicle_qr', { p_identifier: p_text })).rejects.toMatchObject({
    slug: 'not_found',
  })
  await expect(db.as('anon').rpc('scan_vehicle_qr', { p_identifier: p_text })).rejects.toMatchObject({ code: '42501' })
})
