import { CAST, KOJA, TEST_ROAD } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, withdraw, vote, decide } = city

const sweep = () => city.db.sql('select app.sweep()')

test('anonymizes a report 90 days after it was closed, and deletes contact data', async () => {
  const { id, incidentId } = await report('amina', {
    p_device: PHONES.amina,
    p_note: 'I am at 0712 345 678.',
    p_receipt_code: '0123456789ABCDEFGHJKMNPQRS',
  })
  await report('baraka', { p_note: 'Two matatus.' })
  await vote('eve', incidentId, 'confirm')
  await sweep()
  await city.db.shiftClock('89 days')
  await sweep()
  expect(await city.db.sql(`select count(*)::int as n from app.reports where state = 'purged'`)).toEqual([{ n: 0 }])
  const before = await page(incidentId)
  await city.db.shiftClock('91 days')
  await sweep()
  expect(
    await city.db.sql(
      `select state, state_reason, note, device_hash, receipt_hash, lat from app.reports order by received_at, note nulls first`,
    ),
  ).toEqual([
    { state: 'purged', state_reason: 'linked', note: null, device_hash: null, receipt_hash: null, lat: KOJA.lat },
    {
      state: 'purged',
      state_reason: 'linked',
      note: 'Two matatus.',
      device_hash: null,
      receipt_hash: null,
      lat: KOJA.lat,
    },
  ])
  const rows = JSON.stringify(await city.db.sql('select * from app.reports, app.report_events'))
  for (const who of ['amina', 'baraka'] as const) expect(rows).not.toContain(CAST[who].id)
  await expect(city.db.as('amina').rpc('get_own_report', { p_id: id })).rejects.toMatchObject({ slug: 'not_found' })
  expect(await city.count('app.incident_votes')).toBe(0)
  expect(await page(incidentId)).toEqual({ ...Object(before), myVote: null })
})

test('anonymizes the author in the review queue with the closed report', async () => {
  const { id } = await report('amina', { p_injury: 'some' })
  await decide(id, 'approved')
  await city.db.shiftClock('89 days')
  await sweep()
  const author = () => city.db.sql('select author_id from app.review_entries')
  expect(await author()).toEqual([{ author_id: CAST.amina.id }])
  await city.db.shiftClock('91 days')
  await sweep()
  expect(await author()).toEqual([{ author_id: null }])
})

test('does not anonymize what awaits review', async () => {
  await report('amina', { p_injury: 'some' })
  await city.db.shiftClock('200 days')
  await sweep()
  expect(await city.db.sql('select state, reporter_id from app.reports')).toEqual([
    { state: 'in_review', reporter_id: CAST.amina.id },
  ])
})

test('reduces the place of a sensitive report to its cell 180 days after it was closed', async () => {
  const { id } = await report('amina', {
    p_category: 'harassment',
    p_injury: undefined,
    p_stop_id: KOJA.id,
    p_lat: undefined,
    p_lng: undefined,
  })
  await decide(id, 'approved')
  await report('baraka')
  await city.db.shiftClock('179 days')
  await sweep()
  const places = () => city.db.sql('select category, lat, lng, stop_id, accuracy_m from app.reports order by category')
  const crash = { category: 'crash', lat: KOJA.lat, lng: KOJA.lng, stop_id: null, accuracy_m: 50 }
  expect(await places()).toEqual([
    crash,
    { category: 'harassment', lat: KOJA.lat, lng: KOJA.lng, stop_id: KOJA.id, accuracy_m: 250 },
  ])
  await city.db.shiftClock('181 days')
  await sweep()
  expect(await places()).toEqual([
    crash,
    { category: 'harassment', lat: -1.285, lng: 36.825, stop_id: null, accuracy_m: 800 },
  ])
})

test('removes a deleted account as author, and still counts its reports as one rider', async () => {
  const { incidentId } = await report('amina', { p_note: 'Write to a.b@c.co.ke' })
  await report('amina')
  const other = await report('baraka')
  await vote('eve', incidentId, 'confirm')
  await city.db.sql('select app.erase_reports_of($1), app.erase_reports_of($2)', [CAST.amina.id, CAST.eve.id])
  const rows = JSON.stringify(
    await city.db.sql('select r.*, e.actor from app.reports r join app.report_events e on e.report_id = r.id'),
  )
  for (const hidden of [CAST.amina.id, 'a.b@c.co.ke']) expect(rows).not.toContain(hidden)
  expect(rows).toContain(CAST.baraka.id)
  expect(await city.count('app.incident_votes')).toBe(0)
  await report('baraka')
  expect(await page(incidentId)).toMatchObject({ reports: 2 })
  await withdraw('baraka', other.id)
  expect(await page(incidentId)).toMatchObject({ reports: 2 })
})

test('exports everything that a person sent, and nothing of others', async () => {
  const { id, incidentId } = await report('amina', { p_note: 'Mine.' })
  const theirs = await report('baraka', { p_lat: KOJA.lat + 0.02 })
  await vote('amina', theirs.incidentId, 'confirm')
  const [row] = await city.db.sql<{ given: unknown }>('select app.export_reports_of($1) as given', [CAST.amina.id])
  expect(row?.given).toMatchObject({
    reports: [{ id, incidentId, note: 'Mine.' }],
    votes: [{ incidentId: theirs.incidentId, vote: 'confirm' }],
  })
})

/** Harassment by this many riders, at an hour (UTC) of Monday 2 January 2040, accepted at once. */
async function harassment(riders: number, hour: number, from = 0) {
  await city.atMinute((hour - 10) * 60 + 24 * 60)
  for (let i = from; i < from + riders; i++) {
    const id = `00000000-0000-4000-8000-${String(hour).padStart(2, '0')}00000000${String(i).padStart(2, '0')}`
    await city.db
      .as({ role: 'authenticated', sub: `00000000-0000-4000-8000-0000000003${String(i).padStart(2, '0')}` })
      .rpc('submit_incident_report_without_vehicle', {
        p_id: id,
        p_category: 'harassment',
        p_lat: KOJA.lat,
        p_lng: KOJA.lng,
      })
    await decide(id, 'approved')
  }
}

const weekly = async () =>
  ((await city.db.as('eve').rpc('get_corridor_incidents', { p_id: TEST_ROAD.slug })) as { weekly: unknown }).weekly
const nextMonday = () => city.atMinute(24 * 60 * 9)
const MONDAY = { week: '2040-01-02', category: 'harassment' }

test('publishes weekly counts after the week, from five riders, rounded down to fives', async () => {
  await harassment(7, 14)
  await harassment(4, 5)
  expect(await weekly()).toEqual([])
  await nextMonday()
  expect(await weekly()).toEqual([{ ...MONDAY, band: 'evening', riders: 5 }])
})

test('counts a rider with five reports once', async () => {
  await harassment(4, 14)
  await city.db.sql(
    `insert into app.reports select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'receipt_hash', null))).*
       from app.reports r, generate_series(1, 5)`,
  )
  await nextMonday()
  expect(await weekly()).toEqual([])
})

test('counts a phone as the account that reported from it', async () => {
  await harassment(5, 14)
  await city.db.sql(
    `update app.reports set device_hash = '\\x01', reporter_id = case when reporter_id::text ~ '1$' then reporter_id end
      where reporter_id::text ~ '030[01]$'`,
  )
  await nextMonday()
  expect(await weekly()).toEqual([])
})

test('counts a deleted account with five reports once, in weekly counts and in an incident', async () => {
  await city.atMinute(24 * 60)
  for (let i = 0; i < 5; i++) {
    const { id } = await report('amina', { p_category: 'harassment', p_injury: undefined })
    await decide(id, 'approved')
  }
  const { incidentId } = await report('baraka')
  const waiting = await report('baraka', { p_injury: 'some' })
  expect(waiting.incidentId).toBe(incidentId)
  for (const who of ['amina', 'baraka'] as const) await city.db.sql('select app.erase_reports_of($1)', [CAST[who].id])
  await decide(waiting.id, 'approved')
  expect(await page(incidentId)).toMatchObject({ reports: 1 })
  expect(await city.count(`app.reports where reporter_id in ('${CAST.amina.id}', '${CAST.baraka.id}')`)).toBe(0)
  await nextMonday()
  expect(await weekly()).toEqual([])
})

test('does not count what was not accepted', async () => {
  await harassment(4, 14)
  await report('amina', { p_category: 'harassment', p_injury: undefined })
  await nextMonday()
  expect(await weekly()).toEqual([])
})

test('does not change a frozen week by a late approval or withdrawal', async () => {
  await harassment(5, 14)
  const late = await report('amina', { p_category: 'harassment', p_injury: undefined })
  await nextMonday()
  const before = await weekly()
  expect(before).toEqual([{ ...MONDAY, band: 'evening', riders: 5 }])
  await decide(late.id, 'approved')
  await withdraw('amina', late.id)
  await city.db.sql(`update app.reports set state = 'withdrawn' where id <> $1`, [late.id])
  expect(await weekly()).toEqual(before)
  await city.atMinute(24 * 60 * 16)
  expect(await weekly()).toEqual(before)
})

test('corrects a published week with the next publication when two admins reverse what it counted', async () => {
  await city.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.baraka.id])
  await harassment(5, 14)
  await nextMonday()
  const before = await weekly()
  expect(before).toEqual([{ ...MONDAY, band: 'evening', riders: 5 }])
  const [entry] = await city.db.sql<{ id: string }>('select id from app.review_entries limit 1')
  const args = { p_id: entry?.id, p_version: 2, p_reason: 'It was made up.' }
  await city.db.as('dalmas').rpc('ask_review_reversal', args)
  await city.db.as('baraka').rpc('agree_to_review_reversal', args)
  expect(await weekly()).toEqual(before)
  await city.atMinute(24 * 60 * 16)
  expect(await weekly()).toEqual([])
})

test('keeps a published week as it was when riders are left, and counts what is approved again in its later week', async () => {
  await city.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.baraka.id])
  await harassment(6, 14)
  await nextMonday()
  const before = await weekly()
  const [entry] = await city.db.sql<{ id: string }>('select id from app.review_entries limit 1')
  const args = { p_id: entry?.id, p_version: 2, p_reason: 'It was made up.' }
  await city.db.as('dalmas').rpc('ask_review_reversal', args)
  await city.db.as('baraka').rpc('agree_to_review_reversal', args)
  await city.db
    .as('dalmas')
    .rpc('submit_review_decision', { p_entry_id: entry?.id, p_decision: 'approved', p_version: 3 })
  await city.atMinute(24 * 60 * 16)
  expect(await weekly()).toEqual(before)
  expect(await city.count(`app.reports where counted_week = '2040-01-02'`)).toBe(5)
  expect(await city.count(`app.reports where counted_week = '2040-01-09'`)).toBe(1)
})

test('counts a week once for concurrent requests', async () => {
  await harassment(5, 14)
  await nextMonday()
  const answers = await city.db.parallel(Array.from({ length: 10 }, () => weekly))
  expect(answers.at(-1)).toEqual([{ ...MONDAY, band: 'evening', riders: 5 }])
  expect(await city.count('app.weekly_counts')).toBe(1)
})
