import { KOJA, ODEON } from '@salama/testing'
import { beforeEach, expect, test } from 'vitest'
import { useCity } from '../reports/test/city.ts'
import { VAGUE_M } from '../shared/limits.ts'

// Which stops and routes an incident names.

const city = useCity()
const { report, feed, atMinute } = city

/** A shape east from Koja; 45 goes both ways, 46 only out, 47 stops at Odeon and has no shape. */
const NETWORK = `
  insert into app.services (id, feed, gtfs_id, weekdays, starts_on, ends_on)
  values ('${id(1)}', 'test', 'daily', array_fill(true, array[7]), '2026-01-01', '2026-12-31');
  insert into app.shapes (id, feed, gtfs_id, geom)
  select '${id(2)}', 'test', 'east', extensions.st_setsrid(extensions.st_makeline(
    extensions.st_makepoint(${KOJA.lng}, ${KOJA.lat}), extensions.st_makepoint(${KOJA.lng} + 0.02, ${KOJA.lat})), 4326);
  insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
  values ('${id(45)}', 'test', 'R45', '45', '45', 'Koja–East', 3), ('${id(46)}', 'test', 'R46', '46', '46', 'Koja–East', 3),
         ('${id(47)}', 'test', 'R47', '47', '47', 'Odeon–West', 3);
  insert into app.trips (id, feed, gtfs_id, route_id, service_id, shape_id, direction)
  values ('${id(5)}', 'test', 'a', '${id(45)}', '${id(1)}', '${id(2)}', 0), ('${id(6)}', 'test', 'b', '${id(45)}', '${id(1)}', '${id(2)}', 1),
         ('${id(7)}', 'test', 'c', '${id(46)}', '${id(1)}', '${id(2)}', 0), ('${id(8)}', 'test', 'd', '${id(47)}', '${id(1)}', null, null);
  insert into app.stop_times (trip_id, sequence, stop_id) values ('${id(8)}', 1, '${ODEON.id}')`

function id(nth: number) {
  return `00000000-0000-5000-8000-${String(nth).padStart(12, '0')}`
}

beforeEach(async () => {
  for (const statement of NETWORK.split(';')) await city.db.sql(statement)
})

type Named = { stops: { name: string }[]; routes: { shortName: string; directionId: number | null }[] }
async function named(): Promise<{ stops: string[]; routes: string[] }> {
  const [row] = (await feed()) as unknown as Named[]
  return {
    stops: row?.stops.map(({ name }) => name) ?? [],
    routes: row?.routes.map(({ shortName, directionId }) => `${shortName} ${directionId ?? 'both'}`) ?? [],
  }
}

test('names the stops within the accuracy of the place, and the routes that run there in their direction', async () => {
  await report('amina', { p_accuracy_m: 20 })
  expect(await named()).toEqual({ stops: ['Koja'], routes: ['45 both', '46 0'] })
  const [row] = (await feed()) as unknown as Named[]
  expect(row).toMatchObject({
    stops: [{ id: KOJA.id, name: 'Koja', gtfs: { feedId: 'test', id: 'Koja' } }],
    routes: [{ id: id(45), gtfs: { feedId: 'test', id: 'R45' } }, { id: id(46) }],
  })
})

test('names the routes of a road between its stops, and no stop', async () => {
  await report('amina', { p_accuracy_m: 20, p_lng: KOJA.lng + 0.015 })
  expect(await named()).toEqual({ stops: [], routes: ['45 both', '46 0'] })
})

test('names a route without a shape at its stops', async () => {
  await report('amina', { p_accuracy_m: 20, p_lat: ODEON.lat, p_lng: ODEON.lng })
  expect(await named()).toEqual({ stops: ['Odeon'], routes: ['47 both'] })
})

test('names no stop at a place that is hardly known', async () => {
  await atMinute(10)
  await report('amina', { p_accuracy_m: VAGUE_M + 1 })
  await atMinute(70)
  expect(await feed()).toHaveLength(1)
  expect(await named()).toMatchObject({ stops: [] })
})

test('names of a retired stop and route nothing', async () => {
  await city.db.sql('update app.stops set retired_at = now()')
  await city.db.sql(`update app.routes set retired_at = now() where short_name = '45'`)
  await report('amina', { p_accuracy_m: 20 })
  expect(await named()).toEqual({ stops: [], routes: ['46 0'] })
})

test('names no stop of a coarse incident, and the same routes wherever in the cell it was', async () => {
  const theft = { p_category: 'theft', p_injury: undefined, p_accuracy_m: 20 }
  const cell = { lat: Math.floor(KOJA.lat * 100) / 100, lng: Math.floor(KOJA.lng * 100) / 100 }
  const seen = []
  for (const [lat, lng] of [
    [0.0001, 0.0001],
    [0.0099, 0.0099],
  ] as const) {
    await city.again()
    for (const statement of NETWORK.split(';')) await city.db.sql(statement)
    await atMinute(10)
    await report('amina', { ...theft, p_lat: cell.lat + lat, p_lng: cell.lng + lng })
    await atMinute(61)
    seen.push(await named())
  }
  expect(seen[0]).toEqual({ stops: [], routes: ['45 both', '46 0', '47 both'] })
  expect(seen[1]).toEqual(seen[0])
})

test('names what is at the new place when the first report leaves', async () => {
  const first = await report('amina', { p_accuracy_m: 20, p_lat: ODEON.lat, p_lng: ODEON.lng })
  await report('baraka', { p_accuracy_m: 20 })
  expect(await named()).toMatchObject({ stops: ['Odeon'] })
  await city.withdraw('amina', first.id)
  expect(await named()).toEqual({ stops: ['Koja'], routes: ['45 both', '46 0'] })
})

test('an incident’s page knows the same routes as its feed', async () => {
  const { incidentId } = await report('amina', { p_accuracy_m: 20 })
  const story = (await city.db.as('rider_server').rpc('get_incident_story', { p_id: incidentId })) as {
    routes: { shortName: string }[]
  }
  expect(story.routes.map(({ shortName }) => shortName)).toEqual(['45', '46'])
})
