import { CAST, KOJA, onceHeld, SIMBA, untilOthersWait } from '@salama/testing'
import { expect, test } from 'vitest'
import { useCity } from './test/city.ts'

const city = useCity()
const { report, page, feed, decide, vote, makeKnown } = city

/** Amina's incident, denied by three riders whose votes count. */
async function disputed() {
  await makeKnown('baraka', 'chebet', 'eve')
  const { incidentId } = await report('amina', { p_vehicle: SIMBA.plate, p_note: 'A blue bus.' })
  for (const who of ['baraka', 'chebet', 'eve'] as const) await vote(who, incidentId, 'deny')
  return incidentId ?? ''
}

test('shows a dispute’s reports and votes to its reviewer, without their authors', async () => {
  const incident = await disputed()
  const [{ seen } = { seen: null }] = await city.db.sql<{ seen: unknown }>(
    'select app.review_view_dispute(e) as seen from app.review_entries e where e.subject_id = $1',
    [incident],
  )
  expect(seen).toMatchObject({
    corroboration: 'disputed',
    reports: 1,
    siblings: [{ note: 'A blue bus.', beside: 'incident' }],
    votes: { deny: { all: 3, independent: 3 }, confirm: { all: 0, independent: 0 } },
  })
  for (const person of Object.values(CAST)) expect(JSON.stringify(seen)).not.toContain(person.id)
})

test('does not deadlock between a decision on a dispute and a withdrawal', async () => {
  const incident = await disputed()
  const [entry] = await city.db.sql<{ id: string; version: number }>(
    `select id, version from app.review_entries where kind = 'dispute' and subject_id = $1`,
    [incident],
  )
  // Takes the locks of a withdrawal, in its order, until the other transaction waits.
  const takeBack = () =>
    city.db.sql(`do $$ begin
      perform from app.reports r where r.incident_id = '${incident}' for update;
      ${untilOthersWait(city.db)}
      perform from app.incidents i where i.id = '${incident}' for update;
    end $$`)
  const decideOnIt = () =>
    city.db
      .as('dalmas')
      .rpc('submit_review_decision', { p_entry_id: entry?.id, p_decision: 'approved', p_version: entry?.version })
  const [, decided] = await city.db.parallel<unknown>([takeBack, () => onceHeld(city.db, decideOnIt)])
  expect(decided).toMatchObject({ state: 'approved' })
})

test('verifies an incident when its dispute is approved, and does not count the old votes again', async () => {
  const incident = await disputed()
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

test('removes a refuted incident', async () => {
  const incident = await disputed()
  await expect(decide(incident, 'changes_requested')).rejects.toMatchObject({ slug: 'invalid_request' })
  await decide(incident, 'rejected', { reasonCode: 'not_so' })
  await expect(page(incident)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'refuted' } })
  expect(await feed()).toEqual([])
})

test('refuses a decision by a reviewer who voted on the incident', async () => {
  const incident = await disputed()
  await vote('dalmas', incident, 'confirm')
  await expect(decide(incident, 'rejected', { reasonCode: 'not_so' })).rejects.toMatchObject({ slug: 'own_submission' })
  expect(await page(incident)).toMatchObject({ corroboration: 'disputed' })
  // … nor after withdrawing that vote.
  await vote('dalmas', incident, null)
  await expect(decide(incident, 'approved')).rejects.toMatchObject({ slug: 'own_submission' })
})

test('merges a disputed incident that duplicates another', async () => {
  const incident = await disputed()
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
