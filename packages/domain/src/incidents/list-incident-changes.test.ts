import { openPostgres, type Queryable } from '@salama/local-supabase/database'
import { KOJA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const { report, atMinute, withdraw, makeKnown, vote } = city

type Entry = { version: number; incidentId: string; change: 'upsert' | 'gone'; incident?: Record<string, unknown> }
type Changes = { data: Entry[]; next: { v: number }; more: boolean }

const changes = (after?: { v: number }, limit = 100) =>
  city.db
    .as('eve')
    .rpc('list_incident_changes', { p_limit: limit, ...(after && { p_after: after }) }) as Promise<Changes>

/** A copy of the feed as another system syncs it. */
function copy() {
  const held = new Map<string, unknown>()
  let after: { v: number } | undefined
  return {
    held,
    follow: async (limit = 2) => {
      for (let more = true; more; ) {
        const page = await changes(after, limit)
        for (const entry of page.data)
          if (entry.change === 'gone') held.delete(entry.incidentId)
          else held.set(entry.incidentId, entry.incident)
        after = page.next
        more = page.more
      }
      return held
    },
  }
}

const live = async () => new Map((await city.feed()).map((each) => [each.id, each]))

test('a copy that applies the changes always equals the feed', async () => {
  const mirror = copy()
  const lats = [0, 0.02, 0.04, 0.06, 0.08]
  const sent = []
  for (const d of lats) sent.push(await report('amina', { p_lat: KOJA.lat + d, p_device: PHONES.amina }))
  expect(await mirror.follow()).toEqual(await live())
  await city.db.shiftClock('2 minutes')
  for (const d of lats.slice(0, 2)) await report('baraka', { p_lat: KOJA.lat + d, p_device: PHONES.baraka })
  await vote('eve', sent[2]?.incidentId ?? '', 'confirm')
  await withdraw('amina', sent[3]?.id ?? '')
  await makeKnown('chebet', 'dalmas')
  await city.db.shiftClock('2 minutes')
  for (const who of ['chebet', 'dalmas'] as const) await vote(who, sent[4]?.incidentId ?? '', 'over')
  const held = await mirror.follow()
  held.delete(sent[4]?.incidentId ?? '') // sent as resolved
  expect(held).toEqual(await live())
  expect(held.size).toBe(3)
  expect((await changes(undefined)).data.filter((each) => each.change === 'gone')).toEqual([
    {
      version: expect.any(Number),
      incidentId: sent[3]?.incidentId,
      change: 'gone',
      reason: 'withdrawn',
      mergedInto: null,
    },
  ])
})

test('returns an empty page and the same cursor when nothing has changed', async () => {
  await report('amina')
  const first = await changes()
  expect(first.data).toHaveLength(1)
  expect(await changes(first.next)).toMatchObject({ data: [], next: first.next, more: false })
})

test('a pending report on a public incident causes no public change', async () => {
  await report('amina')
  const { next } = await changes()
  await report('baraka', { p_injury: 'some' })
  expect((await changes(next)).data).toEqual([])
})

test('a theft, its withdrawal and the cursor reveal nothing before the full hour', async () => {
  await atMinute(5)
  await report('amina')
  const { next } = await changes()
  await atMinute(20)
  const theft = await report('baraka', { p_category: 'theft', p_injury: undefined })
  expect(await changes(next)).toMatchObject({ data: [], next })
  await atMinute(60)
  const shown = await changes(next)
  expect(shown.data).toMatchObject([{ version: next.v + 1, change: 'upsert', incident: { category: 'theft' } }])
  await atMinute(75)
  await withdraw('baraka', theft.id)
  expect(await changes(shown.next)).toMatchObject({ data: [], next: shown.next })
  const id = shown.data[0]?.incidentId ?? ''
  expect(await city.page(id)).toMatchObject({ lifecycle: 'active' })
  await atMinute(120)
  expect((await changes(shown.next)).data).toMatchObject([{ incidentId: id, change: 'gone', reason: 'withdrawn' }])
  await expect(city.page(id)).rejects.toMatchObject({ slug: 'incident_gone' })
})

test('a theft that was withdrawn before it was published causes no change', async () => {
  await atMinute(20)
  const { id } = await report('amina', { p_category: 'theft', p_injury: undefined })
  const [row] = await city.db.sql<{ incident: string }>('select incident_id as incident from app.reports')
  await atMinute(40)
  await withdraw('amina', id)
  await atMinute(200)
  expect((await changes()).data).toEqual([])
  await expect(city.page(row?.incident ?? '')).rejects.toMatchObject({ slug: 'not_found' })
})

test('does not skip a change of a transaction that began first and commits last', async () => {
  const { incidentId } = await report('amina')
  const { next } = await changes()
  let after = next
  const begin = async (slow: Queryable) => {
    await slow.query('select app.note_change($1, app.now())', [incidentId])
    await slow.query(
      'update app.incident_feed set body = (body::jsonb || $2::text::jsonb)::json where incident_id = $1',
      [incidentId, '{"reports": 9}'],
    )
  }
  const meanwhile = async () => {
    const far = await report('baraka', { p_lat: KOJA.lat + 0.05 })
    const seen = await changes(next)
    expect(seen.data.map((each) => each.incidentId)).toEqual([far.incidentId])
    after = seen.next
  }
  if (city.db.url === undefined) {
    // With one session only: simulates the slow transaction by a later write with an earlier timestamp.
    await meanwhile()
    await city.db.sql(`select app.note_change($1, app.now() - interval '1 minute')`, [incidentId])
    await city.db.sql(
      `update app.incident_feed set body = (body::jsonb || '{"reports": 9}')::json where incident_id = $1`,
      [incidentId],
    )
  } else {
    const other = openPostgres(city.db.url, 2).database
    await other
      .transaction(async (slow) => {
        await begin(slow)
        await meanwhile()
      })
      .finally(() => other.close())
  }
  expect((await changes(after)).data).toMatchObject([{ incidentId, incident: { reports: 9 } }])
})

test('concurrent readers get each change once, with consecutive versions', async () => {
  for (const d of [0, 0.02, 0.04]) await report('amina', { p_lat: KOJA.lat + d })
  await city.db.parallel(Array.from({ length: 10 }, () => () => changes()))
  const { data } = await changes()
  expect(data.map((each) => each.version)).toEqual([1, 2, 3].map((n) => (data[0]?.version ?? 0) + n - 1))
})

test('purges changes after 30 days and rejects an older cursor', async () => {
  await report('amina')
  const first = await changes(undefined, 1)
  await report('amina', { p_lat: KOJA.lat + 0.02 })
  await changes()
  await city.db.shiftClock('31 days')
  await city.db.sql('select app.sweep()') // expires both, which is a change
  await city.db.shiftClock('62 days')
  await city.db.sql('select app.sweep()')
  await expect(changes(first.next)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'cursor' } })
  await expect(changes({ v: 1_000_000 })).rejects.toMatchObject({ slug: 'invalid_request' })
  expect((await changes()).data).toEqual([])
})
