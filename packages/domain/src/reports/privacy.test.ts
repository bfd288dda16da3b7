import { randomUUID } from 'node:crypto'
import { CAST, KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, feed, page, atMinute, ago, count, expectRows } = city

test('names a vehicle only when an independent pair named it', async () => {
  await city.makeKnown('baraka')
  const { incidentId } = await report('amina', { p_device: PHONES.amina })
  await city.db.shiftClock('2 minutes')
  await report('baraka', { p_device: PHONES.baraka })
  await report('eve', { p_device: PHONES.eve, p_vehicle: 'kda-123a' })
  await report('chebet', { p_vehicle: 'KDA 123A' })
  expect(await page(incidentId)).toMatchObject({ corroboration: 'corroborated', vehicle: null })
  await city.db.shiftClock('5 minutes')
  await report('baraka', { p_device: PHONES.baraka, p_vehicle: SIMBA.publicCode })
  expect(await page(incidentId)).toMatchObject({
    vehicle: { plate: SIMBA.plate, publicCode: SIMBA.publicCode, fleetName: SIMBA.fleetName },
  })
})

test('names no vehicle on a tie between different ones', async () => {
  await city.makeKnown('amina', 'eve')
  const { incidentId } = await report('amina', { p_device: PHONES.amina, p_vehicle: 'KDA 123A' })
  await report('chebet', { p_vehicle: 'KZZ 777Z' })
  await city.db.shiftClock('2 minutes')
  await report('baraka', { p_device: PHONES.baraka, p_vehicle: 'KDA 123A' })
  await report('eve', { p_device: PHONES.eve, p_vehicle: 'KZZ 777Z' })
  expect(await page(incidentId)).toMatchObject({
    corroboration: 'corroborated',
    vehicle: null,
  })
})

test('shows a crash with possible injuries at once, without a count or a vehicle', async () => {
  const { state, incidentId } = await report('amina', { p_injury: undefined, p_vehicle: SIMBA.plate })
  expect(state).toBe('in_review')
  expect(await page(incidentId)).toMatchObject({
    category: 'crash',
    reports: null,
    vehicle: null,
    corroboration: 'unverified',
  })
})

test.each(['harassment', 'assault', 'robbery'])('%s awaits review and is in no public response', async (category) => {
  const answer = await report('amina', {
    p_category: category,
    p_injury: undefined,
    p_note: 'He followed me off at Koja.',
  })
  expect(answer).toMatchObject({ state: 'in_review', incidentId: null })
  await city.db.shiftClock('90 minutes')
  for (const answer of [
    await city.db.as('eve').rpc('get_latest_incident_feed'),
    await city.db.as('eve').rpc('get_incident_feed_nearby', { p_lat: KOJA.lat, p_lng: KOJA.lng }),
    await city.db
      .as('eve')
      .rpc('get_incident_feed_in_bounds', { p_min_lat: -1.3, p_min_lng: 36.8, p_max_lat: -1.2, p_max_lng: 36.9 }),
  ])
    expect(answer).toMatchObject({ data: [] })
  await expectRows(1, 0, 0)
})

test('names a cell by the part of the city that it is in', async () => {
  await city.db.sql(`insert into app.areas (name, lat, lng) values ('CBD', -1.287, 36.823), ('Karen', -1.32, 36.7)`)
  await atMinute(20)
  await report('amina', { p_category: 'theft', p_injury: undefined })
  await atMinute(80)
  expect(await feed()).toMatchObject([{ precision: 'coarse', areaName: 'CBD' }])
})

test('shows a theft only as a cell named by its best known stop, in full hours, and from the next full hour on', async () => {
  await city.db.sql(
    `insert into app.points_of_interest (id, feed, name, name_key, kind, lat, lng, routes)
     select id, feed, name, name_key, kind, lat, lng, case when name = 'Koja' then '{45,46}' else '{45}' end::text[]
       from app.stops`,
  )
  await atMinute(20)
  const answer = await report('amina', { p_category: 'theft', p_injury: undefined, p_vehicle: SIMBA.plate })
  expect(answer).toMatchObject({ state: 'linked', incidentId: null })
  expect(await feed()).toEqual([])
  await atMinute(80)
  const [theft] = await feed()
  expect(theft).toMatchObject({
    place: { lat: -1.285, lng: 36.825 },
    precision: 'coarse',
    placeName: null,
    areaName: 'Koja',
    vehicle: null,
  })
  for (const time of ['firstSeenAt', 'lastSeenAt', 'expiresAt']) expect(theft?.[time]).toMatch(/:00:00Z$/)
})

test('changes the public row for a second theft at the next full hour', async () => {
  const reports = async () => (await feed()).map((incident) => incident.reports)
  await atMinute(20)
  await report('amina', { p_category: 'theft' })
  await atMinute(70)
  expect(await reports()).toEqual([1])
  await report('baraka', { p_category: 'theft', p_lat: KOJA.lat + 0.0005 })
  expect(await reports()).toEqual([1])
  await atMinute(119)
  expect(await reports()).toEqual([1])
  await atMinute(121)
  expect(await reports()).toEqual([2])
})

test('leaves a coarse incident that ends with the hour unchanged until then', async () => {
  const reckless = { p_category: 'reckless_driving', p_visibility: 'coarse', p_vehicle: SIMBA.plate }
  const reports = async () => (await feed()).map((incident) => incident.reports)
  await atMinute(50)
  await report('amina', reckless)
  await atMinute(61)
  expect(await reports()).toEqual([1])
  await report('baraka', {
    ...reckless,
    p_occurred_at: await ago(10),
  })
  expect(await reports()).toEqual([1])
})

test('uses full hours of UTC, whatever the session’s time zone', async () => {
  await atMinute(20)
  const [row] = await city.db.sql<{ zone: string }>(
    `with session as materialized (select set_config('timezone', 'Asia/Kathmandu', true) as zone)
     select zone, app.receive_report(jsonb_populate_record(null::app.reports, $1::jsonb)) from session`,
    [JSON.stringify({ id: randomUUID(), reporter_id: CAST.amina.id, category: 'theft', lat: KOJA.lat, lng: KOJA.lng })],
  )
  expect(row).toMatchObject({ zone: 'Asia/Kathmandu' })
  expect(
    await city.db.sql(
      `select extract(minute from visible_from at time zone 'UTC')::int as minute from app.incident_feed`,
    ),
  ).toEqual([{ minute: 0 }])
})

test('reveals no exact time or place by whether a coarse report joins', async () => {
  const thefts = async () =>
    (await city.db.sql<{ id: string }>(`select id from app.incidents where category = 'theft'`)).length
  await atMinute(50)
  await report('amina', { p_category: 'theft' })
  // Same cell, another street, another minute of the same hour: joined. Nothing finer matters.
  for (const minutes of [1, 25, 49]) {
    await report('eve', { p_category: 'theft', p_lat: KOJA.lat - 0.003, p_occurred_at: await ago(minutes) })
    expect(await thefts()).toBe(1)
  }
  // Reports too old for the live feed never join, so they cannot be used to probe.
  await report('eve', { p_category: 'theft', p_occurred_at: await ago(125) })
  expect(await thefts()).toBe(2)
  expect(await city.db.sql(`select distinct lat, lng from app.incidents where category = 'theft'`)).toEqual([
    { lat: -1.285, lng: 36.825 },
  ])
})

test('does not join a theft elsewhere by plate, so that plates cannot be probed', async () => {
  await report('amina', { p_category: 'theft', p_vehicle: SIMBA.plate })
  await report('eve', { p_category: 'theft', p_vehicle: SIMBA.plate, p_lat: KOJA.lat - 0.1 })
  expect(await city.db.sql(`select count(*)::int as n from app.incidents`)).toEqual([{ n: 2 }])
})

test('does not reveal whether an incident that names no plate has the reported one', async () => {
  const first = await report('amina', { p_category: 'reckless_driving', p_vehicle: SIMBA.plate })
  const probe = await report('eve', { p_category: 'reckless_driving', p_vehicle: SIMBA.plate })
  const miss = await report('eve', { p_category: 'reckless_driving', p_vehicle: 'KZZ 777Z' })
  // Each is led to an entry of their own, whatever others reported.
  const ids = [first.incidentId, probe.incidentId, miss.incidentId]
  expect(new Set(ids.filter((id) => id !== null)).size).toBe(3)
  const told = (answer: object) => ({ ...answer, id: null, incidentId: null, receivedAt: null })
  expect(told(probe)).toEqual(told(miss))
  expect([first, probe, miss]).toMatchObject(Array(3).fill({ alone: true }))
})

test('leads nobody to an incident that names no plate any more and has reports of others', async () => {
  await city.makeKnown('amina')
  const said = { p_category: 'overloading', p_vehicle: SIMBA.plate, p_injury: undefined }
  const first = await report('amina', { ...said, p_device: PHONES.amina })
  await city.db.shiftClock('2 minutes')
  const second = await report('baraka', { ...said, p_device: PHONES.baraka })
  expect(second).toMatchObject({ alone: false, incidentId: first.incidentId })
  await city.db.sql(`update app.incidents set corroboration = 'disputed' where id = $1`, [first.incidentId])
  expect(await city.db.as('baraka').rpc('get_received_report', { p_id: second.id })).toMatchObject({
    alone: true,
    incidentId: null,
  })
})

test.each(['reckless_driving', 'overloading', 'fare_dispute'])(
  'returns the same for a guessed plate whether it matches an unnamed %s or not',
  async (p_category) => {
    const said = { p_category, p_injury: undefined }
    await city.makeKnown('amina')
    /** The public view after Eve has guessed a plate twice, without random values. */
    const seenAfter = async (plate: string) => {
      await city.db.sql('truncate app.reports, app.incidents, app.incident_feed cascade')
      await city.makeKnown('amina')
      await city.atMinute(0)
      await report('amina', { ...said, p_vehicle: SIMBA.plate, p_device: PHONES.amina })
      await city.atMinute(3)
      const told = []
      const entries = new Set<string | null>()
      for (const lat of [KOJA.lat + 0.01, KOJA.lat + 0.012]) {
        const { id: _, incidentId, ...answer } = await report('eve', { ...said, p_vehicle: plate, p_lat: lat })
        entries.add(incidentId)
        told.push({ ...answer, entries: entries.size })
      }
      return { told, feed: (await feed()).map(({ id: _, ...shown }) => shown) }
    }
    const right = await seenAfter(SIMBA.plate)
    expect(right.feed).toMatchObject([{ reports: 1 }, { reports: 1 }])
    expect(await seenAfter('KZZ 777Z')).toEqual(right)
  },
)

test('lets a reporter be more private than the category, never less', async () => {
  await report('amina', { p_visibility: 'private' })
  await report('amina', { p_category: 'theft', p_visibility: 'public' })
  expect(await city.db.sql('select category, visibility from app.reports order by category')).toEqual([
    { category: 'crash', visibility: 'private' },
    { category: 'theft', visibility: 'coarse' },
  ])
  expect(await count('app.incidents')).toBe(1)
})

test.each([
  ['a crash in which nobody was hurt', {}, 'live'],
  ['a crash in which somebody may be hurt', { p_injury: 'unknown' }, 'unchecked'],
  ['a fresh theft', { p_category: 'theft' }, 'coarse'],
  ['a theft too old for the list', { p_category: 'theft', old: true }, 'kept'],
  ['a hazard too old for the list', { p_category: 'hazard', old: true }, 'kept'],
  ['overloading with a plate', { p_category: 'overloading', p_vehicle: SIMBA.plate }, 'live'],
  ['harassment', { p_category: 'harassment' }, 'review'],
  ['a crash that the reporter keeps private', { p_visibility: 'private' }, 'private'],
] as const)(
  'returns to the reporter of %s how it is shown',
  async (_, { old, ...args }: Record<string, unknown>, shown) => {
    expect(await report('amina', { ...args, ...(old === true && { p_occurred_at: await ago(180) }) })).toMatchObject({
      shown,
    })
  },
)

test('does not reveal the minute of another report in the same cell to a reporter', async () => {
  const theft = { p_category: 'theft', p_injury: undefined }
  const shownToEve = async (id: string) =>
    ((await city.db.as('eve').rpc('get_own_report', { p_id: id })) as { shown: string }).shown
  await city.atMinute(5)
  const { id } = await report('eve', theft)
  await city.atMinute(20)
  await report('amina', theft)
  const day = 24 * 60
  for (const [minute, shown] of [
    [day + 19, 'coarse'],
    [day + 21, 'coarse'],
    [day + 59, 'coarse'],
    [day + 61, 'kept'],
  ] as const) {
    await city.atMinute(minute)
    expect([minute, await shownToEve(id)]).toEqual([minute, shown])
  }
})

test('does not reveal the minute at which a joined coarse incident ends', async () => {
  const theft = { p_category: 'theft', p_injury: undefined }
  await city.atMinute(20)
  await report('amina', theft)
  await city.db.sql(
    `update app.incidents
        set last_seen_at = last_seen_at + interval '70 minutes', opened_seen_at = opened_seen_at - interval '46 hours',
            expires_at = opened_seen_at + interval '2 hours'`,
  )
  const joined: unknown[] = []
  for (const [minute, who] of [
    [135, 'baraka'],
    [145, 'eve'],
  ] as const) {
    await city.atMinute(minute)
    const { id } = await report(who, theft)
    joined.push(...(await city.db.sql('select incident_id from app.reports where id = $1', [id])))
  }
  expect(joined[0]).toEqual(joined[1])
})
