import { randomUUID } from 'node:crypto'
import { buildSmallCity, CAST, openDatabase, SIMBA, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const TAUSI = '0b000000-0000-4000-8000-0000000000e1'
let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
  await db.sql(`insert into app.saccos (id, slug, name) values ($1, 'tausi', 'Tausi Demo Sacco')`, [TAUSI])
})
afterAll(() => db.close())

type VehicleView = {
  id: string
  plate: string
  fleetName: string | null
  version: number
  capacity: number | null
  checkedAt: string | null
}
const FACTS = { p_plate: 'kda 123a', p_fleet_name: 'Simba 8', p_sacco_id: TAUSI, p_capacity: 14 }
const edit = (args: Record<string, unknown> = {}, who: 'dalmas' | 'eve' | 'chebet' = 'dalmas') =>
  db.as(who).rpc('edit_vehicle', {
    p_id: SIMBA.id,
    p_version: 0,
    p_reason: 'The logbook says so.',
    ...FACTS,
    ...args,
  }) as Promise<VehicleView>
const slugOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { slug?: string }) => error.slug,
  )
const versions = () =>
  db.sql(`select version, fleet_name, approved_by, reason from app.vehicle_facts where vehicle_id = $1 order by 1`, [
    SIMBA.id,
  ])

test('stores an edit as a new version, with its author and reason', async () => {
  await db.sql(`update app.vehicles set checked_at = '2026-11-01T06:00:00Z' where id = $1`, [SIMBA.id])
  expect(await edit()).toMatchObject({
    plate: 'KDA 123A',
    fleetName: 'Simba 8',
    capacity: 14,
    sacco: { slug: 'tausi' },
    version: 2,
    checkedAt: '2026-11-01T06:00:00Z',
  })
  expect(await versions()).toEqual([
    { version: 1, fleet_name: 'Simba 7', approved_by: null, reason: null },
    { version: 2, fleet_name: 'Simba 8', approved_by: CAST.dalmas.id, reason: 'The logbook says so.' },
  ])
  expect(await db.sql(`select actor_id, action, subject_id, reason, detail from app.audit_log`)).toEqual([
    {
      actor_id: CAST.dalmas.id,
      action: 'vehicle.edited',
      subject_id: SIMBA.id,
      reason: 'The logbook says so.',
      detail: { version: 2 },
    },
  ])
})

test('creates no version for unchanged facts, so that a retry is safe', async () => {
  const first = await edit()
  expect(await edit()).toEqual(first)
  expect(await versions()).toHaveLength(2)
})

test('rejects an edit of an older version, and loses nothing', async () => {
  await edit()
  await expect(edit({ p_fleet_name: 'Simba 9' })).rejects.toMatchObject({
    slug: 'version_conflict',
    detail: { currentVersion: 2 },
  })
  expect(await edit({ p_fleet_name: 'Simba 9', p_version: 2 })).toMatchObject({ fleetName: 'Simba 9', version: 3 })
})

test('rejects one of two concurrent edits as out of date', async () => {
  const answers = await db.parallel(['Simba 8', 'Simba 9'].map((p_fleet_name) => () => slugOf(edit({ p_fleet_name }))))
  expect(answers.toSorted()).toEqual(['done', 'version_conflict'])
})

test('corrects a plate, unless another vehicle has it', async () => {
  expect(await edit({ p_plate: 'KDA 124A' })).toMatchObject({ plate: 'KDA 124A' })
  await db.sql(
    `insert into app.vehicles (plate, plate_key, public_code) values ('KDB 1B', 'KDB001B', app.new_public_code())`,
  )
  expect(await slugOf(edit({ p_plate: 'kdb 001b', p_version: 2 }))).toBe('plate_taken')
})

test.each([
  ['plate', 'invalid_value', { p_plate: 'Привет' }],
  ['plate', 'invalid_value', { p_plate: '' }],
  ['fleetName', 'invalid_value', { p_fleet_name: 'x'.repeat(81) }],
  ['saccoId', 'unknown_reference', { p_sacco_id: randomUUID() }],
  ['routeIds', 'unknown_reference', { p_route_ids: [randomUUID()] }],
  ['routeIds', 'out_of_range', { p_route_ids: Array.from({ length: 21 }, () => randomUUID()) }],
  ['capacity', 'out_of_range', { p_capacity: 0 }],
])('rejects a wrong %s with %s and changes nothing', async (path, code, args) => {
  await expect(edit(args)).rejects.toMatchObject({ slug: 'invalid_request', detail: { errors: [{ path, code }] } })
  expect(await versions()).toEqual([])
})

test('requires an admin, a reason and an existing vehicle', async () => {
  for (const who of ['eve', 'chebet'] as const) {
    expect(await slugOf(edit({}, who))).toBe('role_required')
    expect(await slugOf(db.as(who).rpc('list_vehicles'))).toBe('role_required')
  }
  expect(await slugOf(edit({ p_reason: 'x' }))).toBe('invalid_request')
  expect(await slugOf(edit({ p_id: randomUUID() }))).toBe('not_found')
  expect(await versions()).toEqual([])
})

test('finds vehicles by part of the plate, code or fleet name, and by operator group', async () => {
  await edit()
  const found = async (args: Record<string, unknown>) =>
    ((await db.as('dalmas').rpc('list_vehicles', args)) as { data: VehicleView[] }).data.map((each) => each.plate)
  for (const p_q of ['da 12', SIMBA.publicCode.toLowerCase(), 'simba'])
    expect(await found({ p_q })).toEqual(['KDA 123A'])
  for (const p_q of ['%', 'kdz', '!']) expect(await found({ p_q })).toEqual([])
  expect(await found({ p_sacco_id: TAUSI })).toEqual(['KDA 123A'])
  for (const unknown of [{ p_sacco_id: randomUUID() }, { p_route_id: randomUUID() }])
    await expect(found(unknown)).rejects.toMatchObject({ slug: 'invalid_request' })
})
