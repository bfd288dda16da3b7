import { randomUUID } from 'node:crypto'
import { buildSmallCity, CAST, KOJA, openDatabase, SIMBA, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OwnData } from './contract.ts'
import { tablesNamingPerson } from './test/traces.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
})
afterAll(() => db.close())

test('removes the activity of a deleted admin except decisions and audit log entries, whose id resolves to nobody', async () => {
  await db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.baraka.id])
  const baraka = (name: string, args: Record<string, unknown> = {}) =>
    db.as('baraka').rpc(name, args) as Promise<Record<string, unknown>>
  const p_reason = 'Told by the office.'
  const incidents: string[] = []
  for (const [n, who] of (['amina', 'eve', 'chebet'] as const).entries()) {
    const p_id = randomUUID()
    const crash = { p_category: 'crash', p_injury: 'none', p_lat: KOJA.lat + n * 0.01, p_lng: KOJA.lng }
    await db.as(who).rpc('submit_incident_report_without_vehicle', { p_id, ...crash })
    const { incidentId } = (await db.as(who).rpc('get_received_report', { p_id })) as { incidentId: string }
    incidents.push(incidentId)
  }
  const [from, into, other] = incidents
  const record = async (p_id: unknown) => Number((await baraka('get_incident_record', { p_id })).version)
  const both = { p_id: from, p_into: into, p_version: await record(from), p_into_version: await record(into) }
  await baraka('merge_incident', { ...both, p_reason })
  await baraka('split_incident', { p_id: from, p_version: await record(from), p_reason })
  await baraka('retract_incident', { p_id: other, p_version: await record(other), p_reason })
  const [one, two] = [randomUUID(), randomUUID()]
  await db.sql(
    `insert into app.saccos (id, slug, name) values ($1, 'tausi', 'Tausi Demo'), ($2, 'tausi-two', 'Tausi Two')`,
    [one, two],
  )
  await baraka('merge_saccos', { p_id: two, p_into: one, p_reason })
  await baraka('edit_vehicle', { p_id: SIMBA.id, p_version: 0, p_plate: SIMBA.plate, p_capacity: 14, p_reason })
  const asked = { p_kind: 'stage_count', p_title: 'Count', p_slot_count: 1, p_lat: KOJA.lat, p_lng: KOJA.lng }
  const { id } = await baraka('create_assignment', { ...asked, p_idempotency_key: 'once' })
  await baraka('close_assignment', { p_id: id, p_reason })
  await db.sql(`select app.open_review('report', gen_random_uuid(), $1, 'category', '4 hours')`, [CAST.eve.id])
  const [entry] = await db.sql<{ id: string }>('select id from app.review_entries')
  const escalate = { p_decision: 'escalated', p_version: 1, p_reason_code: 'not_sure' }
  await baraka('submit_review_decision', { p_entry_id: entry?.id, ...escalate })
  const { reviews } = OwnData.parse(await baraka('export_own_data'))
  expect(reviews).toMatchObject({
    decisions: [{ decision: 'escalated', reasonCode: 'not_sure' }],
    acts: expect.arrayContaining([{ at: expect.any(String), action: 'incident.merged', reason: p_reason }]),
  })
  expect(JSON.stringify(reviews)).not.toContain('"review.') // each decision is exported once
  await baraka('delete_own_account', { p_confirm: CAST.baraka.id })
  expect(await tablesNamingPerson(db, CAST.baraka)).toEqual([
    'app.audit_log',
    'app.deleted_users',
    'app.review_entries',
    'app.review_events',
    'app.review_snapshots', // for a day
  ])
})
