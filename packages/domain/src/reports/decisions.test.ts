import { randomUUID } from 'node:crypto'
import { CAST, KOJA, MACHAKOS, onceHeld, SIMBA, untilOthersWait } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, feed, decide, queue, makeKnown, withdraw, atMinute, count } = city

const own = (who: 'amina' | 'baraka', id: string) => city.db.as(who).rpc('get_own_report', { p_id: id })
const face = async (subject: string) => {
  const [row] = await city.db.sql<{ face: unknown }>(
    'select app.review_view_report(e) as face from app.review_entries e where e.subject_id = $1',
    [subject],
  )
  return row?.face
}

test('queues only pending reports, with their reason and due time', async () => {
  await report('amina')
  const crash = await report('amina', { p_injury: 'unknown' })
  const assault = await report('baraka', { p_category: 'assault', p_injury: undefined })
  expect((await queue()).toSorted((a, b) => String(a.reason).localeCompare(String(b.reason)))).toEqual([
    { kind: 'report', subject: assault.id, author: CAST.baraka.id, reason: 'category', hours: 4 },
    { kind: 'report', subject: crash.id, author: CAST.amina.id, reason: 'injury', hours: 4 },
  ])
})

test('counts an approved crash in the incident that showed it unchecked', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  expect(await page(incidentId)).toMatchObject({ reports: null })
  await decide(id, 'approved')
  expect(await page(incidentId)).toMatchObject({ reports: 1, lifecycle: 'active' })
  expect(await own('amina', id)).toMatchObject({ state: 'linked', shown: 'live' })
})

test('shows an approved robbery as a cell from the next full hour, and a harassment nowhere', async () => {
  await atMinute(10)
  const robbery = await report('amina', { p_category: 'robbery', p_injury: undefined })
  const harassment = await report('baraka', { p_category: 'harassment', p_injury: undefined })
  await atMinute(20)
  await decide(robbery.id, 'approved')
  await decide(harassment.id, 'approved')
  expect(await feed()).toEqual([])
  await atMinute(60)
  expect(await feed()).toMatchObject([{ category: 'robbery', precision: 'coarse', reports: 1 }])
  expect(await own('baraka', harassment.id)).toMatchObject({ state: 'accepted', shown: 'private', incidentId: null })
  expect(await count('app.incidents')).toBe(1)
})

test('removes a rejected crash from the map, and shows its reporter the reason', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  await decide(id, 'rejected', { reasonCode: 'false_report' })
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'rejected' } })
  expect(await own('amina', id)).toMatchObject({ state: 'rejected', reason: 'false_report', incidentId: null })
})

test('applies a correction, and shows the reporter their original report', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some', p_vehicle: 'KZZ 777Z' })
  const place = { lat: KOJA.lat, lng: 36.8426 }
  await decide(id, 'approved_with_edits', { edits: { place, vehicle: SIMBA.publicCode, injury: 'none' } })
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'corrected' } })
  expect(await feed()).toMatchObject([{ place, reports: 1 }])
  expect(await own('amina', id)).toMatchObject({
    state: 'linked',
    injury: 'some',
    vehicle: { id: null, plate: 'KZZ 777Z', publicCode: null, fleetName: null },
    place: { lat: KOJA.lat, lng: KOJA.lng },
  })
  expect(await city.db.sql('select vehicle_plate, injury from app.reports')).toEqual([
    { vehicle_plate: 'KDA123A', injury: 'none' },
  ])
})

test('removes a crash corrected to assault from the map, and only counts it', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  await decide(id, 'approved_with_edits', { edits: { category: 'assault' } })
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone' })
  expect(await feed()).toEqual([])
  expect(await city.db.sql('select category, visibility, state from app.reports')).toEqual([
    { category: 'assault', visibility: 'aggregate', state: 'accepted' },
  ])
})

test.each([
  ['wider visibility', { visibility: 'public' }, 'invalid_request', 'edits.visibility'],
  ['an unknown category', { category: 'gossip' }, 'invalid_request', 'edits.category'],
  ['an unknown field', { colour: 'x' }, 'invalid_request', 'edits'],
  ['nothing', {}, 'invalid_request', 'edits'],
  ['no place', { place: { lat: 'x' } }, 'invalid_request', 'edits.place'],
  ['a place elsewhere', { place: { lat: MACHAKOS.lat, lng: MACHAKOS.lng } }, 'outside_service_area', 'edits.place'],
  ['no plate', { vehicle: 'not a plate' }, 'unknown_vehicle', 'edits.vehicle'],
])('rejects a correction to %s and changes nothing', async (_, edits, slug, path) => {
  const { id } = await report('amina', { p_category: 'robbery', p_injury: undefined })
  await expect(decide(id, 'approved_with_edits', { edits })).rejects.toMatchObject({
    slug,
    detail: path === 'edits' ? {} : { path },
  })
  expect(await own('amina', id)).toMatchObject({ state: 'in_review', version: 2 })
})

test('does not count a duplicate, and merges the incident that it opened into the other', async () => {
  const first = await report('amina')
  const second = await report('baraka', { p_injury: 'some', p_lat: KOJA.lat + 0.01 })
  expect(second.incidentId).not.toBe(first.incidentId)
  await expect(decide(second.id, 'duplicate', { duplicateOf: randomUUID() })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  await expect(decide(second.id, 'duplicate', { duplicateOf: second.id })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  await decide(second.id, 'duplicate', { duplicateOf: first.id })
  await expect(page(second.incidentId)).rejects.toMatchObject({
    slug: 'incident_gone',
    detail: { mergedInto: first.incidentId },
  })
  expect(await page(first.incidentId)).toMatchObject({ reports: 1 })
  expect(await own('baraka', second.id)).toMatchObject({ state: 'duplicate' })
})

test('rejects a report as a duplicate of its own incident, and keeps that incident live', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  for (const duplicateOf of [incidentId, id])
    await expect(decide(id, 'duplicate', { duplicateOf })).rejects.toMatchObject({
      slug: 'invalid_request',
    })
  expect(await page(incidentId)).toMatchObject({ lifecycle: 'active' })
  // Another report of that incident may be the original: then it alone carries the incident.
  const other = await report('baraka', { p_injury: 'some' })
  expect(other.incidentId).toBe(incidentId)
  await decide(id, 'duplicate', { duplicateOf: other.id })
  expect(await page(incidentId)).toMatchObject({ lifecycle: 'active' })
  expect(await own('amina', id)).toMatchObject({ state: 'duplicate' })
})

test('does not deadlock between a correction and a report that joins the incident', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  // Takes the locks of joining, in its order, until the other transaction waits.
  const join = () =>
    city.db.sql(`do $$ begin
      perform app.lock_for_joining(r, c)
         from app.reports r join app.incident_categories c on c.code = r.category where r.id = '${id}';
      ${untilOthersWait(city.db)}
      perform from app.incidents i where i.id = '${incidentId}' for update;
    end $$`)
  const correct = () => decide(id, 'approved_with_edits', { edits: { injury: 'none' } })
  await city.db.parallel<unknown>([join, () => onceHeld(city.db, correct)])
  expect(await own('amina', id)).toMatchObject({ state: 'linked' })
})

test('rejects a decision on a withdrawn report', async () => {
  const { id } = await report('amina', { p_category: 'robbery', p_injury: undefined })
  await withdraw('amina', id)
  await expect(decide(id, 'approved')).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'withdrawn' },
  })
})

test('shows reviewers the report and the author’s record as counts, never the author', async () => {
  await report('amina')
  const { id } = await report('amina', { p_injury: 'some', p_note: 'Call 0712 345 678.', p_device: PHONES.amina })
  const seen = await face(id)
  expect(seen).toMatchObject({
    category: 'crash',
    injury: 'some',
    note: 'Call 0712 345 678.',
    noteFlags: ['phone'],
    visibility: 'public',
    siblings: [{ state: 'linked', injury: 'none' }],
    author: { account: true, newAccount: true, sent: 1, accepted: 1, rejected: 0 },
  })
  expect(JSON.stringify(seen)).not.toContain(CAST.amina.id)
})

test('holds the third similar complaint of new accounts about a vehicle, shown as pending', async () => {
  const complaint = { p_category: 'reckless_driving', p_injury: undefined, p_vehicle: SIMBA.plate }
  const first = await report('amina', complaint)
  const second = await report('baraka', complaint)
  expect(await report('baraka', complaint)).toMatchObject({ state: 'linked' })
  const third = await report('eve', complaint)
  expect(third).toMatchObject({ state: 'in_review', shown: 'review', incidentId: null })
  expect(await city.db.as('eve').rpc('get_own_report', { p_id: third.id })).toMatchObject({
    state: 'in_review',
    reason: null,
  })
  expect(await queue()).toMatchObject([{ subject: third.id, reason: 'burst', hours: 24 }])
  const seen = (await face(third.id)) as { siblings: { id: string; beside: string }[] }
  const similar = seen.siblings.filter((each) => each.beside === 'similar').map((each) => each.id)
  expect(similar).toContain(first.id)
  expect(similar).toHaveLength(2)
  expect(second.state).toBe('linked')
  expect(await feed()).toHaveLength(2)
  await decide(third.id, 'approved')
  expect(await feed()).toMatchObject([{ reports: 1 }, { reports: 1 }, { reports: 1 }])
  expect(
    await city.db.sql('select to_state from app.report_events where report_id = $1 order by id', [third.id]),
  ).toEqual(['held', 'in_review', 'accepted', 'linked'].map((to_state) => ({ to_state })))
})

test('does not hold complaints of known riders, nor crashes', async () => {
  await makeKnown('eve')
  const complaint = { p_category: 'reckless_driving', p_injury: undefined, p_vehicle: SIMBA.plate }
  for (const who of ['amina', 'baraka', 'eve'] as const)
    expect(await report(who, complaint)).toMatchObject({ state: 'linked' })
  for (const who of ['amina', 'baraka', 'chebet'] as const)
    expect(await report(who, { p_vehicle: SIMBA.plate })).toMatchObject({ state: 'linked' })
})

test('corrects the time and the note of a report, keeps the original, and undoes both', async () => {
  const { id } = await report('amina', { p_injury: 'some', p_note: 'Call 0712 345 678, it was at six.' })
  const [before] = await city.db.sql<{ occurred_at: string; received_at: string }>(
    'select occurred_at, received_at from app.reports where id = $1',
    [id],
  )
  const occurredAt = new Date(Date.parse(String(before?.received_at)) - 3_600_000).toISOString()
  for (const edits of [
    { occurredAt: 'yesterday' },
    { occurredAt: '2019-01-01T00:00:00Z' },
    { occurredAt: new Date(Date.now() + 86_400_000).toISOString() },
    { note: '' },
  ])
    await expect(decide(id, 'approved_with_edits', { edits })).rejects.toMatchObject({ slug: 'invalid_request' })
  await decide(id, 'approved_with_edits', { edits: { occurredAt, note: 'It was at six.' } })
  expect(await face(id)).toMatchObject({
    note: 'It was at six.',
    noteFlags: [],
    said: { note: 'Call 0712 345 678, it was at six.' },
  })
  expect(await own('amina', id)).toMatchObject({ note: 'Call 0712 345 678, it was at six.' })
  const [entry] = await city.db.sql<{ id: string; version: number }>('select id, version from app.review_entries')
  await city.db
    .as('dalmas')
    .rpc('undo_review_decision', { p_id: entry?.id, p_version: entry?.version, p_reason: 'It was a slip.' })
  expect(await face(id)).toMatchObject({ noteFlags: ['phone'], said: null })
  expect(await city.db.sql('select occurred_at from app.reports where id = $1', [id])).toEqual([
    { occurred_at: before?.occurred_at },
  ])
})
