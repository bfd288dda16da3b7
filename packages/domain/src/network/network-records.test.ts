import { randomUUID } from 'node:crypto'
import { CAST, KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { IncidentRow } from '../incident-records/list-contract.ts'
import { useField } from '../surveyor/test/field.ts'
import { RouteRecord, StageRecord } from './admin-contract.ts'
import { importGtfs } from './gtfs/index.ts'
import { edited, SMALL_FEED, writeFeed } from './gtfs/test/small-feed.ts'

const field = useField()
const { rpc, settle } = field

const KIFARU = '00000000-0000-5000-8000-0000000000e8'
/** A place in the grid cell of Koja, and more than 400 m from the stage. */
const FAR_IN_CELL = { lat: -1.289, lng: 36.8295 }

const load = async (changes: Parameters<typeof writeFeed>[0] = {}) =>
  importGtfs({
    source: await writeFeed(changes),
    feed: 'small',
    confirmRemovals: true,
    rpc: (fn, args) => rpc('operator_server', fn, args),
  })
const idOf = async (table: 'stops' | 'routes', gtfsId: string) => {
  const [row] = await field.db.sql<{ id: string }>(
    `select id from app.${table} where feed = 'small' and gtfs_id = $1`,
    [gtfsId],
  )
  return row?.id ?? ''
}
const stage = async (gtfsId: string) =>
  StageRecord.parse(await rpc('dalmas', 'get_stage_for_admin', { p_id: await idOf('stops', gtfsId) }))
const route = async (gtfsId: string) =>
  RouteRecord.parse(await rpc('dalmas', 'get_route_for_admin', { p_id: await idOf('routes', gtfsId) }))
const report = (p_category: string, { lat, lng }: { lat: number; lng: number } = KOJA) =>
  rpc('amina', 'submit_incident_report_without_vehicle', {
    p_id: randomUUID(),
    p_category,
    p_lat: lat,
    p_lng: lng,
    ...(p_category === 'crash' && { p_injury: 'none' }),
  })

test('shows a stage with its routes, by the id of any of its stops', async () => {
  await load()
  await field.db.sql(`insert into app.areas (name, lat, lng) values ('Ngara', $1, $2)`, [KOJA.lat, KOJA.lng])
  const koja = await stage('KOJ1')
  expect(koja).toMatchObject({
    id: await idOf('stops', 'KOJ'),
    name: 'Koja',
    retiredAt: null,
    area: 'Ngara',
    corridor: { slug: 'test-road' },
    liveIncidents: 0,
    reports: [],
    assignments: [],
    entries: { count: 0, latest: [] },
  })
  expect(koja.routes.map(({ shortName }) => shortName)).toEqual(['44'])
  expect(await stage('KOJ')).toEqual(koja)
  expect((await stage('ROY')).routes.map(({ shortName }) => shortName)).toEqual(['44', '45'])
})

test('counts as many live incidents as the list shows for the box of the stage', async () => {
  await load()
  await report('crash')
  await report('hazard', FAR_IN_CELL)
  const { liveIncidents, box } = await stage('KOJ')
  const { data } = Object(
    await rpc('dalmas', 'list_incident_records', {
      p_state: 'live',
      p_min_lng: box.west,
      p_min_lat: box.south,
      p_max_lng: box.east,
      p_max_lat: box.north,
    }),
  )
  expect(IncidentRow.array().parse(data)).toMatchObject([{ category: 'crash' }])
  expect(liveIncidents).toBe(1)
})

test('counts the reports of 28 days by category, sensitive ones no finer than by the grid cell', async () => {
  await load()
  await report('crash')
  await report('hazard', FAR_IN_CELL)
  await report('theft', FAR_IN_CELL)
  await report('harassment', FAR_IN_CELL)
  const counts = { crash: 1, harassment: 1, theft: 1 }
  const ofKoja = async () =>
    Object.fromEntries((await stage('KOJ')).reports.map(({ category, reports }) => [category, reports]))
  expect(await ofKoja()).toEqual(counts)
  expect((await stage('ROY')).reports).toEqual([])
  for (const person of Object.values(CAST)) expect(JSON.stringify(await stage('KOJ'))).not.toContain(person.id)
  await field.db.shiftClock('29 days')
  expect(await ofKoja()).toEqual({})
})

test('lists open assignments and the last entries of a stage, and not who recorded them', async () => {
  await load()
  const p_stop_id = await idOf('stops', 'KOJ1')
  const { id } = await field.assignment({ p_stop_id })
  const { id: session } = await field.start('chebet')
  await field.submit('chebet', session, { p_stop_id })
  await field.submit('chebet', session, { p_vehicle: { plate: 'KZZ 901X' }, p_lat: -1.22, p_lng: 36.89 })
  const koja = await stage('KOJ')
  expect(koja.assignments).toEqual([{ id, title: 'Morning at Koja', titleSw: null }])
  expect(koja.entries).toMatchObject({ count: 1, latest: [{ plate: 'KZZ 900X', reviewId: expect.any(String) }] })
  expect(JSON.stringify(koja)).not.toContain(CAST.chebet.id)
  await rpc('dalmas', 'close_assignment', { p_id: id, p_reason: 'Enough was counted.' })
  expect((await stage('KOJ')).assignments).toEqual([])
})

test('shows a route with its stages in order, its saccos and vehicles, and what is live along its line', async () => {
  await load()
  const id = await idOf('routes', 'R44')
  await field.db.sql(`insert into app.saccos (id, slug, name) values ($1, 'kifaru', 'Kifaru Demo Sacco')`, [KIFARU])
  await field.db.sql('update app.vehicles set sacco_id = $1 where id = $2', [KIFARU, SIMBA.id])
  await field.db.sql('insert into app.vehicle_routes (vehicle_id, route_id) values ($1, $2)', [SIMBA.id, id])
  const { id: assignment } = await field.assignment({
    p_kind: 'vehicle_survey',
    p_title: 'Vehicles of 44',
    p_stop_id: null,
    p_route_id: id,
  })
  await report('crash')
  await report('theft', { lat: -1.265, lng: 36.845 }) // a cell that the line crosses
  await report('hazard', { lat: -1.2, lng: 36.9 })
  const r44 = await route('R44')
  expect(r44).toMatchObject({
    id,
    shortName: '44',
    retiredAt: null,
    stages: [{ name: 'Koja' }, { name: 'Roysambu' }],
    vehicles: 1,
    saccos: [{ name: 'Kifaru Demo Sacco', vehicles: 1 }],
    assignments: [{ id: assignment, title: 'Vehicles of 44' }],
  })
  expect(r44.incidents.count).toBe(2)
  expect(r44.incidents.latest.map(({ category }) => category).toSorted()).toEqual(['crash', 'theft'])
  await rpc('dalmas', 'retire_vehicle', { p_id: SIMBA.id, p_reason: 'Off the road.' })
  expect(await route('R44')).toMatchObject({ vehicles: 0, saccos: [] })
})

test('shows a route without a shape with its stages', async () => {
  await load()
  expect(await route('R45')).toMatchObject({
    stages: [{ name: 'Odeon' }, { name: 'Roysambu' }],
    incidents: { count: 0, latest: [] },
  })
})

test('returns when a stage and a route were retired', async () => {
  await load()
  await load({
    ...edited('routes.txt', 'R45,A,45,Odeon-Roysambu,3\n', ''),
    ...edited('trips.txt', 'R45,DAILY,T45,Roysambu,0,\n', ''),
    ...edited('stops.txt', 'ODE,Odeon,-1.282769,36.825032,,\n', ''),
    'stop_times.txt': SMALL_FEED['stop_times.txt'].replace(/T45.*\n/g, ''),
  })
  expect(await route('R45')).toMatchObject({ retiredAt: expect.any(String), stages: [] })
  expect(await stage('ODE')).toMatchObject({ name: 'Odeon', retiredAt: expect.any(String), routes: [] })
})

test('rejects everybody but admins, and returns not_found for unknown ids', async () => {
  await load()
  const ids = { get_stage_for_admin: await idOf('stops', 'KOJ'), get_route_for_admin: await idOf('routes', 'R44') }
  for (const [name, p_id] of Object.entries(ids)) {
    for (const who of ['eve', 'chebet'] as const) expect(await settle(rpc(who, name, { p_id }))).toBe('role_required')
    expect(await settle(rpc('dalmas', name, { p_id: randomUUID() }))).toBe('not_found')
  }
})
