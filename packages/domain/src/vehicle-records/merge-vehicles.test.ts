import { randomUUID } from 'node:crypto'
import { CAST, SIMBA, TEST_ROAD } from '@salama/testing'
import { expect, test } from 'vitest'
import { rider } from '../feedback/test/ratings.ts'
import { PHONES } from '../reports/test/city.ts'
import { KIFARU, OTHER, RETIRED, ROUTE, useTwoVehicles } from './test/two-vehicles.ts'

const { field, merge, preview, report, rate, addOther, makeKnown, useOther } = useTwoVehicles()
const { rpc, settle, count } = field

/** The columns that refer to a vehicle, from the catalogue. */
const references = async () =>
  (
    await field.db.sql<{ name: string }>(
      `select conrelid::regclass::text || '.' || attname as name
         from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where contype = 'f' and confrelid = 'app.vehicles'::regclass order by 1`,
    )
  ).map(({ name }) => name)
const rowsOf = async (name: string) => {
  const [schema, table, column] = name.split('.')
  return count(`${schema}.${table} where ${column} = '${OTHER.id}'`)
}
/** What stays with the merged vehicle: where it leads, that it was merged, and the history of its own facts. */
const STAYS = { 'app.vehicle_facts.vehicle_id': 2, 'app.vehicle_merges.from_id': 1 }
/** Written only by those who hold the vehicle itself. */
const HELD = ['app.retired_codes', 'app.vehicle_facts', 'app.vehicle_merges', 'app.vehicle_routes', 'app.vehicles']

test('handles every foreign key to a vehicle', async () => {
  await useOther()
  const names = await references()
  for (const name of names.filter((each) => each !== 'app.vehicle_merges.from_id'))
    expect([name, await rowsOf(name)], 'this test refers to the merged vehicle by').not.toEqual([name, 0])
  await merge()
  const left = await Promise.all(names.map(async (name) => [name, await rowsOf(name)] as const))
  expect(Object.fromEntries(left.filter(([, rows]) => rows > 0))).toEqual(STAYS)
})

test('redirects what is written to every table that refers to a vehicle', async () => {
  const tables = new Set((await references()).map((name) => name.slice(0, name.lastIndexOf('.'))))
  const followed = await field.db.sql<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'follow_vehicle_merge'`,
  )
  expect(new Set([...followed.map(({ name }) => name), ...HELD])).toEqual(tables)
})

test('previews with the numbers that the merge then has, and changes nothing', async () => {
  await useOther()
  const { moved, filled } = await preview()
  expect(moved).toEqual({
    reports: 1,
    incidents: 1,
    ratings: 2,
    ridersOfBoth: 1,
    entries: 1,
    followers: 2,
    retiredCodes: 1,
    versions: 2,
  })
  expect(filled).toEqual(['saccoId', 'routeIds', 'capacity'])
  expect(await count('app.vehicle_merges')).toBe(1)
  expect((await merge()).merges[0]?.moved).toEqual(moved)
})

test('keeps the facts of the one that stays, and fills in what it lacks', async () => {
  await useOther()
  expect(await merge()).toMatchObject({
    id: SIMBA.id,
    plate: SIMBA.plate,
    fleetName: SIMBA.fleetName,
    capacity: 33,
    sacco: { id: KIFARU },
    routes: [{ id: ROUTE }],
  })
  const versions = (await rpc('dalmas', 'list_vehicle_facts', { p_id: SIMBA.id })) as {
    data: { reason: string | null }[]
  }
  expect(versions.data.map(({ reason }) => reason)).toEqual(['The A was read as an O.', null])
})

test('leads old codes, plates and ids to the one that stays, and retired codes to nothing', async () => {
  const { third } = await useOther()
  await merge()
  for (const p_identifier of [OTHER.id, OTHER.publicCode, 'kda123o', third, 'V-9N4P0RYS', 'KDA 001Z'])
    expect(await rpc('eve', 'get_vehicle_profile', { p_identifier })).toMatchObject({ id: SIMBA.id })
  expect(
    await rpc('rider_server', 'scan_vehicle_qr', { p_identifier: `https://old.example/v/${OTHER.publicCode}` }),
  ).toMatchObject({ publicCode: SIMBA.publicCode })
  expect(await settle(rpc('eve', 'get_vehicle_profile', { p_identifier: RETIRED }))).toBe('not_found')
  for (const p_q of ['KDA123O', OTHER.publicCode])
    expect(await rpc('eve', 'search', { p_q, p_types: ['vehicle'] })).toMatchObject({ data: [{ id: SIMBA.id }] })
  expect(await rpc('dalmas', 'list_vehicles', { p_q: '123o' })).toMatchObject({ data: [{ id: SIMBA.id }] })
  expect(await rpc('dalmas', 'get_vehicle_for_admin', { p_id: OTHER.id })).toMatchObject({ id: SIMBA.id })
  expect(await settle(rpc('dalmas', 'retire_vehicle', { p_id: OTHER.id, p_reason: 'Scrapped.' }))).toBe('not_found')
})

test('counts a rider of both once', async () => {
  await addOther()
  await makeKnown(...[1, 2, 3, 4, 5].map((n) => rider(n).sub))
  await field.db.sql(`insert into app.clock (shift) values ('-3 days')`)
  for (const n of [1, 2, 3]) await rate(rider(n), SIMBA.plate, 5)
  await field.db.sql(`update app.clock set shift = '-2 days'`)
  for (const n of [3, 4, 5]) await rate(rider(n), OTHER.plate, 1)
  await field.db.resetClock()
  await merge()
  expect(await rpc('eve', 'get_vehicle_feedback', { p_identifier: OTHER.publicCode })).toMatchObject({
    tooFew: false,
    riders: 5,
    sentiment: { positive: 2, neutral: 0, negative: 3 },
  })
})

test('keeps figures that only the merged one had', async () => {
  await addOther()
  await makeKnown(...[1, 2, 3, 4, 5].map((n) => rider(n).sub))
  await field.db.sql(`insert into app.clock (shift) values ('-3 days')`)
  for (const n of [1, 2, 3, 4, 5]) await rate(rider(n), OTHER.plate, 5)
  await field.db.resetClock()
  const figures = async () => (await rpc('eve', 'get_vehicle_feedback', { p_identifier: OTHER.publicCode })) as object
  const before = await figures()
  expect(before).toMatchObject({ riders: 5 })
  await merge()
  expect(await figures()).toEqual(before)
})

test('joins reports by either plate, and names the one that stays', async () => {
  await addOther()
  await makeKnown(CAST.amina.id, CAST.baraka.id)
  await field.db.shiftClock('-5 minutes')
  await report('amina', OTHER.plate, { p_device: PHONES.amina })
  await field.db.resetClock()
  await merge()
  await report('baraka', OTHER.plate, { p_device: PHONES.baraka })
  expect(await field.db.sql(`select distinct vehicle_id, vehicle_plate from app.reports`)).toEqual([
    { vehicle_id: SIMBA.id, vehicle_plate: 'KDA123A' },
  ])
  expect(await rpc('eve', 'get_latest_incident_feed')).toMatchObject({
    data: [{ reports: 2, vehicle: { id: SIMBA.id, plate: SIMBA.plate } }],
  })
})

test('shows incidents of both on the page of the one that stays', async () => {
  await addOther()
  await makeKnown(CAST.amina.id, CAST.baraka.id)
  await field.db.shiftClock('-5 minutes')
  await report('amina', OTHER.plate, { p_category: 'crash', p_injury: 'none', p_device: PHONES.amina })
  await field.db.resetClock()
  await report('baraka', OTHER.plate, { p_category: 'crash', p_injury: 'none', p_device: PHONES.baraka })
  const incidents = (p_identifier: string) => rpc('eve', 'get_vehicle_incidents', { p_identifier })
  expect(await incidents(SIMBA.publicCode)).toMatchObject({ data: [] })
  await merge()
  expect(await incidents(SIMBA.publicCode)).toMatchObject({
    data: [
      {
        category: 'crash',
        vehicle: { id: SIMBA.id, publicCode: SIMBA.publicCode },
        corridor: { slug: TEST_ROAD.slug },
      },
    ],
  })
})

test('writes later records of the old plate to the one that stays', async () => {
  await useOther()
  await merge()
  const session = await field.session('chebet')
  const entry = await field.submit('chebet', String(session?.id), { p_vehicle: { plate: OTHER.plate, capacity: 40 } })
  await field.decide(entry.id, 'approved')
  expect(await rpc('eve', 'get_vehicle_profile', { p_identifier: OTHER.plate })).toMatchObject({
    id: SIMBA.id,
    plate: SIMBA.plate,
    capacity: 40,
  })
})

test('refuses to undo an approval from before the merge', async () => {
  const { entry } = await useOther()
  await merge()
  const [row] = await field.db.sql<{ id: string; version: number }>(
    `select id, version from app.review_entries where subject_id = $1`,
    [entry],
  )
  await expect(
    rpc('dalmas', 'undo_review_decision', { p_id: row?.id, p_version: row?.version, p_reason: 'Wrong plate.' }),
  ).rejects.toMatchObject({ slug: 'invalid_transition', detail: { because: 'vehicle_changed' } })
})

test('ignores a repeated merge, and audits it once with its numbers', async () => {
  await addOther()
  const first = await merge()
  expect(await merge()).toEqual(first)
  expect(await field.db.sql(`select actor_id, action, subject_id, reason, detail from app.audit_log`)).toEqual([
    {
      actor_id: CAST.dalmas.id,
      action: 'vehicle.merged',
      subject_id: SIMBA.id,
      reason: 'The A was read as an O.',
      detail: { ...first.merges[0]?.moved, from: OTHER.id, plate: OTHER.plate },
    },
  ])
})

test('requires an admin, a reason and two different vehicles', async () => {
  await addOther()
  for (const who of ['eve', 'chebet'] as const) {
    expect(await settle(merge({}, who))).toBe('role_required')
    expect(await settle(preview({}, who))).toBe('role_required')
    expect(await settle(rpc(who, 'get_vehicle_for_admin', { p_id: SIMBA.id }))).toBe('role_required')
  }
  expect(await settle(merge({ p_reason: 'x' }))).toBe('invalid_request')
  expect(await settle(merge({ p_id: randomUUID() }))).toBe('not_found')
  await expect(merge({ p_into: randomUUID() })).rejects.toMatchObject({ detail: { code: 'unknown_reference' } })
  await expect(merge({ p_into: OTHER.id })).rejects.toMatchObject({ detail: { code: 'not_allowed_here' } })
  expect(await count('app.vehicle_merges')).toBe(0)
  await merge()
  await expect(merge({ p_id: SIMBA.id, p_into: OTHER.id })).rejects.toMatchObject({
    detail: { code: 'not_allowed_here' },
  })
})
