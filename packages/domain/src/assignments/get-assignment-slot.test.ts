import { CAST, KOJA } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from '../surveyor/test/field.ts'
import { AssignmentSlotReview } from './slot-review-contract.ts'

const field = useField()
const { assignment, claim, start, submit, submitSlot, rpc, settle } = field
const slot = async (id: string) =>
  AssignmentSlotReview.parse(await rpc('dalmas', 'get_assignment_slot', { p_id: id, p_n: 1 }))
const decide = (entries: object[], decision = 'approved') =>
  rpc('dalmas', 'submit_review_decisions', { p_entries: entries, p_decision: decision }) as Promise<{
    data: { problem: string | null }[]
    batch: { id: string; size: number } | null
  }>

/** A slot with three vehicles at its place, one without what was asked and one that is 3 km away. */
async function handedIn() {
  const work = await assignment({ p_kind: 'vehicle_survey', p_vehicles: 3, p_facts: ['capacity'] })
  const session = await start('chebet', { p_started_at: await field.ago('1 hour') })
  const held = await claim('chebet', work.id, { p_session_id: session.id })
  for (const [n, capacity, lat] of [
    [1, 33, KOJA.lat],
    [2, undefined, KOJA.lat],
    [3, 14, KOJA.lat + 0.03],
  ] as const)
    await submit('chebet', session.id, {
      p_claim_token: held.token,
      p_vehicle: { plate: `KZZ 90${n}X`, ...(capacity && { capacity }) },
      p_captured_at: await field.ago(`${10 - 3 * n} minutes`),
      p_lat: lat,
      p_lng: KOJA.lng,
      p_accuracy_m: 20,
    })
  await submitSlot('chebet', held)
  return work
}

test('shows the entries of a slot in order of time, with distance, what does not count and how odd each is', async () => {
  const work = await handedIn()
  const { entries, record, reasons } = await slot(work.id)
  expect(entries.map(({ plate, notCounted, review }) => [plate, notCounted, review.about?.oddities])).toEqual([
    ['KZZ 901X', [], []],
    ['KZZ 902X', ['capacity'], ['incomplete']],
    ['KZZ 903X', ['far_from_place'], expect.arrayContaining(['far_from_place'])],
  ])
  expect(entries[0]?.distanceM).toBe(0)
  expect(entries[2]?.distanceM).toBeGreaterThan(3000)
  expect(record).toEqual({ decided: 0, accepted: 0 })
  expect(reasons.map(({ code }) => code)).toContain('facts_missing')
  expect(await field.db.sql(`select subject_id, detail from app.audit_log where action = 'trace.opened'`)).toEqual([
    { subject_id: work.id, detail: { n: 1 } },
  ])
})

test('accepts some and returns some for their own reasons, in one transaction with one undo; what is odd is never accepted', async () => {
  const work = await handedIn()
  const [plain, incomplete, far] = (await slot(work.id)).entries.map(({ review: { id, version } }) => ({
    entryId: id,
    version,
  }))
  const returned = (entry: object | undefined, reasonCode: string) => ({
    ...entry,
    decision: 'changes_requested',
    reasonCode,
  })
  const refused = await decide([{ ...far, decision: 'approved' }])
  expect(refused).toMatchObject({ data: [{ problem: 'needs_own_review' }], batch: null })
  const all = [{ ...plain }, returned(incomplete, 'facts_missing'), returned(far, 'facts_wrong')]
  const made = await decide(all)
  expect(made).toMatchObject({ data: [{ problem: null }, { problem: null }, { problem: null }], batch: { size: 3 } })
  expect(await decide(all.toReversed())).toMatchObject({ batch: { id: made.batch?.id } })
  const states = async () => (await slot(work.id)).entries.map(({ state }) => state)
  expect(await states()).toEqual(['approved', 'changes_requested', 'changes_requested'])
  const [line] = await field.db.sql<{ detail: object }>(
    `select detail from app.audit_log where action = 'review.batch_decided'`,
  )
  expect(line?.detail).toMatchObject({ size: 3, returned: 2 })
  await rpc('dalmas', 'undo_review_batch', { p_id: made.batch?.id, p_reason: 'It was a slip.' })
  expect(await states()).toEqual(['in_review', 'in_review', 'in_review'])
})

test('a vehicle that only an undone approval knew is found by nobody', async () => {
  const work = await handedIn()
  const [first] = (await slot(work.id)).entries
  const entry = { entryId: first?.review.id, version: first?.review.version }
  const { batch } = await decide([entry])
  const find = () => settle(rpc('eve', 'get_vehicle_profile', { p_identifier: 'KZZ 901X' }))
  expect(await find()).toBe('done')
  await rpc('dalmas', 'undo_review_batch', { p_id: batch?.id, p_reason: 'It was a slip.' })
  expect(await find()).toBe('not_found')
})

test.each(['eve', 'chebet'] as const)('refuses %s, and an unknown slot', async (who) => {
  const work = await handedIn()
  expect(await settle(rpc(who, 'get_assignment_slot', { p_id: work.id, p_n: 1 }))).toBe('role_required')
  expect(await settle(rpc('dalmas', 'get_assignment_slot', { p_id: work.id, p_n: 9 }))).toBe('not_found')
})

/** A slot of twelve vehicles, the last of which has 140 seats, by a surveyor whose last hundred were decided like this. */
async function bySurveyorWith(good: number) {
  await field.db.sql(
    `insert into app.review_entries (kind, subject_id, author_id, reason, state, created_at, due_at, decided_at)
     select 'collection_entry', gen_random_uuid(), $1, 'field_work', case when n <= $2 then 'approved' else 'rejected' end,
            app.now() - interval '9 days', app.now() - interval '8 days', app.now() - interval '8 days'
       from generate_series(1, 100) n`,
    [CAST.chebet.id, good],
  )
  const work = await assignment({ p_kind: 'vehicle_survey', p_vehicles: 12 })
  const session = await start('chebet', { p_started_at: await field.ago('2 hours') })
  const held = await claim('chebet', work.id, { p_session_id: session.id })
  for (let n = 1; n <= 12; n++)
    await submit('chebet', session.id, {
      p_claim_token: held.token,
      p_vehicle: { plate: `KZZ 9${n + 10}X`, capacity: n === 12 ? 140 : 14 },
      p_captured_at: await field.ago(`${100 - 5 * n} minutes`),
    })
  await submitSlot('chebet', held)
  return work
}
const bySample = (id: string, p_looked: string[], who: 'dalmas' | 'eve' | 'chebet' = 'dalmas') =>
  rpc(who, 'accept_sampled_slot', { p_id: id, p_n: 1, p_looked })

test('a sample that is good stands for what is plain, and for nothing with a flag', async () => {
  const work = await bySurveyorWith(95)
  const { sampling, entries } = await slot(work.id)
  expect(sampling).toMatchObject({ decided: 100, good: 95, failed: false })
  expect(sampling.entries).toHaveLength(11)
  const odd = entries.find(({ plate }) => plate === 'KZZ 922X')
  expect(sampling.entries).not.toContain(odd?.review.id)
  const sample = sampling.entries.slice(0, 5)
  // Neither fewer than five, nor others than the first.
  expect(await settle(bySample(work.id, sample.slice(1)))).toBe('invalid_request')
  expect(await settle(bySample(work.id, sampling.entries.slice(1, 6)))).toBe('invalid_transition')
  for (const who of ['eve', 'chebet'] as const)
    expect(await settle(bySample(work.id, sample, who))).toBe('role_required')
  expect(await bySample(work.id, sample)).toMatchObject({ refused: 0, batches: [{ size: 11, standing: 11 }] })
  const states = (await slot(work.id)).entries.map(({ plate, state }) => [plate, state])
  expect(states.filter(([, state]) => state === 'approved')).toHaveLength(11)
  expect(states.at(-1)).toEqual(['KZZ 922X', 'in_review'])
  expect(
    await field.db.sql(`select subject_id, detail from app.audit_log where action = 'assignment.sample_accepted'`),
  ).toEqual([{ subject_id: work.id, detail: { n: 1, looked: 5, size: 11 } }])
})

test('no sample stands for the rest where one was not good, or the last hundred were not', async () => {
  const poor = await bySurveyorWith(94)
  expect((await slot(poor.id)).sampling).toMatchObject({ good: 94, entries: [] })
  await field.db.sql(`update app.review_entries set state = 'approved' where state = 'rejected'`)
  const { sampling } = await slot(poor.id)
  const [bad] = sampling.entries
  await decide([{ entryId: bad, version: 1, decision: 'changes_requested', reasonCode: 'facts_wrong' }])
  expect((await slot(poor.id)).sampling).toMatchObject({ failed: true, entries: [] })
  expect(await settle(bySample(poor.id, sampling.entries.slice(1, 6)))).toBe('invalid_transition')
})

test('a new vehicle whose sticker was made stays found when its approval is undone', async () => {
  const work = await handedIn()
  const [first] = (await slot(work.id)).entries
  const { batch } = await decide([{ entryId: first?.review.id, version: first?.review.version }])
  const [vehicle] = await field.db.sql<{ id: string }>(`select id from app.vehicles where plate_key = 'KZZ901X'`)
  await rpc('dalmas', 'make_vehicle_sticker', { p_id: vehicle?.id })
  await rpc('dalmas', 'undo_review_batch', { p_id: batch?.id, p_reason: 'It was a slip.' })
  expect(await settle(rpc('eve', 'get_vehicle_profile', { p_identifier: 'KZZ 901X' }))).toBe('done')
})
