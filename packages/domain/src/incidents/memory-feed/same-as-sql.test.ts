import { buildSmallCity, isAllTier, KOJA, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY_CODES } from '../../shared/categories.ts'
import type { LiveFeed } from './live-feed.ts'
import { stopLiveFeed } from './running.ts'
import { type LatestInput, listsOf, type NearbyInput, openFeed, type Reader, walk } from './test/feed-in-test.ts'
import { randomOf } from './test/random.ts'

// The feed in memory answers exactly as SQL does: rows, order within and across pages, and cursors.

let db: TestDatabase
let feed: LiveFeed
beforeAll(async () => {
  db = await openDatabase()
  await buildSmallCity(db)
  await setClock('10:50')
  await scatter(1_500)
  await setClock('11:01') // coarse ones are shown from the full hour on
  feed = (await openFeed(db, { maxAgeMs: 600_000 })).feed
  const [{ n = 0 } = {}] = await db.sql<{ n: number }>(
    'select count(*)::int as n from app.incident_feed where visible_from <= app.now() and visible_until > app.now()',
  )
  expect([n, feed.size]).toEqual([1_500, 1_500])
})
afterAll(async () => {
  stopLiveFeed()
  await db.close()
})

const setClock = (time: string) =>
  db.sql(
    `insert into app.clock (shift) values (('2040-01-01 ' || $1 || 'Z')::timestamptz - now())
     on conflict (singleton) do update set shift = excluded.shift`,
    [time],
  )

/** Runs a statement whose random numbers are the same each time. */
const seeded = (statement: string) => db.sql(`do $$ begin perform setseed(0.42); ${statement}; end $$`)

/** Many on few places (stops, cells), many at the same second, some far away. */
const scatter = async (n: number) => {
  await seeded(
    `insert into app.incidents (category, visibility, lat, lng, opened_seen_at, first_seen_at, last_seen_at, expires_at)
     select category, case when category in ('theft', 'robbery') then 'coarse' else 'public' end,
            ${KOJA.lat} + case when i % 3 = 0 then (i % 7) * 0.003 else (random() - 0.5) * 0.3 end,
            ${KOJA.lng} + case when i % 3 = 0 then (i % 5) * 0.003 else (random() - 0.5) * 0.3 end,
            t, t, t, t + interval '8 hours'
       from (select i, (array['crash', 'hazard', 'road_block', 'theft', 'robbery'])[1 + i % 5] as category,
                    date_trunc('minute', app.now()) - random() * interval '20 minutes' as t
               from generate_series(1, ${n}) i) x`,
  )
  await db.sql('select app.publish_incident(i.id) from app.incidents i')
}

/** PGlite takes ten times as long, and the rows are compared on PostgreSQL anyway. */
const tries = () => (isAllTier && db.url !== undefined ? 2_000 : 250)

const random = randomOf(20261123)
const place = () =>
  random.next() < 0.2
    ? { lat: KOJA.lat + 0.003 * Math.floor(random.next() * 7), lng: KOJA.lng + 0.003 * Math.floor(random.next() * 5) }
    : { lat: random.degrees(-1.5, -1.1), lng: random.degrees(36.6, 37.05) }
const filter = () => ({
  limit: 1 + Math.floor(random.next() * 100),
  ...(random.next() < 0.4 && { category: random.pick(CATEGORY_CODES as unknown as ['crash']) }),
})
const nearbyInput = (): NearbyInput => ({
  ...place(),
  radiusM: random.pick([50, 300, 2_000, 5_000, 25_000]),
  ...filter(),
})
const latestInput = (): LatestInput => {
  const { limit, category } = filter()
  const asked = { limit, ...(category && { category: [category] }) }
  if (random.next() < 0.2) return asked
  const corner = { minLat: random.degrees(-1.5, -1.1), minLng: random.degrees(36.6, 37) }
  const side = random.pick([0.001, 0.02, 0.1, 0.4, 1.5])
  return { ...asked, bbox: { ...corner, maxLat: corner.minLat + side, maxLng: corner.minLng + side } }
}

test('nearby gives the same pages with the same cursors at hundreds of random places', async () => {
  const { nearby } = listsOf(db)
  let rows = 0
  for (let n = 0; n < tries(); n += 1) {
    const input = nearbyInput()
    const expected = await nearby.sql(input)
    expect(await nearby.memory(input), JSON.stringify(input)).toEqual(expected)
    rows += expected.data.length
  }
  expect(rows).toBeGreaterThan(10 * tries())
})

test('the latest, everywhere and in boxes, give the same pages with the same cursors for hundreds of random queries', async () => {
  const { latest } = listsOf(db)
  let rows = 0
  for (let n = 0; n < tries(); n += 1) {
    const input = latestInput()
    const expected = await latest.sql(input)
    expect(await latest.memory(input), JSON.stringify(input)).toEqual(expected)
    rows += expected.data.length
  }
  expect(rows).toBeGreaterThan(10 * tries())
})

test('paginates across SQL and memory with every row once', async () => {
  const { nearby, latest } = listsOf(db)
  const either = () => random.pick<Reader>(['sql', 'memory'])
  for (let n = 0; n < 12; n += 1) {
    const near = { ...nearbyInput(), radiusM: 25_000, limit: random.pick([7, 60, 100]) }
    expect(await walk(nearby, near, either)).toEqual(await walk(nearby, near, () => 'sql'))
    const last = { ...latestInput(), limit: random.pick([7, 60, 100]) }
    expect(await walk(latest, last, either)).toEqual(await walk(latest, last, () => 'sql'))
  }
})

test('accepts cursors with fractions of a second, and rejects those of another list, as SQL does', async () => {
  const { latest } = listsOf(db)
  await seeded(`update app.incident_feed set last_seen_at = last_seen_at + random() * interval '1 second'`)
  await db.sql(`select app.note_change(f.incident_id, app.now()) from app.incident_feed f`)
  await db.sql(`update app.incident_changes set seen = ''`)
  await feed.refresh()
  const all = await walk(latest, { limit: 9 }, () => 'sql')
  expect(await walk(latest, { limit: 9 }, () => random.pick<Reader>(['sql', 'memory']))).toEqual(all)
  const { page } = await latest.sql({ limit: 9 })
  const elsewhere = { limit: 9, cursor: page.nextCursor ?? '', category: ['crash' as const] }
  for (const read of [latest.sql, latest.memory])
    await expect(async () => read(elsewhere)).rejects.toMatchObject({ slug: 'invalid_request' })
})
