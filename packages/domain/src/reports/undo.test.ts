import { CAST, KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { aPhoto, erasedIn } from '../photos/test/a-photo.ts'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, feed, decide, withdraw, makeKnown, atMinute } = city

/** Dalmas undoes the last decision on a report or an incident. */
async function undo(subject: string | null) {
  const [entry] = await city.db.sql<{ id: string; version: number }>(
    `select id, version from app.review_entries where subject_id = $1 order by decided_at desc nulls last limit 1`,
    [subject],
  )
  return city.db
    .as('dalmas')
    .rpc('undo_review_decision', { p_id: entry?.id, p_version: entry?.version, p_reason: 'A slip of the hand.' })
}
const own = (who: 'amina' | 'baraka', id: string) => city.db.as(who).rpc('get_own_report', { p_id: id })
const rows = (table: string, id: string | null) => city.db.sql(`select * from app.${table} where id = $1`, [id])
const changes = async () =>
  (
    (await city.db.as('api_server').rpc('list_incident_changes', { p_limit: 100 })) as {
      data: { change: string; incidentId: string }[]
    }
  ).data

/** The columns of a report that a decision may change, except counters. */
const standing = async (id: string) => (await rows('reports', id)).map((row) => ({ ...(row as object), version: null }))

test('restores an incident merged as a duplicate under its id, also in the changes feed', async () => {
  const first = await report('amina')
  const second = await report('baraka', { p_injury: 'some', p_lat: KOJA.lat + 0.01 })
  const before = [await page(second.incidentId), await standing(second.id)]
  await decide(second.id, 'duplicate', { duplicateOf: first.id })
  await expect(page(second.incidentId)).rejects.toMatchObject({ slug: 'incident_gone' })
  expect(await changes()).toContainEqual(expect.objectContaining({ change: 'gone', incidentId: second.incidentId }))
  await undo(second.id)
  expect([await page(second.incidentId), await standing(second.id)]).toEqual(before)
  expect(await feed()).toHaveLength(2)
  const told = (await changes()).filter(({ incidentId }) => incidentId === second.incidentId)
  expect(told).toMatchObject([{ change: 'upsert' }])
  await decide(second.id, 'approved')
  expect(await page(second.incidentId)).toMatchObject({ reports: 1, lifecycle: 'active' })
})

test('restores a rejected crash to the map, unless it has expired meanwhile', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  const before = [await page(incidentId), await standing(id)]
  await decide(id, 'rejected', { reasonCode: 'false_report' })
  await undo(id)
  expect([await page(incidentId), await standing(id)]).toEqual(before)
  await decide(id, 'rejected', { reasonCode: 'false_report' })
  await city.db.shiftClock('13 hours')
  await undo(id)
  expect(await page(incidentId)).toMatchObject({ lifecycle: 'expired', reports: null })
})

test('stops counting an undone approval, and removes the incident that it opened', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  await decide(id, 'approved')
  const joined = await report('baraka')
  expect(await page(incidentId)).toMatchObject({ reports: 2 })
  await undo(id)
  expect(await page(incidentId)).toMatchObject({ reports: 1, lifecycle: 'active' })
  await withdraw('baraka', joined.id)
  expect(await page(incidentId)).toMatchObject({ reports: null, lifecycle: 'active' })
})

test('removes an undone approval of a robbery from the map at the next full hour', async () => {
  await atMinute(10)
  const { id } = await report('amina', { p_category: 'robbery', p_injury: undefined })
  await decide(id, 'approved')
  await atMinute(70)
  const [shown] = (await feed()) as { id: string }[]
  await undo(id)
  expect(await feed()).toHaveLength(1)
  expect(await own('amina', id)).toMatchObject({ state: 'in_review', shown: 'review' })
  await atMinute(120)
  expect(await feed()).toEqual([])
  await expect(page(shown?.id ?? null)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'undone' } })
})

test('undoes a correction, with the incident that it made and the one that it left', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some', p_vehicle: 'KZZ 777Z' })
  const before = [await page(incidentId), await standing(id)]
  const place = { lat: KOJA.lat, lng: 36.8426 }
  await decide(id, 'approved_with_edits', { edits: { place, vehicle: SIMBA.publicCode, injury: 'none' } })
  const [moved] = (await feed()) as { id: string }[]
  expect(moved?.id).not.toBe(incidentId)
  await undo(id)
  expect([await page(incidentId), await standing(id)]).toEqual(before)
  await expect(page(moved?.id ?? null)).rejects.toMatchObject({ slug: 'incident_gone' })
})

test('returns photos to pending, and deletes rejected pictures only once the decision is final', async () => {
  const { id, incidentId } = await report('amina')
  const photo = (await city.db.as('amina').rpc('add_report_photo', { p_report: id, ...aPhoto() })) as { object: string }
  const states = () => city.db.sql('select state, decided_at is null as open from app.report_photos')
  for (const decision of ['rejected', 'approved'] as const) {
    await decide(id, decision)
    expect(await erasedIn(city.db)).toEqual([])
    await undo(id)
    expect(await states()).toEqual([{ state: 'pending', open: true }])
    expect(await page(incidentId)).toMatchObject({ corroboration: 'unverified', reports: 1 })
  }
  await decide(id, 'rejected')
  await city.db.shiftClock('24 hours')
  expect(await erasedIn(city.db)).toEqual([photo.object])
})

test('splits incidents that were merged by the second naming of a vehicle', async () => {
  const complaint = { p_category: 'reckless_driving', p_injury: undefined, p_vehicle: SIMBA.plate }
  await makeKnown('amina')
  await city.db.shiftClock('-5 minutes')
  await report('amina', { ...complaint, p_device: PHONES.amina })
  await city.db.resetClock()
  for (const who of ['baraka', 'eve'] as const) await report(who, complaint)
  const held = await report('chebet', { ...complaint, p_device: PHONES.baraka })
  const before = [await feed(), await standing(held.id)]
  expect(before[0]).toHaveLength(3)
  await decide(held.id, 'approved')
  expect(await feed()).toMatchObject([{ reports: 4, vehicle: { plate: SIMBA.plate } }])
  await undo(held.id)
  expect([await feed(), await standing(held.id)]).toEqual(before)
})

test('refuses to undo after an admin merged or retracted the incident', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  await report('baraka')
  await decide(id, 'rejected', { reasonCode: 'unclear' })
  const [incident] = await city.db.sql<{ version: number }>('select version from app.incidents where id = $1', [
    incidentId,
  ])
  await city.db
    .as('dalmas')
    .rpc('retract_incident', { p_id: incidentId, p_version: incident?.version, p_reason: 'A film was made there.' })
  await expect(undo(id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'rejected', because: 'incident_changed' },
  })
})

test('restores a dispute that was merged as a duplicate, as disputed', async () => {
  await makeKnown('baraka', 'chebet', 'eve')
  const { incidentId } = await report('amina')
  for (const who of ['baraka', 'chebet', 'eve'] as const) await city.vote(who, incidentId, 'deny')
  const other = await report('eve', { p_lat: KOJA.lat + 0.01 })
  await decide(incidentId ?? '', 'duplicate', { duplicateOf: other.incidentId })
  await undo(incidentId)
  expect(await page(incidentId)).toMatchObject({ corroboration: 'disputed', reports: 1 })
  expect(await page(other.incidentId)).toMatchObject({ reports: 1 })
  expect(await city.queue()).toMatchObject([{ kind: 'dispute', subject: incidentId }])
  await decide(incidentId ?? '', 'rejected', { reasonCode: 'not_so' })
  await undo(incidentId)
  expect(await page(incidentId)).toMatchObject({ corroboration: 'disputed', lifecycle: 'active' })
})

test('does not restore the question and answer of an erased author', async () => {
  const { id } = await report('amina', { p_injury: 'some' })
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Are you the driver?' })
  await city.db.as('amina').rpc('answer_report', { p_id: id, p_answer: 'No.' })
  await decide(id, 'rejected', { reasonCode: 'unclear' })
  await city.db.as('amina').rpc('delete_own_account', { p_confirm: CAST.amina.id })
  await undo(id)
  expect(await city.db.sql('select state, asked, answer, author_erased from app.reports')).toEqual([
    { state: 'in_review', asked: null, answer: null, author_erased: true },
  ])
})
