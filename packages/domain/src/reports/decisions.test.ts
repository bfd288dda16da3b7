import { randomUUID } from 'node:crypto'
import { CAST, KOJA, MACHAKOS, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, feed, decide, queue, vote, makeKnown, withdraw, atMinute, count } = city

const own = (who: 'amina' | 'baraka', id: string) => city.db.as(who).rpc('get_own_report', { p_id: id })
const face = async (kind: 'report' | 'dispute', subject: string) => {
  const [row] = await city.db.sql<{ face: unknown }>(
    `select app.review_view_${kind}(e) as face from app.review_entries e where e.subject_id = $1`,
    [subject],
  )
  return row?.face
}

test('what waits is in the queue with its reason and its time, and nothing else is', async () => {
  await report('amina')
  const crash = await report('amina', { p_injury: 'unknown' })
  const assault = await report('baraka', { p_category: 'assault', p_injury: undefined })
  expect((await queue()).toSorted((a, b) => String(a.reason).localeCompare(String(b.reason)))).toEqual([
    { kind: 'report', subject: assault.id, author: CAST.baraka.id, reason: 'category', hours: 4 },
    { kind: 'report', subject: crash.id, author: CAST.amina.id, reason: 'injury', hours: 4 },
  ])
})

test('an approved crash counts where it showed unchecked', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  expect(await page(incidentId)).toMatchObject({ reports: null })
  await decide(id, 'approved')
  expect(await page(incidentId)).toMatchObject({ reports: 1, lifecycle: 'active' })
  expect(await own('amina', id)).toMatchObject({ state: 'linked', shown: 'live' })
})

test('an approved robbery shows as a cell from the next full hour on, a harassment nowhere', async () => {
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

test('a rejected crash leaves the map and tells its reporter why', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  await decide(id, 'rejected', { reasonCode: 'false_report' })
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'rejected' } })
  expect(await own('amina', id)).toMatchObject({ state: 'rejected', reason: 'false_report', incidentId: null })
})

test('a correction counts, and the reporter still reads what they said', async () => {
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

test('a crash that was an assault leaves the map and is counted only', async () => {
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
  ['an unknown field', { note: 'x' }, 'invalid_request', 'edits'],
  ['nothing', {}, 'invalid_request', 'edits'],
  ['no place', { place: { lat: 'x' } }, 'invalid_request', 'edits.place'],
  ['a place elsewhere', { place: { lat: MACHAKOS.lat, lng: MACHAKOS.lng } }, 'outside_service_area', 'edits.place'],
  ['no plate', { vehicle: 'not a plate' }, 'unknown_vehicle', 'edits.vehicle'],
])('a correction to %s is refused and nothing changes', async (_, edits, slug, path) => {
  const { id } = await report('amina', { p_category: 'robbery', p_injury: undefined })
  await expect(decide(id, 'approved_with_edits', { edits })).rejects.toMatchObject({
    slug,
    detail: path === 'edits' ? {} : { path },
  })
  expect(await own('amina', id)).toMatchObject({ state: 'in_review', version: 2 })
})

test('a duplicate does not count, and the incident that it opened becomes part of the other', async () => {
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

test('a report is no duplicate of the incident that it is in, and that incident stays live', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  for (const duplicateOf of [incidentId, id])
    await expect(decide(id, 'duplicate', { duplicateOf })).rejects.toMatchObject({
      slug: 'invalid_request',
    })
  expect(await page(incidentId)).toMatchObject({ lifecycle: 'active' })
  // Another report of that incident may be what it repeats: then that one carries the incident alone.
  const other = await report('baraka', { p_injury: 'some' })
  expect(other.incidentId).toBe(incidentId)
  await decide(id, 'duplicate', { duplicateOf: other.id })
  expect(await page(incidentId)).toMatchObject({ lifecycle: 'active' })
  expect(await own('amina', id)).toMatchObject({ state: 'duplicate' })
})

test('a reviewer who corrects an attached report and a report that is joining do not wait for each other for ever', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  // What joining locks, in its order, with time enough between for the other one to come in.
  const join = () =>
    city.db.sql(`do $$ begin
      perform app.lock_for_joining(r, c)
         from app.reports r join app.incident_categories c on c.code = r.category where r.id = '${id}';
      perform pg_sleep(1);
      perform from app.incidents i where i.id = '${incidentId}' for update;
    end $$`)
  const correctSoon = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await decide(id, 'approved_with_edits', { edits: { injury: 'none' } })
  }
  await city.db.parallel<unknown>([join, correctSoon])
  expect(await own('amina', id)).toMatchObject({ state: 'linked' })
})

test('a withdrawn report cannot be decided on any more', async () => {
  const { id } = await report('amina', { p_category: 'robbery', p_injury: undefined })
  await withdraw('amina', id)
  await expect(decide(id, 'approved')).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'withdrawn' },
  })
})

test('a reviewer sees what a report says and the earlier record as counts, never who sent it', async () => {
  await report('amina')
  const { id } = await report('amina', { p_injury: 'some', p_note: 'Call 0712 345 678.', p_device: PHONES.amina })
  const seen = await face('report', id)
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

test('the third complaint of its kind about one vehicle from new accounts is held, and looks like any other that waits', async () => {
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
  const seen = (await face('report', third.id)) as { siblings: { id: string; beside: string }[] }
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

test('riders who are known may complain as they like, and a crash is no burst', async () => {
  await makeKnown('eve')
  const complaint = { p_category: 'reckless_driving', p_injury: undefined, p_vehicle: SIMBA.plate }
  for (const who of ['amina', 'baraka', 'eve'] as const)
    expect(await report(who, complaint)).toMatchObject({ state: 'linked' })
  for (const who of ['amina', 'baraka', 'chebet'] as const)
    expect(await report(who, { p_vehicle: SIMBA.plate })).toMatchObject({ state: 'linked' })
})

async function disputed() {
  await makeKnown('baraka', 'chebet', 'eve')
  const { id, incidentId } = await report('amina', { p_vehicle: SIMBA.plate, p_note: 'A blue bus.' })
  for (const who of ['baraka', 'chebet', 'eve'] as const) await vote(who, incidentId, 'deny')
  return { id, incident: incidentId ?? '' }
}

test('a reviewer of a dispute sees the reports and the votes, never whose they are', async () => {
  const { incident } = await disputed()
  const seen = await face('dispute', incident)
  expect(seen).toMatchObject({
    corroboration: 'disputed',
    reports: 1,
    siblings: [{ note: 'A blue bus.', beside: 'incident' }],
    votes: { deny: { all: 3, independent: 3 }, confirm: { all: 0, independent: 0 } },
  })
  for (const person of Object.values(CAST)) expect(JSON.stringify(seen)).not.toContain(person.id)
})

test('a reviewer who decides a dispute and a rider who takes their report back do not wait for each other for ever', async () => {
  const { incident } = await disputed()
  const [entry] = await city.db.sql<{ id: string; version: number }>(
    `select id, version from app.review_entries where kind = 'dispute' and subject_id = $1`,
    [incident],
  )
  // What taking a report back locks, in its order, with time enough between for the other one to come in.
  const takeBack = () =>
    city.db.sql(`do $$ begin
      perform from app.reports r where r.incident_id = '${incident}' for update;
      perform pg_sleep(1);
      perform from app.incidents i where i.id = '${incident}' for update;
    end $$`)
  const decideSoon = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return city.db
      .as('dalmas')
      .rpc('submit_review_decision', { p_entry_id: entry?.id, p_decision: 'approved', p_version: entry?.version })
  }
  const [, decided] = await city.db.parallel<unknown>([takeBack, decideSoon])
  expect(decided).toMatchObject({ state: 'approved' })
})

test('a dispute decided for the incident verifies it, and the old votes cannot dispute it again', async () => {
  const { incident } = await disputed()
  await decide(incident, 'approved_with_edits', { edits: { vehicle: SIMBA.plate } })
  expect(await page(incident)).toMatchObject({ corroboration: 'verified', vehicle: { plate: SIMBA.plate } })
  await city.db.shiftClock('5 minutes')
  await vote('baraka', incident, 'confirm')
  await vote('baraka', incident, 'deny')
  expect(await page(incident)).toMatchObject({ corroboration: 'verified' })
  await vote('chebet', incident, null)
  await vote('chebet', incident, 'deny')
  await vote('eve', incident, null)
  expect(await vote('eve', incident, 'deny')).toMatchObject({ corroboration: 'disputed' })
})

test('a refuted incident is gone', async () => {
  const { incident } = await disputed()
  await expect(decide(incident, 'changes_requested')).rejects.toMatchObject({ slug: 'invalid_request' })
  await decide(incident, 'rejected', { reasonCode: 'not_so' })
  await expect(page(incident)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'refuted' } })
  expect(await feed()).toEqual([])
})

test('whoever voted on a disputed incident does not decide it', async () => {
  const { incident } = await disputed()
  await vote('dalmas', incident, 'confirm')
  await expect(decide(incident, 'rejected', { reasonCode: 'not_so' })).rejects.toMatchObject({ slug: 'own_submission' })
  expect(await page(incident)).toMatchObject({ corroboration: 'disputed' })
  // … nor after taking that vote back.
  await vote('dalmas', incident, null)
  await expect(decide(incident, 'approved')).rejects.toMatchObject({ slug: 'own_submission' })
})

test('a dispute that was the same as another incident becomes part of it', async () => {
  const { incident } = await disputed()
  const other = await report('eve', { p_lat: KOJA.lat + 0.01 })
  await expect(decide(incident, 'duplicate', { duplicateOf: incident })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  await decide(incident, 'duplicate', { duplicateOf: other.incidentId })
  await expect(page(incident)).rejects.toMatchObject({
    slug: 'incident_gone',
    detail: { mergedInto: other.incidentId },
  })
  expect(await page(other.incidentId)).toMatchObject({ reports: 2 })
})
