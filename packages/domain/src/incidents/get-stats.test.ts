import { KOJA, ODEON, type PersonName, TEST_ROAD } from '@salama/testing'
import { beforeEach, expect, test } from 'vitest'
import { useCity } from '../reports/test/city.ts'

// Monthly counts of riders, and what they do not tell.

const city = useCity()
const { report, atMinute } = city
const ROUTE = '00000000-0000-5000-8000-000000000045'

beforeEach(async () => {
  for (const statement of [
    `insert into app.services (id, feed, gtfs_id, weekdays, starts_on, ends_on)
     values ('${ROUTE}', 'test', 'daily', array_fill(true, array[7]), '2026-01-01', '2026-12-31')`,
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
     values ('${ROUTE}', 'test', 'R45', '45', '45', 'Koja', 3)`,
    `insert into app.trips (id, feed, gtfs_id, route_id, service_id) values ('${ROUTE}', 'test', 'a', '${ROUTE}', '${ROUTE}')`,
    `insert into app.stop_times (trip_id, sequence, stop_id) values ('${ROUTE}', 1, '${KOJA.id}')`,
  ])
    await city.db.sql(statement)
  await atMinute(10)
})

const EVERYONE: PersonName[] = ['amina', 'baraka', 'chebet', 'dalmas', 'eve']
const stats = async (p_by: string, p_month = '2040-01-01') =>
  ((await city.db.as('api_server').rpc('get_stats', { p_by, p_month })) as { data: object[] }).data
const afterTheMonth = async () => {
  await atMinute(60 * 24 * 35)
  await city.db.sql('select app.sweep()')
}
const nothing = { corridor: null, route: null, band: null, weekday: null }
const crash = { ...nothing, category: 'crash', riders: 5 }

test('counts riders by one thing beside the category, from five on', async () => {
  for (const who of EVERYONE) await report(who, { p_accuracy_m: 20 })
  await report('amina', { p_category: 'hazard', p_injury: undefined, p_accuracy_m: 20 })
  await afterTheMonth()
  expect(await stats('category')).toEqual([crash])
  expect(await stats('corridor')).toEqual([{ ...crash, corridor: TEST_ROAD }])
  expect(await stats('route')).toEqual([{ ...crash, route: expect.objectContaining({ id: ROUTE, shortName: '45' }) }])
  // 10:10 in UTC on 1 January 2040, a Sunday, is 13:10 there.
  expect(await stats('band')).toEqual([{ ...crash, band: 'day' }])
  expect(await stats('weekday')).toEqual([{ ...crash, weekday: 7 }])
  expect(await stats('category', '2039-12-01')).toEqual([])
})

test('says nothing of four riders, of one rider’s many reports, or of what is coarse', async () => {
  for (const who of EVERYONE.slice(1)) await report(who, { p_accuracy_m: 20 })
  for (const offset of [0, 0.02, 0.04])
    await report('amina', { p_category: 'hazard', p_injury: undefined, p_lat: ODEON.lat + offset, p_lng: ODEON.lng })
  for (const who of EVERYONE) await report(who, { p_category: 'theft', p_injury: undefined })
  await afterTheMonth()
  for (const by of ['category', 'corridor', 'route', 'band', 'weekday']) expect(await stats(by)).toEqual([])
})

test('answers only for months that are over, and no other grouping', async () => {
  await expect(stats('category', '2040-01-15')).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path: 'month' }] },
  })
  await expect(stats('rider', '2039-11-01')).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path: 'by' }] },
  })
  await expect(city.db.as('anon').rpc('get_stats', { p_by: 'band', p_month: '2039-11-01' })).rejects.toMatchObject({
    code: '42501',
  })
})

test('has nothing of a month that began over 90 days ago, whose riders can hardly be told apart', async () => {
  for (const who of EVERYONE) await report(who, { p_accuracy_m: 20 })
  await afterTheMonth()
  expect(await stats('category')).toEqual([crash])
  await atMinute(60 * 24 * 91)
  expect(await stats('category')).toEqual([])
})
