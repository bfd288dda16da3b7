import type { PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { OTHER_ADMIN, useQueue } from '../reviews/test/queue.ts'
import { Dashboard, MAX_DASHBOARD_DAYS } from './contract.ts'

// The figures of a period for a small fixture city. Today is the day on which the tests run.

const queue = useQueue()
const figures = async (args: Record<string, unknown> = {}, who: PersonName = 'dalmas') =>
  Dashboard.parse(await queue.db.as(who).rpc('get_dashboard', args))
const today = async () => String((await queue.db.sql<{ d: string }>('select app.city_day(app.now())::text as d'))[0]?.d)
const at = (time: string) =>
  queue.db.sql(
    `insert into app.clock (shift) values ($1::timestamptz - now())
     on conflict (singleton) do update set shift = excluded.shift`,
    [time],
  )
/** Within five seconds: the clock of a test runs on. */
const hours = (count: number) => expect.closeTo(count * 3600, -1)
const KIND = { overdue: 0, open: 0, oldestAt: null }

test('a month without activity returns zeros for every day and kind', async () => {
  const { queue: waiting, decisions, incidents, fieldWork, categories, heat, from, to } = await figures()
  expect(to).toBe(await today())
  expect(decisions.map((day) => day.date)).toHaveLength(28)
  expect([decisions[0]?.date, decisions.at(-1)?.date, fieldWork[0]?.date]).toEqual([from, to, from])
  expect(waiting.now).toEqual(['collection_entry', 'dispute', 'feedback', 'report'].map((kind) => ({ kind, ...KIND })))
  expect(waiting.days).toHaveLength(28 * 4)
  expect(new Set(waiting.days.map(({ date: _, kind: __, ...counts }) => JSON.stringify(counts))).size).toBe(1)
  expect(incidents).toMatchObject({ published: 0, retracted: 0, corroboratedShare: null })
  expect([categories, heat.cells]).toEqual([[], []])
})

test('counts queue arrivals and decisions by day, with the age of the queue at the end of each day', async () => {
  await at('2040-01-09 12:00+03')
  const early = await queue.open('report')
  await at('2040-01-10 08:00+03')
  const late = await queue.open('collection_entry')
  await at('2040-01-10 14:00+03')
  await queue.decide('dalmas', { entryId: early.id, decision: 'approved', version: 1 })
  await queue.decide('dalmas', { entryId: late.id, decision: 'escalated', version: 1, reasonCode: 'not_sure' })
  await at('2040-01-10 20:00+03')
  const found = await figures({ p_from: '2040-01-09', p_to: '2040-01-10' })
  const of = (kind: string) => found.queue.days.filter((day) => day.kind === kind).map(({ kind: _, ...day }) => day)
  const none = { arrived: 0, decided: 0, withdrawn: 0, open: 0, oldestS: null, medianWaitS: null }
  expect(of('report')).toEqual([
    { ...none, date: '2040-01-09', arrived: 1, open: 1, oldestS: hours(12) },
    { ...none, date: '2040-01-10', decided: 1, medianWaitS: hours(26) },
  ])
  expect(of('collection_entry')).toEqual([
    { ...none, date: '2040-01-09' },
    { ...none, date: '2040-01-10', arrived: 1, open: 1, oldestS: hours(12) },
  ])
  expect(found.queue.now).toContainEqual({
    kind: 'collection_entry',
    open: 1,
    overdue: 0,
    oldestAt: expect.stringMatching(/^2040-01-10T05:00:0\dZ$/),
  })
  expect(found.decisions.map(({ date, approved, escalated }) => [date, approved, escalated])).toEqual([
    ['2040-01-09', 0, 0],
    ['2040-01-10', 1, 1],
  ])
})

test('counts a withdrawal by the author as withdrawn and not as a decision', async () => {
  const { subject } = await queue.open('report', { author: 'amina' })
  await queue.db.as('amina').rpc('withdraw_report', { p_id: subject })
  const found = await figures()
  expect(found.queue.days.filter((day) => day.withdrawn > 0)).toMatchObject([
    { date: await today(), kind: 'report', arrived: 1, decided: 0, withdrawn: 1, open: 0 },
  ])
  expect(found.decisions.at(-1)).toMatchObject({ approved: 0, rejected: 0 })
})

test('counts incidents by confidence, number of reports, week and cell', async () => {
  await queue.open('dispute')
  const { data } = (await queue.db.as('eve').rpc('get_latest_incident_feed')) as { data: { place: object }[] }
  const found = await figures()
  expect(found.incidents).toMatchObject({
    published: data.length,
    corroboration: { unverified: data.length - 1, disputed: 1 },
    corroboratedShare: 0,
  })
  expect(found.incidents.byReports.reduce((sum, { incidents }) => sum + incidents, 0)).toBe(data.length)
  expect(found.categories).toContainEqual(expect.objectContaining({ category: 'crash', reports: 1, incidents: 1 }))
  expect(found.heat.cells.reduce((sum, { incidents }) => sum + incidents, 0)).toBe(data.length)
})

test('returns no exact location, not even of incidents that are public with their point', async () => {
  await queue.open('dispute')
  const { heat } = await figures()
  expect(heat.cells.length).toBeGreaterThan(0)
  for (const { centre } of heat.cells)
    for (const degrees of [centre.lat, centre.lng]) expect(Math.round(Math.abs(degrees) * 1000) % 10).toBe(5)
})

test('counts harassment in the weekly counts and never on the map', async () => {
  const { id } = await queue.open('report')
  await queue.db.sql(
    `update app.reports set category = 'harassment', visibility = 'aggregate'
      where id = (select subject_id from app.review_entries where id = $1)`,
    [id],
  )
  const found = await figures()
  expect(found.categories).toMatchObject([{ category: 'harassment', reports: 1, incidents: 0 }])
  expect(found.heat.cells).toEqual([])
})

test('counts surveyors, entries and hours of field work as totals only', async () => {
  await queue.open('collection_entry')
  const { fieldWork } = await figures()
  expect(fieldWork.at(-1)).toMatchObject({ date: await today(), surveyors: 1, entries: { inReview: 1, approved: 0 } })
  expect(fieldWork.at(-2)).toMatchObject({ surveyors: 0, hours: 0 })
})

test('accepts the longest period of the contract and rejects one that is a day longer', async () => {
  const from = new Date('2040-01-01')
  const after = (days: number) => new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const counted = await figures({ p_from: '2040-01-01', p_to: after(MAX_DASHBOARD_DAYS) })
  expect(counted.decisions).toHaveLength(MAX_DASHBOARD_DAYS + 1)
  const longer = figures({ p_from: '2040-01-01', p_to: after(MAX_DASHBOARD_DAYS + 1) })
  await expect(longer).rejects.toMatchObject({ slug: 'invalid_request' })
})

test.each([
  { p_from: '2040-01-02', p_to: '2040-01-01' },
  { p_from: '2040-01-01', p_to: '2040-06-01' },
  { p_from: '-infinity', p_to: 'infinity' },
])('rejects an invalid or too long period', async (args) => {
  await expect(figures(args)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'from' } })
})

test.each(['amina', 'chebet'] as const)('rejects %s', async (who) => {
  await expect(figures({}, who)).rejects.toMatchObject({ slug: 'role_required' })
})

test('returns the same to every admin', async () => {
  await at('2040-01-09 12:00+03')
  await queue.open('report')
  await at('2040-01-10 12:00+03')
  const period = { p_from: '2040-01-09', p_to: '2040-01-09' } // today's ages grow between the two requests
  const { asOf: _, ...mine } = await figures(period)
  const { asOf: __, ...theirs } = Dashboard.parse(await queue.db.as(OTHER_ADMIN).rpc('get_dashboard', period))
  expect(theirs).toEqual(mine)
})

test('compares with as many days before, and response times with their targets', async () => {
  await at('2040-01-03 12:00+03')
  await queue.open('report')
  await at('2040-01-10 08:00+03')
  const early = await queue.open('collection_entry')
  await at('2040-01-10 09:00+03')
  await queue.decide('dalmas', { entryId: early.id, decision: 'approved', version: 1 })
  await at('2040-01-12 09:00+03')
  const found = await figures({ p_from: '2040-01-06', p_to: '2040-01-12' })
  expect(found.totals).toMatchObject({ from: '2040-01-06', decided: 1, onTime: 1, medianWaitS: hours(1), entries: 1 })
  expect(found.before).toMatchObject({
    from: '2039-12-30',
    to: '2040-01-05',
    reports: 1,
    decided: 0,
    medianWaitS: null,
  })
  const day = found.response.find(({ targetS }) => targetS === 24 * 3600)
  expect(day).toMatchObject({ decided: 1, onTime: 1, medianS: hours(1), p90S: hours(1), overdue: 0 })
  expect(found.response.reduce((all, each) => all + each.overdue, 0)).toBe(1)
  expect(found.surveyors).toMatchObject([{ entries: { approved: 1 } }])
  expect(found.heat.weeks.map(({ week }) => week)).toEqual(['2040-01-02', '2040-01-09'])
})

test('gives a main road a rate with its interval from five reporters on, and never names who reported', async () => {
  const rate = async () => (await figures()).corridors.find(({ incidents }) => incidents > 0)
  await queue.db.sql(`
    insert into app.incidents (id, category, visibility, lat, lng, corridor_id, opened_seen_at, first_seen_at, last_seen_at, expires_at, published_at)
    select gen_random_uuid(), 'crash', 'public', -1.28, 36.82, (select c.id from app.corridors c where c.retired_at is null limit 1),
           app.now(), app.now(), app.now(), app.now(), app.now() - interval '1 minute'
      from generate_series(1, 4)`)
  const report = `
    insert into app.reports (id, reporter_id, content_hash, category, visibility, occurred_at, received_at, lat, lng, accuracy_m, state, incident_id)
    select gen_random_uuid(), gen_random_uuid(), '\\x00', 'crash', 'public', app.now(), app.now(), -1.28, 36.82, 20, 'linked', i.id
      from app.incidents i where i.category = 'crash' and i.corridor_id is not null limit $1`
  await queue.db.sql(report, [4])
  await queue.db.sql(`update app.reports set device_hash = '\\x01' where category = 'crash'`)
  await queue.db.sql(report.replace('gen_random_uuid(), gen_random_uuid()', 'gen_random_uuid(), null'), [1])
  await queue.db.sql(`update app.reports set device_hash = '\\x01' where category = 'crash' and reporter_id is null`)
  expect(await rate()).toMatchObject({ incidents: 4, tooFew: true, rate: null, low: null, high: null })
  await queue.db.sql(report, [1])
  const { rate: found, low, high } = (await rate()) ?? {}
  expect(Number(low)).toBeLessThan(Number(found))
  expect(Number(high)).toBeGreaterThan(Number(found))
})
