import { CAST, KOJA } from '@salama/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { invalidateAdmitted, markAdmitted } from '../../machinery/memory/admitted-tokens.ts'
import { invalidateAfterWrite } from '../../machinery/memory/own-writes.ts'
import { useCity } from '../../reports/test/city.ts'
import { incidentFromMemory, latestFromMemory, nearbyFromMemory } from './answers.ts'
import { stopLiveFeed } from './running.ts'
import { listsOf, openFeed, VISITOR } from './test/feed-in-test.ts'

const city = useCity()
const { report, atMinute, withdraw } = city
// Not near a full hour, where reads fall back to the database for a moment.
beforeEach(() => atMinute(10))
afterEach(() => {
  stopLiveFeed()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Both clocks go on by so much: that of the database, and that of this process. */
async function later(ms: number) {
  const now = performance.now()
  await city.db.sql('update app.clock set shift = shift + $1::interval', [`${ms} milliseconds`])
  vi.spyOn(performance, 'now').mockReturnValue(now + ms)
}
/** Time goes on for a feed's own requests only when the test says so. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

const idsIn = async () => {
  const { latest } = listsOf(city.db)
  const page = await latest.memory({ limit: 100 })
  return page?.data.map(({ id }) => id) ?? null
}
const idsInSql = async () => (await city.feed()).map(({ id }) => id)
const USER = { kind: 'user', token: 'token-of-amina', subject: CAST.amina.id, requestId: 'request-1' } as const

test('contains only public live incidents: none that is private, aggregate, early or withdrawn', async () => {
  const shown = await report('amina')
  const withdrawn = await report('amina', { p_lat: KOJA.lat + 0.03 })
  await report('baraka', { p_lat: KOJA.lat + 0.06, p_visibility: 'private' })
  await report('baraka', { p_category: 'harassment', p_injury: undefined })
  await report('eve', { p_category: 'theft', p_injury: undefined })
  const stolen = await report('baraka', { p_category: 'theft', p_injury: undefined, p_lat: KOJA.lat + 0.1 })
  const { feed } = await openFeed(city.db)
  expect(await idsIn()).toEqual(await idsInSql())
  expect(feed.size).toBe(2)
  await withdraw('amina', withdrawn.id)
  await withdraw('baraka', stolen.id)
  await feed.refresh()
  expect(await idsIn()).toEqual([shown.incidentId])
  expect(feed.size).toBe(1)
  await atMinute(61)
  await feed.refresh()
  expect(await idsIn()).toEqual(await idsInSql())
  expect(feed.size).toBe(2)
})

test('ends a row at its time by the database’s clock, without a request', async () => {
  await report('amina')
  const { feed, state } = await openFeed(city.db, { maxAgeMs: 300_000 })
  await city.db.sql(`update app.incidents set expires_at = app.now() + interval '2 minutes'`)
  await city.db.sql('select app.publish_incident(i.id) from app.incidents i')
  await feed.refresh()
  expect([await idsIn(), await idsInSql()]).toMatchObject([{ length: 1 }, { length: 1 }])
  await feed.refresh()
  const calls = state.calls.length
  await later(120_000)
  expect([await idsIn(), await idsInSql()]).toEqual([[], []])
  expect(state.calls).toHaveLength(calls)
})

test('falls back to the database from a full hour on until the changes of that hour are loaded', async () => {
  await atMinute(5)
  await report('amina', { p_category: 'theft', p_injury: undefined })
  await city.db.sql(
    `update app.clock set shift = timestamptz '2040-01-01 10:58:00Z' - now()`, // two minutes before it
  )
  const { feed, state } = await openFeed(city.db, { maxAgeMs: 300_000 })
  expect(await idsIn()).toEqual([])
  state.outage = true
  await later(120_000)
  expect(await idsIn()).toBeNull()
  state.outage = false
  await feed.refresh()
  expect(await idsIn()).toHaveLength(1)
})

test('follows changes by itself', async () => {
  await openFeed(city.db, { everyMs: 50 })
  expect(await idsIn()).toEqual([])
  const { incidentId } = await report('amina')
  await expect.poll(() => idsIn()).toEqual([incidentId])
})

test('stops polling while nobody reads, and resumes with the next read', async () => {
  holdTimers()
  const { feed, state } = await openFeed(city.db, { everyMs: 20, idleMs: 100, maxAgeMs: 300 })
  await idsIn()
  const read = state.calls.length
  vi.advanceTimersByTime(20)
  expect(state.calls).toHaveLength(read + 1)
  vi.advanceTimersByTime(101)
  await feed.refresh() // the one that was under way; then it has been idle for too long
  const calls = state.calls.length
  vi.advanceTimersByTime(60_000)
  expect(state.calls).toHaveLength(calls)
  expect(await idsIn()).toBeNull()
  expect(state.calls.length).toBeGreaterThan(calls)
  await feed.refresh()
  expect(await idsIn()).toEqual([])
})

test('falls back to the database when its data is too old, and recovers', async () => {
  await report('amina')
  const { feed, state } = await openFeed(city.db, { maxAgeMs: 60_000 })
  expect(await idsIn()).toHaveLength(1)
  state.outage = true
  await later(30_000)
  await feed.refresh()
  expect(await idsIn()).toHaveLength(1)
  await later(31_000)
  await feed.refresh()
  expect(await idsIn()).toBeNull()
  state.outage = false
  await feed.refresh()
  expect(await idsIn()).toHaveLength(1)
})

test('returns the time of its data as asOf', async () => {
  const { feed } = await openFeed(city.db)
  const cached = await latestFromMemory.read(VISITOR, {})
  const { asOf } = JSON.parse(cached?.json() ?? '')
  await later(1_100)
  const afterwards = JSON.parse((await latestFromMemory.read(VISITOR, {}))?.json() ?? '')
  expect(afterwards.asOf).toBe(asOf)
  expect(Date.parse(asOf)).toBe(Math.floor(feed.asOf / 1_000_000) * 1_000)
})

test('falls back to the database beyond its row limit', async () => {
  for (const d of [0, 0.02, 0.04]) await report('amina', { p_lat: KOJA.lat + d })
  const { feed } = await openFeed(city.db, { maxRows: 2 })
  expect([feed.size, await idsIn()]).toEqual([0, null])
  const other = await openFeed(city.db, { maxRows: 3 })
  expect(await idsIn()).toHaveLength(3)
  await report('baraka', { p_lat: KOJA.lat + 0.06 })
  await other.feed.refresh()
  expect([other.feed.size, await idsIn()]).toEqual([0, null])
})

test.each([
  [
    'the changes that it has not seen were purged',
    'update app.change_log set head = head + 100, forgotten = head + 50',
  ],
  [
    'the database is an older one',
    'delete from app.incident_changes; update app.change_log set (head, forgotten) = (0, 0)',
  ],
])('reloads when %s', async (_, change) => {
  await report('amina')
  const { feed, state } = await openFeed(city.db)
  for (const statement of change.split('; ')) await city.db.sql(statement)
  state.calls = []
  await feed.refresh()
  expect(await idsIn()).toHaveLength(1)
  expect(state.calls).toContain('list_incident_feed_rows')
})

test('reloads when the clock goes back, because rows become visible again', async () => {
  await report('amina')
  await atMinute(310)
  const { feed } = await openFeed(city.db)
  expect(await idsIn()).toEqual([])
  await atMinute(12)
  await feed.refresh()
  expect(await idsIn()).toHaveLength(1)
})

test('returns nothing older than a write of this process', async () => {
  const { state } = await openFeed(city.db)
  expect(await idsIn()).toEqual([])
  const { incidentId } = await report('amina')
  invalidateAfterWrite()
  expect(await idsIn()).toEqual([incidentId])
  state.outage = true
  invalidateAfterWrite()
  expect(await idsIn()).toBeNull()
})

test('answers a user only if the database has accepted the session within five seconds', async () => {
  await report('amina')
  await openFeed(city.db)
  invalidateAdmitted(USER)
  expect(await latestFromMemory.read(USER, {})).toBeNull()
  markAdmitted(USER)
  expect(await latestFromMemory.read(USER, {})).not.toBeNull()
  invalidateAdmitted(USER)
  expect(await latestFromMemory.read(USER, {})).toBeNull()
})

test('gives a single incident without the vote of a user, and leaves all else to the database', async () => {
  const { incidentId } = await report('amina')
  await openFeed(city.db)
  const id = incidentId ?? ''
  const cached = await incidentFromMemory.read(VISITOR, { id })
  expect(JSON.parse(cached?.json() ?? '')).toEqual(
    await city.db.as('rider_server').rpc('get_incident_feed_detail', { p_id: id }),
  )
  markAdmitted(USER)
  expect(await incidentFromMemory.read(USER, { id })).toBeNull()
  expect(await incidentFromMemory.read(VISITOR, { id: KOJA.id })).toBeNull()
})

test('gives area and corridor of a place that nobody has asked for, and of the new network after an import', async () => {
  const { feed, state } = await openFeed(city.db)
  const locationAt = async (lat: number) => {
    const cached = await nearbyFromMemory.read(VISITOR, { lat, lng: KOJA.lng, radiusM: 2_000 })
    return cached && JSON.parse(cached.json()).location
  }
  const inSql = (lat: number) =>
    city.db.as('api_server').rpc('resolve_corridor_for_location', { p_lat: lat, p_lng: KOJA.lng })
  const before = await inSql(KOJA.lat)
  expect(before).toMatchObject({ inServiceArea: true })
  expect(await locationAt(KOJA.lat)).toEqual(before)
  await city.db.sql(`update app.service_areas set name = 'Nairobi and around'`)
  await city.db.sql(
    `insert into app.gtfs_imports (id, feed, state, applied_at) values (gen_random_uuid(), 'test', 'applied', now())`,
  )
  state.calls = []
  await feed.refresh()
  await feed.refresh()
  expect(state.calls).toEqual(['follow_incident_feed', 'get_network_places', 'follow_incident_feed'])
  expect(await locationAt(KOJA.lat)).toEqual(await inSql(KOJA.lat))
  expect(await locationAt(KOJA.lat)).not.toEqual(before)
  await city.db.sql(`update app.service_areas set name = 'Nairobi'`)
  await city.db.sql('delete from app.gtfs_imports')
})

test('asks the database for a place while the network could not be loaded', async () => {
  await city.db.sql(`alter function api.get_network_places rename to get_network_places_of_later`)
  const { feed } = await openFeed(city.db)
  const input = { lat: KOJA.lat, lng: KOJA.lng, radiusM: 2_000 }
  expect([await nearbyFromMemory.read(VISITOR, input), await idsIn()]).toEqual([null, []])
  await city.db.sql(`alter function api.get_network_places_of_later rename to get_network_places`)
  await feed.refresh()
  expect(await nearbyFromMemory.read(VISITOR, input)).not.toBeNull()
})

test('keeps the ETag while the rows stay, and changes it with them', async () => {
  await report('amina')
  const { feed } = await openFeed(city.db)
  const tag = async (input = {}) => (await latestFromMemory.read(VISITOR, input))?.etag
  const first = await tag()
  expect(first).toMatch(/^W\/"[\w-]{27}"$/)
  expect(await tag({ limit: 1 })).not.toBe(first)
  await report('amina', { p_category: 'hazard', p_injury: undefined, p_lat: KOJA.lat + 0.1 })
  await feed.refresh()
  expect(await tag()).not.toBe(first)
  const second = await tag()
  await feed.refresh()
  expect(await tag()).toBe(second)
  // A copy that is made after the rows were written again has the same content, so it must have the same ETag.
  await city.db.sql('select app.publish_incident(i.id) from app.incidents i')
  await openFeed(city.db)
  expect(await tag()).toBe(second)
})

test('includes what another transaction released during the request', async () => {
  const { feed } = await openFeed(city.db)
  await report('amina')
  // As if it was released, and visible, a moment after the transaction of the request began.
  await city.db.sql(`select app.release_changes()`)
  await city.db.sql(`update app.incident_changes set released_at = app.now() + interval '1 minute'`)
  await city.db.sql(`update app.incident_feed set visible_from = (select max(released_at) from app.incident_changes)`)
  await feed.refresh()
  expect(feed.size).toBe(1)
})

test('backs off after a failed load', async () => {
  await report('amina')
  const { feed, state } = await openFeed(city.db)
  await city.db.sql('update app.change_log set head = head + 100, forgotten = head + 50')
  await city.db.sql(`update app.incident_feed set body = (body::jsonb - 'category')::json`)
  const calls = state.calls.length
  await feed.refresh()
  await feed.refresh()
  expect(state.calls.slice(calls)).toEqual([
    'follow_incident_feed',
    'begin_incident_feed_copy',
    'list_incident_feed_rows',
  ])
})

test('makes no requests and returns null after it is stopped', async () => {
  holdTimers()
  const { feed, state } = await openFeed(city.db, { everyMs: 20 })
  await idsIn()
  stopLiveFeed()
  const calls = state.calls.length
  expect(await feed.read()).toBeNull()
  invalidateAfterWrite()
  vi.advanceTimersByTime(60_000)
  expect(state.calls).toHaveLength(calls)
})
