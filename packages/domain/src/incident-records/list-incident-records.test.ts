import { randomUUID } from 'node:crypto'
import { CAST, KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { searchConsole } from '../admin/contract.ts'
import { useCity } from '../reports/test/city.ts'
import { IncidentRecord } from './contract.ts'
import { IncidentRow } from './list-contract.ts'

const city = useCity()
const { report, page, vote, queue } = city

const list = async (args: Record<string, unknown> = {}) => {
  const { data, next } = Object(await city.db.as('dalmas').rpc('list_incident_records', args))
  return { rows: IncidentRow.array().parse(data), next }
}
const ids = async (args: Record<string, unknown>) => (await list(args)).rows.map(({ id }) => id)
const find = async (q: string) =>
  searchConsole.reply.parse(await city.db.as('dalmas').rpc('search_console', { p_q: q })).data
const change = async (fn: string, id: string | null, args: Record<string, unknown> = {}) => {
  const { version } = Object(await city.db.as('dalmas').rpc('get_incident_record', { p_id: id }))
  return IncidentRecord.parse(
    await city.db.as('dalmas').rpc(fn, { p_id: id, p_version: version, p_reason: 'A film.', ...args }),
  )
}

async function twoIncidents() {
  await city.atMinute(10)
  const crash = await report('amina', { p_note: 'The lorry lies across both lanes.' })
  await city.atMinute(20)
  await report('baraka', { p_category: 'overloading', p_injury: undefined, p_vehicle: SIMBA.plate })
  const [other] = await city.db.sql<{ id: string }>(`select id from app.incidents where category = 'overloading'`)
  return { crash: crash.incidentId ?? '', overloading: other?.id ?? '' }
}

test('lists incidents newest first, with words of their reports and never who reported', async () => {
  const { crash, overloading } = await twoIncidents()
  const { rows } = await list()
  expect(rows.map(({ id }) => id)).toEqual([overloading, crash])
  expect(rows[1]).toMatchObject({ category: 'crash', reports: 1, note: 'The lorry lies across both lanes.', photos: 0 })
  for (const person of Object.values(CAST)) expect(JSON.stringify(rows)).not.toContain(person.id)
  const first = await list({ p_limit: 1 })
  expect(first.rows.map(({ id }) => id)).toEqual([overloading])
  expect(await ids({ p_limit: 1, p_after: first.next })).toEqual([crash])
})

test('filters by text, category, state, confidence, day, reports and box', async () => {
  const { crash, overloading } = await twoIncidents()
  await change('retract_incident', crash)
  const today = '(app.city_day(app.now()))::text'
  const [{ day, next }] = Object(
    await city.db.sql(`select ${today} as day, (app.city_day(app.now()) + 1)::text as next`),
  ) as [{ day: string; next: string }]
  for (const [args, found] of [
    [{ p_q: 'lorry' }, [crash]],
    [{ p_q: crash }, [crash]],
    [{ p_q: SIMBA.plate.slice(0, 5) }, [overloading]],
    [{ p_q: 'ajali' }, [crash]],
    [{ p_q: 'nothing of the kind' }, []],
    [{ p_category: 'overloading' }, [overloading]],
    [{ p_state: 'gone' }, [crash]],
    [{ p_state: 'live' }, [overloading]],
    [{ p_state: 'standing' }, [overloading]],
    [{ p_state: 'over' }, []],
    [{ p_corroboration: 'verified' }, []],
    [{ p_from: day, p_to: day }, [overloading, crash]],
    [{ p_from: next }, []],
    [{ p_least: 2 }, []],
    [{ p_most: 1, p_category: 'crash' }, [crash]],
    [{ p_min_lat: KOJA.lat - 1, p_max_lat: KOJA.lat - 0.9, p_min_lng: KOJA.lng, p_max_lng: KOJA.lng + 0.1 }, []],
  ] as const)
    expect(await ids(args), JSON.stringify(args)).toEqual(found)
  await expect(list({ p_from: next, p_to: day })).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('refuses a box or a range in the wrong order instead of an empty list', async () => {
  const box = { p_min_lat: -1.3, p_min_lng: 36.8, p_max_lat: -1.2, p_max_lng: 36.9 }
  for (const wrong of [
    { ...box, p_min_lat: -1.2, p_max_lat: -1.3 },
    { ...box, p_min_lng: 36.9, p_max_lng: 36.8 },
    { p_least: 3, p_most: 2 },
    { p_from: '2026-11-20', p_to: '2026-11-19' },
  ])
    await expect(list(wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(list({ ...box, p_least: 2, p_most: 2 })).resolves.toBeDefined()
})

test('orders coarse incidents by the full hour only', async () => {
  await city.atMinute(10)
  await report('amina')
  await city.atMinute(20)
  await report('baraka', { p_category: 'theft', p_injury: undefined })
  await city.atMinute(40)
  const { rows } = await list()
  expect(rows).toMatchObject([
    { category: 'crash', visibility: 'public', firstSeenAt: '2040-01-01T10:10:00Z' },
    { category: 'theft', visibility: 'coarse', firstSeenAt: '2040-01-01T10:00:00Z' },
  ])
})

test('a retraction is undone within seven days, once, by somebody who took no part', async () => {
  const { incidentId } = await report('amina')
  const { version } = await change('retract_incident', incidentId)
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone' })
  const restored = await change('restore_incident', incidentId)
  expect(restored).toMatchObject({ lifecycle: 'active', can: { restore: false, retract: true }, restoreUntil: null })
  expect(restored.history.map(({ kind }) => kind)).toEqual(['opened', 'retracted', 'restored'])
  expect(await page(incidentId)).toMatchObject({ id: incidentId })
  const again = await change('restore_incident', incidentId, { p_version: version })
  expect(again.version).toBe(restored.version)
  await expect(change('restore_incident', incidentId)).rejects.toMatchObject({ slug: 'invalid_transition' })
  await change('retract_incident', incidentId)
  await city.db.shiftClock('7 days 1 minute')
  await expect(change('restore_incident', incidentId)).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test('an open dispute is open again, and neither a refuted nor an own incident is restored', async () => {
  await city.makeKnown('baraka', 'chebet', 'eve')
  const { incidentId } = await report('amina')
  for (const who of ['baraka', 'chebet', 'eve'] as const) await vote(who, incidentId, 'deny')
  await change('retract_incident', incidentId)
  expect(await queue()).toEqual([])
  await change('restore_incident', incidentId)
  expect(await queue()).toMatchObject([{ kind: 'dispute', subject: incidentId }])
  await city.decide(incidentId ?? '', 'rejected', { p_reason_code: 'not_so' })
  await expect(change('restore_incident', incidentId)).rejects.toMatchObject({ slug: 'invalid_transition' })
  const own = await report('dalmas', { p_lat: KOJA.lat + 0.02 })
  await expect(change('restore_incident', own.incidentId)).rejects.toMatchObject({ slug: 'own_submission' })
})

test('finds vehicles, people, incidents and stages by what is known of them', async () => {
  const { crash } = await twoIncidents()
  expect((await find(SIMBA.plate.slice(1, 6))).map(({ kind, title }) => [kind, title])).toContainEqual([
    'vehicle',
    SIMBA.plate,
  ])
  expect(await find(crash)).toMatchObject([{ kind: 'incident', id: crash, title: 'crash' }])
  expect((await find('lorry')).map(({ kind }) => kind)).toEqual(['incident'])
  expect(await find('no such thing')).toEqual([])
  await expect(find('x'.repeat(101))).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('rejects everybody but admins, and nothing changes', async () => {
  const { incidentId } = await report('amina')
  const { version } = await change('retract_incident', incidentId)
  for (const [name, input] of [
    ['list_incident_records', {}],
    ['search_console', { p_q: 'koja' }],
    ['restore_incident', { p_id: incidentId, p_version: version, p_reason: 'A film.' }],
  ] as const) {
    for (const who of ['eve', 'chebet'] as const)
      await expect(city.db.as(who).rpc(name, input)).rejects.toMatchObject({ slug: 'role_required' })
    for (const who of ['anon', 'admin_server'] as const)
      await expect(city.db.as(who).rpc(name, input)).rejects.toMatchObject({ code: '42501' })
  }
  await expect(change('restore_incident', randomUUID(), { p_version: 1 })).rejects.toMatchObject({ slug: 'not_found' })
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone' })
})
