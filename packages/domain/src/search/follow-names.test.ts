import { KOJA, openDatabase, SIMBA, TEST_ROAD, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importGtfs } from '../network/gtfs/index.ts'
import { edited, writeFeed } from '../network/gtfs/test/small-feed.ts'
import { buildNamedCity, ROUTE_45, UMOINNER } from './test/named-city.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildNamedCity(db)
})
afterAll(() => db.close())

const found = async (p_q: string) =>
  ((await db.as('eve').rpc('search', { p_q })) as { data: { title: string }[] }).data.map((hit) => hit.title)

/** Changes to every source of names; each has a text that matches only before it, and one only after. */
const CHANGES: [what: string, sql: string, id: string | null, before: string | null, after: string | null][] = [
  [
    'a vehicle’s new fleet name',
    `update app.vehicles set fleet_name = 'Chui 1' where id = $1`,
    SIMBA.id,
    'simba',
    'chui',
  ],
  [
    'a vehicle’s new plate',
    `update app.vehicles set plate = 'KZZ 777A', plate_key = 'KZZ777A' where id = $1`,
    SIMBA.id,
    'kda123a',
    'kzz777a',
  ],
  ['a vehicle that is gone', `delete from app.vehicles where id = $1`, SIMBA.id, 'simba', null],
  ['a group’s new name', `update app.saccos set name = 'Twiga Line' where id = $1`, UMOINNER, 'umoinner', 'twiga'],
  ['a group that is gone', `delete from app.saccos where id = $1`, UMOINNER, 'umoinner', null],
  [
    'a group that is gone with its aliases',
    `delete from app.saccos where slug = 'cafe' and $1::text is null`,
    null,
    'kbs',
    null,
  ],
  [
    'an alias that moves to another group',
    `update app.sacco_aliases set alias = 'Ndovu', alias_key = 'ndovu', sacco_id = $1`,
    UMOINNER,
    'kbs',
    'ndovu',
  ],
  ['all aliases thrown away', `truncate app.sacco_aliases`, null, 'kbs', null],
  ['a route that is retired', `update app.routes set retired_at = now() where id = $1`, ROUTE_45, 'githurai', null],
  [
    'a route’s new name',
    `update app.routes set long_name = 'Ngara-Ruiru' where id = $1`,
    ROUTE_45,
    'githurai',
    'ruiru',
  ],
  [
    'a headsign that changes',
    `update app.trips set headsign = 'Zimmerman' where route_id = $1`,
    ROUTE_45,
    'kahawa',
    'zimmerman',
  ],
  ['a trip that is gone', `delete from app.trips where route_id = $1`, ROUTE_45, 'kahawa', null],
  [
    'a corridor that is retired',
    `update app.corridors set retired_at = now() where id = $1`,
    TEST_ROAD.id,
    'test road',
    null,
  ],
  [
    'a corridor’s new name',
    `update app.corridors set name = 'Jogoo Road' where id = $1`,
    TEST_ROAD.id,
    'test road',
    'jogoo',
  ],
  ['a stop’s new name', `update app.points_of_interest set name = 'Bomas' where id = $1`, KOJA.id, 'koja', 'bomas'],
  ['a stop that is gone', `delete from app.points_of_interest where id = $1`, KOJA.id, 'koja', null],
]

test.each(CHANGES)('updates search at once for %s', async (_what, sql, id, before, after) => {
  if (before !== null) expect(await found(before)).toHaveLength(1)
  if (after !== null) expect(await found(after)).toEqual([])
  await db.sql(sql, sql.includes('$1') ? [id] : [])
  if (before !== null) expect(await found(before)).toEqual([])
  if (after !== null) expect(await found(after)).toHaveLength(1)
})

test('does not index what is rolled back', async () => {
  await expect(
    db.sql(
      `with made as (insert into app.saccos (slug, name) values ('x', 'Nyati') returning id) select 1 / 0 from made`,
    ),
  ).rejects.toThrow()
  expect(await found('nyati')).toEqual([])
})

test('indexes a feed’s stops, routes and headsigns on import, not on a dry run', async () => {
  const rpc = (fn: string, args?: Record<string, unknown>) => db.as('operator_server').rpc(fn, args)
  const load = async (source: string, dryRun = false) =>
    importGtfs({ source, feed: 'small', rpc, dryRun, confirmRemovals: true })
  await load(await writeFeed())
  expect((await found('roysambu'))[0]).toBe('Roysambu')
  expect((await found('roysambu')).slice(1).toSorted()).toEqual(['44', '45'])
  const next = await writeFeed(edited('stops.txt', 'ROY,Roysambu', 'ROY,Zimmerman'))
  await load(next, true)
  expect(await found('zimmerman')).toEqual([])
  await load(next)
  expect(await found('zimmerman')).toEqual(['Zimmerman'])
  expect((await found('roysambu')).toSorted()).toEqual(['44', '45'])
  const without = await writeFeed({
    ...edited('stops.txt', 'ROY,Roysambu', 'ROY,Zimmerman'),
    ...edited('routes.txt', 'R45,A,45,Odeon-Roysambu,3\n', ''),
    ...edited('trips.txt', 'R45,DAILY,T45,Roysambu,0,\n', ''),
    'stop_times.txt':
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT44,6:00:00,6:00:20,KOJ1,1\nT44,6:20:00,6:20:00,ROY,2\n',
  })
  await load(without)
  expect(await found('roysambu')).toEqual(['44'])
})

test('indexes exactly the existing names, whatever the order of writes', async () => {
  await db.parallel(
    Array.from(
      { length: 12 },
      (_, i) => () =>
        i % 3 === 2
          ? db.sql(`delete from app.sacco_aliases where alias_key = $1`, [`jina ${i - 1}`])
          : db.sql(`insert into app.sacco_aliases (alias_key, alias, sacco_id) values ($1, $2, $3)`, [
              `jina ${i}`,
              `Jina ${i}`,
              UMOINNER,
            ]),
    ),
  )
  const kept = await db.sql(
    `select name_key from app.search_documents where subject_id = $1 and not is_title order by 1`,
    [UMOINNER],
  )
  expect(kept).toEqual(
    await db.sql(`select alias_key as name_key from app.sacco_aliases where sacco_id = $1 order by 1`, [UMOINNER]),
  )
})
