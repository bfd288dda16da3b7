import { randomUUID } from 'node:crypto'
import { buildSmallCity, CAST, KOJA, openDatabase, SIMBA, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const TAUSI = '0b000000-0000-4000-8000-0000000000e1'
const ROUTE = '00000000-0000-5000-8000-0000000000e7'
let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
  await db.sql(`insert into app.saccos (id, slug, name) values ($1, 'tausi', 'Tausi Demo Sacco')`, [TAUSI])
  await db.sql(
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type) values ($1, 'test', '1', 'one', '1', 'One', 3)`,
    [ROUTE],
  )
})
afterAll(() => db.close())

type Made = { id: string; publicCode: string; retiredAt: string | null }
const rpc = (who: Who, name: string, args: Record<string, unknown> = {}) => db.as(who).rpc(name, args)
const create = (args: Record<string, unknown> = {}, who: Who = 'dalmas') =>
  rpc(who, 'create_vehicle', { p_plate: 'kdb 200c', ...args }) as Promise<Made>
const slugOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { slug?: string }) => error.slug,
  )
const retire = (p_id: string = SIMBA.id, who: Who = 'dalmas') =>
  rpc(who, 'retire_vehicle', { p_id, p_reason: 'Scrapped.' }) as Promise<Made>
const restore = (who: Who = 'dalmas') =>
  rpc(who, 'restore_vehicle', { p_id: SIMBA.id, p_reason: 'Back from repair.' }) as Promise<Made>
const audited = () => db.sql(`select actor_id, action, subject_id, reason from app.audit_log order by id`)

test('creates a vehicle with its facts and a code, and audits it', async () => {
  const made = await create({ p_fleet_name: 'Tausi 1', p_sacco_id: TAUSI, p_route_ids: [ROUTE], p_capacity: 14 })
  expect(made).toMatchObject({
    plate: 'KDB 200C',
    fleetName: 'Tausi 1',
    sacco: { id: TAUSI },
    routes: [{ id: ROUTE }],
    capacity: 14,
    version: 0,
    checkedAt: null,
    retiredAt: null,
  })
  expect(await rpc('eve', 'get_vehicle_profile', { p_identifier: made.publicCode })).toMatchObject({ id: made.id })
  expect(await audited()).toEqual([
    { actor_id: CAST.dalmas.id, action: 'vehicle.created', subject_id: made.id, reason: null },
  ])
})

test('creates one vehicle for a retried request', async () => {
  const p_idempotency_key = randomUUID()
  const first = await create({ p_idempotency_key })
  expect(await create({ p_idempotency_key })).toEqual(first)
  expect(await slugOf(create({ p_idempotency_key, p_capacity: 20 }))).toBe('idempotency_key_reused')
})

test('accepts an unusual plate only when somebody compared it', async () => {
  await expect(create({ p_plate: 'GK 123B' })).rejects.toMatchObject({
    detail: { path: 'plate', code: 'invalid_value' },
  })
  expect(await create({ p_plate: 'GK 123B', p_unusual_plate: true })).toMatchObject({ plate: 'GK 123B' })
  expect(await slugOf(create({ p_plate: '!', p_unusual_plate: true }))).toBe('invalid_request')
})

test('refuses a plate that a vehicle has, and of two concurrent requests one', async () => {
  expect(await slugOf(create({ p_plate: 'KDA-123-A' }))).toBe('plate_taken')
  const answers = await db.parallel([() => slugOf(create()), () => slugOf(create())])
  expect(answers.toSorted()).toEqual(['done', 'plate_taken'])
})

test('hides a retired vehicle from search and lists, and still receives what is sent about it', async () => {
  await db.sql(`update app.vehicles set sacco_id = $1 where id = $2`, [TAUSI, SIMBA.id])
  const found = async () => [
    await rpc('eve', 'search', { p_q: 'KDA 123A' }),
    await rpc('eve', 'search', { p_q: 'KDA 123' }),
    await rpc('eve', 'search', { p_q: 'Simba 7' }),
    await rpc('eve', 'search_vehicle_profiles', { p_q: 'simba' }),
    await rpc('eve', 'list_sacco_vehicles', { p_id: 'tausi' }),
  ]
  for (const list of await found()) expect(list).toMatchObject({ data: [{ id: SIMBA.id }] })
  expect((await retire()).retiredAt).not.toBeNull()
  for (const list of await found()) expect(list).toMatchObject({ data: [] })
  expect(await rpc('eve', 'list_saccos')).toMatchObject({ data: [{ id: TAUSI, vehicles: 0 }] })
  expect(await rpc('eve', 'get_vehicle_profile', { p_identifier: SIMBA.publicCode })).toMatchObject({
    retiredAt: expect.any(String),
  })
  await rpc('amina', 'submit_incident_report', {
    p_id: randomUUID(),
    p_category: 'overloading',
    p_vehicle: SIMBA.plate,
    p_lat: KOJA.lat,
    p_lng: KOJA.lng,
  })
  expect(await db.sql(`select vehicle_id from app.reports`)).toEqual([{ vehicle_id: SIMBA.id }])
  await restore()
  for (const list of await found()) expect(list).toMatchObject({ data: [{ id: SIMBA.id }] })
})

test('lists vehicles by state and route for admins', async () => {
  const made = await create({ p_route_ids: [ROUTE] })
  await retire()
  const plates = async (args: Record<string, unknown>) =>
    ((await rpc('dalmas', 'list_vehicles', args)) as { data: { plate: string }[] }).data.map(({ plate }) => plate)
  expect(await plates({})).toEqual(['KDA 123A', 'KDB 200C'])
  expect(await plates({ p_state: 'retired' })).toEqual(['KDA 123A'])
  expect(await plates({ p_state: 'in_use' })).toEqual(['KDB 200C'])
  expect(await plates({ p_route_id: ROUTE })).toEqual(['KDB 200C'])
  await retire(made.id)
  expect(await plates({ p_state: 'in_use' })).toEqual([])
})

test('retires and brings back once, with a reason in the audit log', async () => {
  const first = await retire()
  expect(await retire()).toEqual(first)
  await restore()
  expect(await restore()).toMatchObject({ retiredAt: null })
  expect(await audited()).toEqual([
    { actor_id: CAST.dalmas.id, action: 'vehicle.retired', subject_id: SIMBA.id, reason: 'Scrapped.' },
    { actor_id: CAST.dalmas.id, action: 'vehicle.restored', subject_id: SIMBA.id, reason: 'Back from repair.' },
  ])
})

test('requires an admin, a reason and an existing vehicle, and changes nothing else', async () => {
  for (const who of ['eve', 'chebet'] as const) {
    expect(await slugOf(create({}, who))).toBe('role_required')
    expect(await slugOf(retire(SIMBA.id, who))).toBe('role_required')
    expect(await slugOf(restore(who))).toBe('role_required')
  }
  expect(await slugOf(retire(randomUUID()))).toBe('not_found')
  expect(await slugOf(rpc('dalmas', 'retire_vehicle', { p_id: SIMBA.id, p_reason: 'x' }))).toBe('invalid_request')
  expect(await audited()).toEqual([])
})
