import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { getLinePage } from './contract.ts'
import { importGtfs } from './gtfs/index.ts'
import { NAIROBI } from './gtfs/test/nairobi.ts'

let db: TestDatabase
let route: string
let corridor: string
beforeAll(async () => {
  db = await openDatabase()
  await importGtfs({ ...NAIROBI, rpc: (fn, args) => db.as('operator_server').rpc(fn, args) })
  const [found] = await db.sql<{ route: string; corridor: string }>(
    `select cr.route_id as route, cr.corridor_id as corridor
       from app.corridor_routes cr join app.routes r on r.id = cr.route_id join app.corridors c on c.id = cr.corridor_id
      where r.short_name = '237' and c.slug = 'thika-road'`,
  )
  route = found?.route ?? ''
  corridor = found?.corridor ?? ''
})
afterAll(() => db.close())

type Line = z.infer<typeof getLinePage.reply>
const lineOf = (p_kind: string, p_id: string) =>
  db.as('rider_server').rpc('get_line_page', { p_kind, p_id }) as Promise<Line>

/** Incidents at a place, each reported by one rider, `hoursAgo` in the past; those that are over are in the history. */
async function happen(
  riders: number,
  place: { lat: number; lng: number },
  { coarse = false, over = false, at = 'app.now()' } = {},
) {
  await db.sql(
    `with made as (
       insert into app.incidents (category, visibility, lifecycle, lat, lng, corridor_id, opened_seen_at, first_seen_at,
                                  last_seen_at, expires_at)
       select $1, $2, $3, $4, $5, $6, t, t, t, app.now() + interval '5 hours'
         from generate_series(1, $7::int) n, lateral (select ${at} - n * interval '1 second' as t) x
       returning *)
     insert into app.reports (id, reporter_id, content_hash, category, visibility, occurred_at, received_at, closed_at, lat,
                              lng, accuracy_m, state, incident_id)
     select gen_random_uuid(), gen_random_uuid(), '', m.category, m.visibility, m.first_seen_at, app.now(), app.now(), m.lat,
            m.lng, 10, 'linked', m.id from made m`,
    [
      coarse ? 'theft' : 'hazard',
      coarse ? 'coarse' : 'public',
      over ? 'expired' : 'active',
      place.lat,
      place.lng,
      corridor,
      riders,
    ],
  )
  await db.sql('select app.publish_incident(i.id) from app.incidents i where i.published_at is null')
  await db.sql(`update app.incidents set published_at = app.now() - interval '2 hours'`)
  await db.sql(`update app.incident_feed set visible_from = app.now() - interval '1 hour'`)
  await db.sql(`update app.incident_history set visible_from = app.now() - interval '1 hour'`)
}

test.each([
  ['46K', 'Kencom-Valley Road-Kawangware', '46K Kencom – Kawangware'],
  ['17B_2', 'Roysambu-Sunton-Mwiki', '17B Roysambu – Mwiki'],
  ['0027', 'Ngara - Lang-ata - Karen', '27 Ngara – Karen'],
  ['70/71', 'Muthurwa', '70/71 Muthurwa'],
  ['0', '', '0'],
  ['METRO', ' Odeon – Ruaka-', 'METRO Odeon – Ruaka-'],
])('calls route %s "%s" %s', async (short, long, name) => {
  expect(await db.sql('select app.route_name($1, $2) as name', [short, long])).toEqual([{ name }])
})

test('lists the stages of both directions in order, and a live incident between its stages', async () => {
  const [there, back] = (await lineOf('route', route)).directions
  expect(there?.stages.at(0)?.name).toBe(back?.stages.at(-1)?.name)
  const [, second, third] = there?.stages ?? []
  if (!second || !third) throw new Error('The route has no stages')
  await happen(1, second.place)
  await happen(1, second.place, { coarse: true })
  const { directions } = await lineOf('route', route)
  expect(directions[0]?.live.map(({ after, incident }) => [after, incident.precision])).toEqual([[2, 'point']])
})

test('lists the stages of a corridor in both directions', async () => {
  const { directions } = await lineOf('corridor', corridor)
  const names = directions.map(({ stages }) => stages.map(({ id }) => id))
  expect(names[0]?.length).toBeGreaterThan(5)
  expect(names[1]).toEqual(names[0]?.toReversed())
})

test('counts what usually happens from five riders in an hour on, in fives, without coarse kinds', async () => {
  const [stage] = (await lineOf('corridor', corridor)).directions[0]?.stages ?? []
  if (!stage) throw new Error('The corridor has no stages')
  // A Wednesday of the last weeks at 17:10 in the city, and at 06:10 with too few.
  const wednesday = `app.city_midnight(app.week_begin(app.city_day(app.now())) - 5) + interval '1 minute'`
  await happen(4, stage.place, { over: true, at: `${wednesday} + interval '6 hours'` })
  await happen(9, stage.place, { over: true, coarse: true, at: `${wednesday} + interval '9 hours'` })
  expect((await lineOf('corridor', corridor)).usual).toEqual({ hours: [], categories: [] })
  await happen(7, stage.place, { over: true, at: `${wednesday} + interval '17 hours'` })
  const { usual } = await lineOf('corridor', corridor)
  expect(usual.hours).toEqual([{ weekend: false, hour: 17, riders: 5 }])
  expect(usual.categories).toEqual([{ weekend: false, category: 'hazard', riders: 10 }])
})

test('a phone is the account that reported from it, and who deleted their account is no longer a rider', async () => {
  const [stage] = (await lineOf('corridor', corridor)).directions[0]?.stages ?? []
  if (!stage) throw new Error('The corridor has no stages')
  const noon = `app.city_midnight(app.week_begin(app.city_day(app.now())) - 5) + interval '12 hours 1 minute'`
  const atNoon = `r.occurred_at between ${noon} - interval '1 minute' and ${noon}`
  const hours = async () => (await lineOf('corridor', corridor)).usual.hours.map(({ hour }) => hour)
  await happen(5, stage.place, { over: true, at: noon })
  expect(await hours()).toContain(12)
  await db.sql(`update app.reports r set author_erased = true where ${atNoon}`)
  expect(await hours()).not.toContain(12)
  await db.sql(
    `update app.reports r
        set author_erased = false, device_hash = case when n <= 2 then '\\x01'::bytea end,
            reporter_id = case when n > 1 then reporter_id end
       from (select r.id, row_number() over () as n from app.reports r where ${atNoon}) x where x.id = r.id`,
  )
  expect(await hours()).not.toContain(12)
})

test('returns 404 for a line that does not exist', async () => {
  await expect(lineOf('route', corridor)).rejects.toThrow()
  await expect(lineOf('corridor', route)).rejects.toThrow()
})
