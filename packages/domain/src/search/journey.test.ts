import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildNamedCity, ROUTE_45 } from './test/named-city.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
  await buildNamedCity(db)
  // 45 runs from Ngara by Koja to Buruburu, and back without Koja. 46 has one trip, whose direction nobody knows.
  await db.sql(
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
     values ('00000000-0000-5000-8000-0000000000e6', 'test', 'R46', '46', '46', 'Koja-Kangemi', 3)`,
  )
  await trip('out', ROUTE_45, 0, ['Ngara', 'Koja', 'Kencom/Ambassadeur', 'Buruburu'])
  await trip('back', ROUTE_45, 1, ['Buruburu', 'Kencom/Ambassadeur', 'Ngara'])
  await trip('either', '00000000-0000-5000-8000-0000000000e6', null, ['Koja', 'Kangemi'])
})
afterAll(() => db.close())

async function trip(name: string, route: string, direction: number | null, stops: string[]) {
  await db.sql(
    `with t as (
       insert into app.trips (id, feed, gtfs_id, route_id, service_id, direction)
       values (gen_random_uuid(), 'test', $1, $2, '00000000-0000-5000-8000-0000000000f2', $3) returning id)
     insert into app.stop_times (trip_id, sequence, stop_id)
     select t.id, s.n, p.id from t, unnest($4::text[]) with ordinality s (name, n)
       join app.points_of_interest p on p.name = s.name`,
    [name, route, direction, stops],
  )
}
const search = async (p_q: string, more = {}) =>
  ((await db.as('rider_server').rpc('search', { p_q, ...more })) as { data: { type: string; title: string }[] }).data
const routes = async (q: string) => (await search(q, { p_types: ['route'] })).map(({ title }) => title)

test.each(['ngara to buruburu', 'Ngara hadi Buruburu', 'NGARA  mpaka  buru', 'kencom to ngara', 'Koja to Ambassadeur'])(
  '"%s" returns the route that serves both in that order',
  async (q) => {
    expect(await search(q)).toMatchObject([{ type: 'route', title: '45' }])
  },
)

test('a route that serves both only the other way round is not returned', async () => {
  expect(await routes('buruburu to koja')).toEqual([])
})

test('where the feed does not tell the direction, either order is', async () => {
  for (const q of ['koja to kangemi', 'kangemi to koja']) expect(await routes(q)).toEqual(['46'])
})

test('the centre of the city has the names that people give it, and a part of the city its own', async () => {
  expect(await routes('kangemi to cbd')).toEqual(['46'])
  expect(await routes('buruburu to town')).toEqual(['45'])
  await db.sql(`insert into app.areas (name, lat, lng) values ('Eastlands', -1.28, 36.905)`)
  expect(await routes('ngara to eastlands')).toEqual(['45'])
})

test.each(['koja to', 'to koja', 'koja to nowhere', 'koja to ngara road to', 'to', 'a to b'])(
  'anything else is searched as it is, "%s"',
  async (q) => {
    expect(await routes(q)).toEqual([])
  },
)

test('only routes are returned for a journey, and only where routes are asked for', async () => {
  expect((await search('ngara to buruburu', { p_types: ['stop'] })).map(({ type }) => type)).not.toContain('route')
})
