import { randomUUID } from 'node:crypto'
import { KOJA } from '@salama/testing'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { useCity } from '../../reports/test/city.ts'
import { CATEGORY_CODES } from '../../shared/categories.ts'
import type { LiveFeed } from './live-feed.ts'
import { stopLiveFeed } from './running.ts'
import { listsOf, openFeed, walk } from './test/feed-in-test.ts'
import { randomOf } from './test/random.ts'

const city = useCity()
afterAll(() => stopLiveFeed())

const WRITERS = 16
const WRITES = 25

const random = randomOf(16)
/** A request that was under way may not have the last write; the second one has. */
const caughtUp = (feed: LiveFeed) => feed.refresh().then(() => feed.refresh())
const Received = z.looseObject({ incidentId: z.string().nullable() })

test('follows sixteen writers who report, vote, withdraw, merge and retract', async () => {
  const { db } = city
  await db.sql(
    `insert into app.clock (shift) values (timestamptz '2040-01-01 10:10Z' - now())
     on conflict (singleton) do update set shift = excluded.shift`,
  )
  const { feed } = await openFeed(db, { maxAgeMs: 60_000 })
  const { nearby, latest } = listsOf(db)
  /** What is live, by the report that it came from, and what is gone. */
  const live: { incident: string; report: string; who: string; category: string }[] = []
  const gone = new Set<string>()
  const rpc = (who: string, name: string, args: object) =>
    db.as({ role: 'authenticated', sub: who }).rpc(name, { ...args })
  const asAdmin = (name: string, args: object) => db.as('dalmas').rpc(name, { ...args })

  const report = async () => {
    const [who, id, category] = [randomUUID(), randomUUID(), random.pick(['hazard', 'crash', 'theft'])]
    await rpc(who, 'submit_incident_report_without_vehicle', {
      p_id: id,
      p_category: category,
      ...(category === 'crash' && { p_injury: 'none' }),
      p_lat: KOJA.lat + Math.floor(random.next() * 12) * 0.004,
      p_lng: KOJA.lng + Math.floor(random.next() * 4) * 0.004,
    })
    const { incidentId } = Received.parse(await rpc(who, 'get_received_report', { p_id: id }))
    if (incidentId !== null) live.push({ incident: incidentId, report: id, who, category })
  }
  const versionOf = async (id: string) =>
    (await db.sql<{ version: number }>('select version from app.incidents where id = $1', [id]))[0]?.version
  const write = async () => {
    const step = random.next()
    const one = live[Math.floor(random.next() * live.length)]
    const other = live.findLast(({ category, incident }) => category === one?.category && incident !== one.incident)
    if (step < 0.5 || !one || !other) return report()
    const { incident } = one
    if (step < 0.75) return rpc(randomUUID(), 'vote_on_incident', { p_id: incident, p_vote: 'confirm' })
    if (step < 0.85) return rpc(one.who, 'withdraw_report', { p_id: one.report })
    const p_reason = 'Told from both ends of the bridge.'
    const at = { p_id: incident, p_version: await versionOf(incident), p_reason }
    if (step < 0.92)
      await asAdmin('merge_incident', {
        ...at,
        p_into: other.incident,
        p_into_version: await versionOf(other.incident),
      })
    else await asAdmin('retract_incident', at)
    return gone.add(incident)
  }
  const writing = db.parallel(
    Array.from({ length: WRITERS }, () => async () => {
      // Refusals are part of it: a version that has moved on, an incident that is gone.
      for (let n = 0; n < WRITES; n += 1) await write().catch(() => {})
    }),
  )

  let reads = 0
  const state = { isDone: false }
  const reading = (async () => {
    while (!state.isDone) {
      const goneBefore = new Set(gone)
      await caughtUp(feed)
      const shown = await latest.memory({ limit: 100 })
      expect(shown?.data.filter(({ id }) => goneBefore.has(id)) ?? []).toEqual([])
      if (shown) reads += 1
    }
  })()
  await writing.finally(() => {
    state.isDone = true
  })
  await reading

  await caughtUp(feed)
  const [{ n = 0 } = {}] = await db.sql<{ n: number }>('select count(*)::int as n from app.incident_merges')
  const least = db.url === undefined ? 0 : 20 // PGlite leaves this thread little time
  expect([reads > least, live.length > 60, gone.size > 10, n > 0]).toEqual([true, true, true, true])
  expect(await walk(latest, { limit: 50 }, () => 'memory')).toEqual(await walk(latest, { limit: 50 }, () => 'sql'))
  for (const category of [undefined, ...CATEGORY_CODES]) {
    const input = { lat: KOJA.lat, lng: KOJA.lng, radiusM: 20_000, limit: 100, ...(category && { category }) }
    expect(await nearby.memory(input)).toEqual(await nearby.sql(input))
  }
})
