import { buildSmallCity, KOJA, ODEON, openDatabase, SIMBA, TEST_ROAD, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// What other answers point at, as a key or a user reads it.

const id = (nth: number) => `00000000-0000-5000-8000-${String(nth).padStart(12, '0')}`
const STATION = id(90)

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
  for (const statement of [
    `insert into app.stops (id, feed, gtfs_id, name, name_key, kind, lat, lng)
     values ('${STATION}', 'test', 'S', 'Archives', 'archives', 'station', ${KOJA.lat}, ${KOJA.lng}),
            ('${id(91)}', 'test', 'gone', 'Gone', 'gone', 'stop', ${KOJA.lat}, ${KOJA.lng})`,
    `update app.stops set parent_id = '${STATION}' where id = '${ODEON.id}'`,
    `update app.stops set retired_at = now() where id = '${id(91)}'`,
    `insert into app.services (id, feed, gtfs_id, weekdays, starts_on, ends_on)
     values ('${id(1)}', 'test', 'daily', array_fill(true, array[7]), '2026-01-01', '2026-12-31')`,
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
     values ('${id(45)}', 'test', 'R45', '45-r', '45', 'Koja–Odeon', 3), ('${id(46)}', 'test', 'R46', '46-r', '46', 'Nowhere', 3)`,
    `insert into app.trips (id, feed, gtfs_id, route_id, service_id, headsign, direction)
     values ('${id(5)}', 'test', 'a', '${id(45)}', '${id(1)}', 'Odeon', 0), ('${id(6)}', 'test', 'b', '${id(45)}', '${id(1)}', 'Koja', 1),
            ('${id(7)}', 'test', 'short', '${id(45)}', '${id(1)}', 'Koja', 1)`,
    `insert into app.stop_times (trip_id, sequence, stop_id)
     values ('${id(5)}', 1, '${KOJA.id}'), ('${id(5)}', 2, '${ODEON.id}'), ('${id(6)}', 1, '${ODEON.id}'), ('${id(6)}', 2, '${KOJA.id}'),
            ('${id(7)}', 1, '${KOJA.id}')`,
    `insert into app.corridor_routes (corridor_id, route_id) values ('${TEST_ROAD.id}', '${id(45)}')`,
    `insert into app.saccos (id, slug, name) values ('${id(80)}', 'tausi', 'Tausi Shuttle'), ('${id(81)}', 'twiga', 'Twiga')`,
    `insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('tds', 'TDS', '${id(80)}')`,
    `update app.vehicles set sacco_id = '${id(80)}' where id = '${SIMBA.id}'`,
    `insert into app.vehicle_routes (vehicle_id, route_id) values ('${SIMBA.id}', '${id(45)}')`,
    `insert into app.vehicles (plate, plate_key, public_code, state, weighed_on, retired_at)
     values ('KDB 111A', 'KDB111A', 'V-00000001', 'mentioned', '2026-11-01', null), ('KDB 222A', 'KDB222A', 'V-00000002', 'known', null, now())`,
    // As an entry that was undone leaves it.
    `update app.vehicles set sacco_id = '${id(81)}' where plate_key = 'KDB111A'`,
    `insert into app.vehicle_routes (vehicle_id, route_id) select v.id, '${id(45)}' from app.vehicles v where v.plate_key = 'KDB111A'`,
  ])
    await db.sql(statement)
})
afterAll(() => db.close())

type Row = Record<string, unknown>
type Page = { data: Row[]; next: object | null }
const read = (name: string, args: Row = {}) => db.as('api_server').rpc(name, args)
const names = async (args: Row = {}) => ((await read('list_stops', args)) as Page).data.map(({ name }) => name)

test('lists stops by name, of a route, inside a box, or by a part of their name', async () => {
  expect(await names()).toEqual(['Archives', 'Koja', 'Odeon'])
  for (const p_route_id of [id(45), '45-R']) expect(await names({ p_route_id })).toEqual(['Koja', 'Odeon'])
  expect(await names({ p_route_id: id(46) })).toEqual([])
  expect(await names({ p_q: 'ode' })).toEqual(['Odeon'])
  const around = { p_min_lat: -1.283, p_min_lng: 36.824, p_max_lat: -1.282, p_max_lng: 36.826 }
  expect(await names(around)).toEqual(['Odeon'])
  const first = (await read('list_stops', { p_limit: 2 })) as Page
  expect(await names({ p_limit: 2, p_after: first.next })).toEqual(['Odeon'])
  for (const wrong of [{ p_route_id: 'no-route' }, { ...around, p_max_lat: 3 }, { p_min_lat: -1 }])
    await expect(names(wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('a stop has its id in the feed, its place and the routes that stop there; a station those of its stops', async () => {
  const routes = [{ id: id(45), gtfs: { feedId: 'test', id: 'R45' }, corridors: [TEST_ROAD] }]
  expect(await read('get_stop', { p_id: ODEON.id })).toMatchObject({
    name: 'Odeon',
    gtfs: { feedId: 'test', id: 'Odeon' },
    place: { lat: ODEON.lat, lng: ODEON.lng },
    stationId: STATION,
    routes,
  })
  expect(await read('get_stop', { p_id: STATION })).toMatchObject({ kind: 'station', routes })
  expect(await read('get_stop', { p_id: id(91) })).toMatchObject({ name: 'Gone', routes: [] })
})

test('a route has its line, and for each direction the stops of its longest trip in order', async () => {
  const route = (await read('get_route', { p_id: '45-r' })) as Row & { directions: { stops: Row[] }[] }
  expect(route).toMatchObject({
    gtfs: { feedId: 'test', id: 'R45' },
    geometry: { type: 'LineString' },
    directions: [
      { directionId: 0, headsign: 'Odeon' },
      { directionId: 1, headsign: 'Koja' },
    ],
  })
  expect(route.directions.map(({ stops }) => stops.map(({ name }) => name))).toEqual([
    ['Koja', 'Odeon'],
    ['Odeon', 'Koja'],
  ])
  expect(await read('get_route', { p_id: id(46) })).toMatchObject({ geometry: null, directions: [] })
})

test('a corridor has its line and its routes', async () => {
  expect(await read('get_corridor', { p_id: 'TEST-ROAD' })).toMatchObject({
    ...TEST_ROAD,
    lengthM: 5560,
    geometry: { type: 'MultiLineString' },
    routes: [{ id: id(45) }],
  })
})

test('an operator group is matched to the one agency of its name or alias', async () => {
  const gtfs = async (p_id: string) => ((await read('get_sacco', { p_id })) as Row).gtfs
  const agency = (nth: number, name: string) =>
    db.sql(`insert into app.agencies (id, feed, gtfs_id, name, url, timezone) values ($1, 'test', $2, $3, '', 'UTC')`, [
      id(nth),
      `A${nth}`,
      name,
    ])
  expect(await gtfs('tausi')).toBeNull()
  await agency(70, 'tds')
  await agency(71, 'TWIGA')
  expect(await gtfs('tausi')).toEqual({ feedId: 'test', id: 'A70' })
  expect(await gtfs('twiga')).toEqual({ feedId: 'test', id: 'A71' })
  expect(((await read('list_saccos')) as Page).data.map((row) => row.gtfs)).toEqual([
    { feedId: 'test', id: 'A70' },
    { feedId: 'test', id: 'A71' },
  ])
  await agency(72, 'Tausi Shuttle')
  expect(await gtfs('tausi')).toBeNull()
  await db.sql('update app.agencies set retired_at = now()')
  expect(await gtfs('twiga')).toBeNull()
})

test('lists vehicles that are known and in use, and none that was only mentioned', async () => {
  const plates = async (args: Row = {}) =>
    ((await read('list_known_vehicles', args)) as Page).data.map(({ plate }) => plate)
  expect(await plates()).toEqual([SIMBA.plate])
  expect(await plates({ p_sacco_id: 'tausi', p_route_id: '45-r' })).toEqual([SIMBA.plate])
  expect(await plates({ p_sacco_id: 'twiga' })).toEqual([])
  expect(await plates({ p_route_id: '46-r' })).toEqual([])
  expect(await read('list_sacco_vehicles', { p_id: 'twiga' })).toMatchObject({ data: [] })
  for (const wrong of [{ p_sacco_id: 'nobody' }, { p_route_id: 'nowhere' }])
    await expect(plates(wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('a vehicle that was only mentioned puts its group on no route, corridor or line, and no route under its group', async () => {
  const tausi = [{ name: 'Tausi Shuttle' }]
  expect(await read('list_saccos', { p_corridor_id: TEST_ROAD.id })).toMatchObject({ data: tausi })
  expect(await read('list_routes', { p_sacco_id: 'tausi' })).toMatchObject({ data: [{ id: id(45) }] })
  expect(await read('list_routes', { p_sacco_id: 'twiga' })).toMatchObject({ data: [] })
  for (const [p_kind, p_id] of [
    ['route', id(45)],
    ['corridor', TEST_ROAD.id],
  ])
    expect(await db.as('rider_server').rpc('get_line_page', { p_kind, p_id })).toMatchObject({
      saccos: [{ ...tausi[0], vehicles: 1 }],
    })
})

test.each([
  ['get_stop', { p_id: id(99) }],
  ['get_route', { p_id: 'no-route' }],
  ['get_corridor', { p_id: 'no-road' }],
  ['get_sacco', { p_id: 'nobody' }],
])('%s says that something does not exist, and is refused without a caller', async (name, args) => {
  await expect(read(name, args)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(db.as('anon').rpc(name, args)).rejects.toMatchObject({ code: '42501' })
})
