import { randomUUID } from 'node:crypto'
import { buildSmallCity, KOJA, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
})
afterAll(() => db.close())

type Row = { id: string; distanceM: number; lastSeenAt: string; category: string; lifecycle: string }
type Feed = { data: Row[]; next: object | null; asOf: string }

const nearby = (args: Record<string, unknown> = {}) =>
  db.as('eve').rpc('get_incident_feed_nearby', { p_lat: KOJA.lat, p_lng: KOJA.lng, ...args }) as Promise<Feed>
const latest = (args: Record<string, unknown> = {}) =>
  db.as('eve').rpc('get_latest_incident_feed', args) as Promise<Feed>
const inBounds = (args: Record<string, unknown> = {}) =>
  db.as('eve').rpc('get_incident_feed_in_bounds', {
    p_min_lat: -1.3,
    p_min_lng: 36.8,
    p_max_lat: -1.26,
    p_max_lng: 36.85,
    ...args,
  }) as Promise<Feed>

/**
 * Incidents at random places within about 3 km of Koja, seen at different times of the last hour; the same ones each
 * time, because the seed holds in the session of the block.
 */
async function scatter(n: number): Promise<void> {
  await db.sql(`do $$ begin
    perform setseed(0.42);
    insert into app.incidents (category, visibility, lat, lng, opened_seen_at, first_seen_at, last_seen_at, expires_at)
    select (array['crash', 'hazard', 'road_block'])[1 + i % 3], 'public', ${KOJA.lat} + (random() - 0.5) * 0.05,
           ${KOJA.lng} + (random() - 0.5) * 0.05, t, t, t, t + interval '4 hours'
      from (select i, now() - random() * interval '1 hour' as t from generate_series(1, ${n}) i) x;
  end $$`)
  await db.sql('select app.publish_incident(i.id) from app.incidents i')
}

/** Reads all pages of a list. */
async function walk(list: (args: Record<string, unknown>) => Promise<Feed>, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: object | null | undefined; after !== null; ) {
    const page = await list({ p_limit: limit, ...(after && { p_after: after }) })
    rows.push(...page.data)
    after = page.next
  }
  return rows
}

test('nearby returns exactly the incidents within the radius, nearest first', async () => {
  await scatter(300)
  const expected = await db.sql<{ id: string; d: number }>(
    `select f.incident_id as id, app.distance_m($1, $2, f.lat, f.lng) as d from app.incident_feed f
      where app.distance_m($1, $2, f.lat, f.lng) <= 1500 order by 2`,
    [KOJA.lat, KOJA.lng],
  )
  const found = await walk((args) => nearby({ p_radius_m: 1500, ...args }), 7)
  expect(expected.length).toBeGreaterThan(20)
  expect(new Set(found.map((row) => row.id))).toEqual(new Set(expected.map((row) => row.id)))
  // Rows within a page are sorted by metres, but pages by degrees; the two differ by less than 0.1 % here.
  found.reduce((before, row) => {
    expect(row.distanceM).toBeGreaterThanOrEqual(before - 2)
    return row.distanceM
  }, 0)
})

test.each([
  ['nearby', nearby, {}, 60],
  ['nearby of a category', nearby, { p_category: 'hazard' }, 20],
  ['in bounds', inBounds, {}, 60],
  ['in bounds of a category', inBounds, { p_category: 'hazard' }, 20],
  ['latest', latest, {}, 60],
  ['latest of a category', latest, { p_category: 'hazard' }, 20],
] as const)(
  '%s paginates incidents at one stop and of one moment without gaps or duplicates',
  async (_, list, filter, n) => {
    await scatter(60)
    await db.sql('update app.incidents set lat = $1, lng = $2, last_seen_at = now()', [KOJA.lat, KOJA.lng])
    await db.sql('select app.publish_incident(i.id) from app.incidents i')
    const found = await walk((args) => list({ ...filter, ...args }), 7)
    expect(found).toHaveLength(n)
    expect(new Set(found.map((row) => row.id)).size).toBe(n)
  },
)

test('the pages of nearby end at the radius, also where the box goes on', async () => {
  await scatter(300)
  const [counted] = await db.sql<{ inside: number; box: number }>(
    `select count(*) filter (where app.distance_m($1, $2, lat, lng) <= 1000)::int as inside,
            count(*) filter (where pt <@ app.box_around($1, $2, 1000))::int as box from app.incident_feed`,
    [KOJA.lat, KOJA.lng],
  )
  expect(counted?.box).toBeGreaterThan(counted?.inside ?? 0)
  expect(await walk((args) => nearby({ p_radius_m: 1000, ...args }), 5)).toHaveLength(counted?.inside ?? 0)
})

test.each([
  ['north', 1, 0],
  ['east', 0, 1],
  ['south', -1, 0],
  ['west', 0, -1],
] as const)('nearby finds an incident just inside the radius to the %s', async (_, north, east) => {
  await scatter(1)
  await db.sql(
    `update app.incidents set lat = $1 + $3::int * 999.9 / 111195.08,
                       lng = $2 + $4::int * 999.9 / 111195.08 / cos(radians($1))`,
    [KOJA.lat, KOJA.lng, north, east],
  )
  await db.sql('select app.publish_incident(i.id) from app.incidents i')
  const { data } = await nearby({ p_radius_m: 1000 })
  expect(data).toHaveLength(1)
  expect(data[0]?.distanceM).toBeGreaterThanOrEqual(999)
})

test('the distance of nearby matches PostGIS on the ellipsoid within 0.6 %', async () => {
  await scatter(50)
  const exact = await db.sql<{ id: string; d: number }>(
    `select f.incident_id as id, extensions.st_distance(
              extensions.st_setsrid(extensions.st_makepoint($2, $1), 4326)::extensions.geography,
              extensions.st_setsrid(extensions.st_makepoint(f.lng, f.lat), 4326)::extensions.geography) as d
       from app.incident_feed f`,
    [KOJA.lat, KOJA.lng],
  )
  const byId = new Map(exact.map((row) => [row.id, row.d]))
  for (const row of await walk((args) => nearby({ p_radius_m: 25_000, ...args }), 100))
    expect(Math.abs(row.distanceM - (byId.get(row.id) ?? Number.NaN))).toBeLessThan(1 + row.distanceM * 0.006)
})

test.each([
  ['nearby', nearby],
  ['latest', latest],
  ['in bounds', inBounds],
] as const)('pages of %s contain every row once, also when new ones are inserted meanwhile', async (_, list) => {
  await scatter(60)
  const whole = await walk((args) => list({ p_limit: 100, ...args }), 100)
  const first = await list({ p_limit: 10 })
  await scatter(5)
  const rest: Row[] = [...first.data]
  for (let after = first.next; after !== null; ) {
    const page = await list({ p_limit: 10, p_after: after })
    rest.push(...page.data)
    after = page.next
  }
  const ids = rest.map((row) => row.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const row of whole) expect(ids).toContain(row.id)
})

test('sorts the latest feed by the time of the last report', async () => {
  await scatter(40)
  const times = (await walk(latest, 9)).map((row) => row.lastSeenAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('returns the incidents inside a bounding box', async () => {
  await scatter(100)
  const box = { p_min_lat: -1.2841, p_min_lng: 36.8251, p_max_lat: -1.27, p_max_lng: 36.84 }
  const rows = await db.sql<{ id: string }>(
    'select incident_id as id from app.incident_feed where lat between $1 and $2 and lng between $3 and $4',
    [box.p_min_lat, box.p_max_lat, box.p_min_lng, box.p_max_lng],
  )
  const found = await walk((args) => inBounds({ ...box, ...args }), 100)
  expect(new Set(found.map((row) => row.id))).toEqual(new Set(rows.map((row) => row.id)))
})

test.each([
  ['a place off the globe', () => nearby({ p_lat: 91 }), 'place'],
  ['a radius over 25 km', () => nearby({ p_radius_m: 25_001 }), 'radiusM'],
  ['a box with a side over two degrees', () => inBounds({ p_max_lat: 0.8 }), 'bbox'],
  ['a box inside out', () => inBounds({ p_max_lat: -1.4 }), 'bbox'],
  ['a box without a side', () => inBounds({ p_max_lat: -1.3, p_min_lat: -1.3 }), 'bbox'],
] as const)('rejects %s', async (_, call, path) => {
  await expect(call()).rejects.toMatchObject({ slug: 'invalid_request', detail: { path } })
})

test('filters by category', async () => {
  await scatter(300)
  expect(
    new Set((await walk((args) => nearby({ p_category: 'hazard', ...args }), 5)).map((row) => row.category)),
  ).toEqual(new Set(['hazard']))
})

test('an expired incident leaves the feed, swept or not, and its page shows it as expired', async () => {
  await scatter(1)
  const [incident] = (await latest()).data
  await db.shiftClock('5 hours')
  expect((await latest()).data).toEqual([])
  const page = () => db.as('eve').rpc('get_incident_feed_detail', { p_id: incident?.id })
  expect(await page()).toMatchObject({ lifecycle: 'expired' })
  expect(await db.sql('select app.sweep() as swept')).toEqual([{ swept: 1 }])
  expect(await page()).toMatchObject({ id: incident?.id, lifecycle: 'expired' })
  expect(await db.sql('select count(*)::int as n from app.incident_feed')).toEqual([{ n: 0 }])
  expect(await db.sql('select app.sweep() as swept')).toEqual([{ swept: 0 }])
})

test('returns not_found for an unknown incident and for one that was never public', async () => {
  const page = (id: string) => db.as('eve').rpc('get_incident_feed_detail', { p_id: id })
  await expect(page(randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
  const [hidden] = await db.sql<{ id: string }>(
    `insert into app.incidents (category, visibility, lat, lng, opened_seen_at, first_seen_at, last_seen_at, expires_at)
     values ('crash', 'public', -1.28, 36.82, now(), now(), now(), now() + interval '1 hour') returning id`,
  )
  await expect(page(hidden?.id ?? '')).rejects.toMatchObject({ slug: 'not_found' })
})

test('returns incident_gone with the reason for a withdrawn incident, and with the target id for a merged one', async () => {
  await scatter(2)
  const [first, second] = (await latest()).data
  const page = (row: Row | undefined) => db.as('eve').rpc('get_incident_feed_detail', { p_id: row?.id })
  await db.sql(`update app.incidents set lifecycle = 'retracted', gone_reason = 'withdrawn' where id = $1`, [first?.id])
  await db.sql(`update app.incidents set lifecycle = 'merged', merged_into = $2 where id = $1`, [second?.id, first?.id])
  await db.sql('select app.publish_incident(i.id) from app.incidents i')
  await expect(page(first)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'withdrawn' } })
  await expect(page(second)).rejects.toMatchObject({ slug: 'incident_gone', detail: { mergedInto: first?.id } })
  expect((await latest()).data).toEqual([])
})

test('only signed-in users and the service role read the feed', async () => {
  for (const name of ['get_latest_incident_feed', 'get_incident_feed_detail'] as const)
    await expect(
      db.as('anon').rpc(name, name === 'get_incident_feed_detail' ? { p_id: randomUUID() } : {}),
    ).rejects.toMatchObject({ code: '42501' })
  expect(await db.as('rider_server').rpc('get_latest_incident_feed')).toMatchObject({ data: [] })
})
