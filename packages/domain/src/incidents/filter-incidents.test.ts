import { KOJA, ODEON, TEST_ROAD } from '@salama/testing'
import { beforeEach, expect, test } from 'vitest'
import { useCity } from '../reports/test/city.ts'

// Filters of the lists of incidents, live and over, and that none of them tells more of a coarse one than is shown.

const city = useCity()
const { report, atMinute } = city

const id = (nth: number) => `00000000-0000-5000-8000-${String(nth).padStart(12, '0')}`

/** 45 runs through Koja, 47 stops at Odeon. */
async function layRoutes() {
  for (const statement of [
    `insert into app.services (id, feed, gtfs_id, weekdays, starts_on, ends_on)
     values ('${id(1)}', 'test', 'daily', array_fill(true, array[7]), '2026-01-01', '2026-12-31')`,
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
     values ('${id(45)}', 'test', 'R45', '45', '45', 'Koja', 3), ('${id(47)}', 'test', 'R47', '47', '47', 'Odeon', 3)`,
    `insert into app.trips (id, feed, gtfs_id, route_id, service_id)
     values ('${id(5)}', 'test', 'a', '${id(45)}', '${id(1)}'), ('${id(8)}', 'test', 'd', '${id(47)}', '${id(1)}')`,
    `insert into app.stop_times (trip_id, sequence, stop_id) values ('${id(5)}', 1, '${KOJA.id}'), ('${id(8)}', 1, '${ODEON.id}')`,
  ])
    await city.db.sql(statement)
}
beforeEach(layRoutes)

type Row = { id: string; category: string; lastSeenAt: string; lifecycle: string }
type Page = { data: Row[]; next: object | null; asOf: string }
const filter = (args: Record<string, unknown> = {}) =>
  city.db.as('api_server').rpc('filter_incidents', args) as Promise<Page>
const categories = async (args: Record<string, unknown> = {}) => (await filter(args)).data.map((row) => row.category)

const AT_ODEON = { p_lat: ODEON.lat, p_lng: ODEON.lng, p_accuracy_m: 20 }
async function happen() {
  await report('amina', { p_accuracy_m: 20 })
  await report('baraka', { ...AT_ODEON, p_category: 'hazard', p_injury: undefined })
}

test('lists what fits every filter', async () => {
  await atMinute(10)
  await happen()
  expect((await categories()).toSorted()).toEqual(['crash', 'hazard'])
  expect((await categories({ p_category: ['crash', 'hazard', 'theft'] })).toSorted()).toEqual(['crash', 'hazard'])
  for (const [only, args] of [
    ['crash', { p_category: ['crash'] }],
    ['crash', { p_route_id: '45' }],
    ['hazard', { p_route_id: id(47) }],
    ['hazard', { p_stop_id: ODEON.id }],
    ['hazard', { p_route_id: '47', p_stop_id: ODEON.id, p_corroboration: ['unverified', 'verified'] }],
    ['crash', { p_corridor_id: TEST_ROAD.slug, p_category: ['crash'] }],
    ['hazard', { p_min_lat: -1.2829, p_min_lng: 36.8249, p_max_lat: -1.2827, p_max_lng: 36.8251 }],
  ] as const)
    expect([args, await categories(args)]).toEqual([args, [only]])
  for (const none of [
    { p_corroboration: ['verified'] },
    { p_route_id: '45', p_stop_id: ODEON.id },
    { p_since: '2040-01-01T10:11:00Z' },
    { p_until: '2040-01-01T10:10:00Z' },
    { p_over: true },
  ])
    expect([none, await categories(none)]).toEqual([none, []])
  const first = await filter({ p_limit: 1 })
  const rest = await filter({ p_limit: 1, p_after: first.next })
  expect(new Set([...first.data, ...rest.data].map((row) => row.category))).toEqual(new Set(['crash', 'hazard']))
  expect(rest.next).toBeNull()
})

test('lists what is over by the same filters, and nothing that is live', async () => {
  await atMinute(10)
  await happen()
  await atMinute(60 * 24 * 4)
  await city.db.sql('select app.sweep()')
  expect(await categories()).toEqual([])
  expect((await categories({ p_over: true })).toSorted()).toEqual(['crash', 'hazard'])
  expect(await categories({ p_over: true, p_route_id: '45' })).toEqual(['crash'])
  expect(await categories({ p_over: true, p_stop_id: ODEON.id })).toEqual(['hazard'])
  expect(await categories({ p_over: true, p_route_id: '45', p_stop_id: ODEON.id })).toEqual([])
  expect(await categories({ p_over: true, p_category: ['hazard'], p_until: '2040-01-01T10:11:00Z' })).toEqual([
    'hazard',
  ])
  for (const { lifecycle } of (await filter({ p_over: true })).data) expect(lifecycle).not.toBe('active')
})

test.each([{ p_route_id: 'no-route' }, { p_stop_id: id(99) }, { p_corridor_id: 'no-road' }, { p_min_lat: 1 }])(
  'refuses %o, which cannot match',
  async (args) => {
    await expect(filter(args)).rejects.toMatchObject({ slug: 'invalid_request' })
  },
)

test('tells nothing of a coarse incident within its cell and hour, live or over, by any filter', async () => {
  const cell = { lat: Math.floor(KOJA.lat * 100) / 100, lng: Math.floor(KOJA.lng * 100) / 100 }
  const corner = { p_min_lat: cell.lat, p_min_lng: cell.lng, p_max_lat: cell.lat + 0.002, p_max_lng: cell.lng + 0.002 }
  const attempts = [
    { p_route_id: '45' },
    { p_route_id: '47' },
    { p_stop_id: KOJA.id },
    { p_stop_id: ODEON.id },
    { p_corridor_id: TEST_ROAD.id },
    corner,
    ...[5, 15, 25, 55].flatMap((minute) => {
      const at = `2040-01-01T10:${String(minute).padStart(2, '0')}:00Z`
      return [{ p_since: at }, { p_until: at }]
    }),
  ]
  const seen = []
  // At two corners of the cell, and at two times of the hour.
  for (const [offset, minute] of [
    [0.0001, 10],
    [0.0099, 20],
  ] as const) {
    await city.again()
    await layRoutes()
    await atMinute(minute)
    const place = { p_lat: cell.lat + offset, p_lng: cell.lng + offset, p_accuracy_m: 20 }
    await report('amina', { ...place, p_category: 'theft', p_injury: undefined })
    const answers = []
    await atMinute(61)
    for (const args of attempts) answers.push(await categories(args))
    await atMinute(60 * 24 * 4)
    await city.db.sql('select app.sweep()')
    for (const args of attempts) answers.push(await categories({ ...args, p_over: true }))
    seen.push(answers)
  }
  expect(seen[0]?.flat()).toContain('theft')
  expect(seen[1]).toEqual(seen[0])
})

test('names each category with its labels, life and privacy', async () => {
  const { data } = (await city.db.as('api_server').rpc('list_categories')) as { data: object[] }
  expect(data).toHaveLength(11)
  expect(data).toContainEqual({
    code: 'theft',
    label: expect.objectContaining({ en: 'Theft', sw: 'Wizi' }),
    severity: 3,
    precision: 'coarse',
    liveMinutes: 1440,
    liveMinutesAtMost: 2880,
  })
  expect(data).toContainEqual(expect.objectContaining({ code: 'assault', precision: 'aggregate', liveMinutes: null }))
})

test('what is rare in the history is found by its category or place, not by walking all of it', async () => {
  await city.db.sql(
    `insert into app.incident_history (incident_id, visible_from, category, lat, lng, last_seen_at, body)
     select gen_random_uuid(), app.now(), case when n = 1 then 'crash' else 'hazard' end, -1.3 + n * 1e-5, 36.8, app.now(), '{}'
       from generate_series(1, 5000) n`,
  )
  await city.db.sql('analyze app.incident_history')
  for (const [filter, index] of [
    [`category = any ('{crash}')`, 'incident_history_category'],
    [`app.plane_point(lat, lng) <@ box(point(36.7, -1.30002), point(36.9, -1.3))`, 'incident_history_place'],
  ]) {
    const plan = await city.db.sql(
      `explain select from app.incident_history where ${filter} order by last_seen_at desc, incident_id desc limit 21`,
    )
    expect(JSON.stringify(plan)).toContain(index)
  }
})
