import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { HOUR, useField } from '../surveyor/test/field.ts'

const field = useField()
const { start, submit, submitSlot, decide, entry, assignment, claim, slots } = field

async function undo(subject: string, reason = 'The plate was of another one.') {
  const [waiting] = await field.db.sql<{ id: string; version: number }>(
    `select id, version from app.review_entries where subject_id = $1`,
    [subject],
  )
  return field.rpc('dalmas', 'undo_review_decision', {
    p_id: waiting?.id,
    p_version: waiting?.version,
    p_reason: reason,
  })
}
const vehicles = () =>
  field.db.sql(
    `select v.plate, v.fleet_name, v.capacity, v.sacco_id, v.checked_at,
            array(select r.route_id from app.vehicle_routes r where r.vehicle_id = v.id order by 1) as routes
       from app.vehicles v order by v.plate`,
  )
type Facts = { data: { version: number; reason: string | null; inForce: boolean; capacity: number | null }[] }
const factsOf = async (plate: string) => {
  const [vehicle] = await field.db.sql<{ id: string }>(`select id from app.vehicles where plate = $1`, [plate])
  return ((await field.rpc('dalmas', 'list_vehicle_facts', { p_id: vehicle?.id })) as Facts).data
}
const record = async (args: Record<string, unknown> = {}) => {
  const session = await start('chebet')
  return submit('chebet', session.id, { p_vehicle: { plate: SIMBA.plate, capacity: 40, fleetName: 'Twiga' }, ...args })
}

test('restores the previous facts of a known vehicle as a new version with the reason', async () => {
  const before = await vehicles()
  const { id } = await record()
  await decide(id, 'approved')
  expect(await vehicles()).not.toEqual(before)
  await undo(id)
  expect(await vehicles()).toEqual(before)
  expect((await factsOf(SIMBA.plate)).map(({ version, inForce, reason }) => [version, inForce, reason])).toEqual([
    [3, true, 'The plate was of another one.'],
    [2, false, null],
    [1, false, null],
  ])
  await decide(id, 'approved')
  expect(await factsOf(SIMBA.plate)).toMatchObject([{ version: 4, inForce: true, capacity: 40 }, {}, {}, {}])
})

test('a vehicle created by the approval keeps its public code and loses its facts', async () => {
  const { id } = await record({ p_vehicle: { plate: 'KZZ 900X', capacity: 33 } })
  await decide(id, 'approved')
  const [made] = await field.db.sql<{ public_code: string }>(
    `select public_code from app.vehicles where plate = 'KZZ 900X'`,
  )
  await undo(id)
  expect(
    await field.db.sql(`select public_code, capacity, checked_at from app.vehicles where plate = 'KZZ 900X'`),
  ).toEqual([{ public_code: made?.public_code, capacity: null, checked_at: null }])
})

test('rejects undoing an approval that a newer one builds on, until that one is undone', async () => {
  const before = await vehicles()
  const first = await record()
  await decide(first.id, 'approved')
  const [session] = await field.db.sql<{ id: string }>('select id from app.surveyor_sessions')
  const second = await submit('chebet', session?.id ?? '', { p_vehicle: { plate: SIMBA.plate, capacity: 41 } })
  await decide(second.id, 'approved')
  await expect(undo(first.id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'approved', because: 'vehicle_changed' },
  })
  await undo(second.id)
  expect(await factsOf(SIMBA.plate)).toMatchObject([{ capacity: 40, inForce: true }, {}, {}, {}])
  await undo(first.id)
  expect(await vehicles()).toEqual(before)
})

test.each([
  ['approved', {}],
  ['rejected', { reasonCode: 'not_there' }],
  ['changes_requested', { reasonCode: 'facts_wrong', edits: { facts: ['plate'] } }],
] as const)('restores the state of the slot when its entry was %s', async (decision, more) => {
  const work = await assignment()
  const session = await start('chebet')
  const held = await claim('chebet', work.id, { p_session_id: session.id })
  const { id } = await submit('chebet', session.id, { p_claim_token: held.token })
  await submitSlot('chebet', held)
  const before = await slots(work.id)
  await decide(id, decision, more)
  expect(await slots(work.id)).not.toEqual(before)
  await undo(id)
  expect((await slots(work.id))?.map(({ state, holderId }) => ({ state, holderId }))).toEqual(
    before?.map(({ state, holderId }) => ({ state, holderId })),
  )
  expect(await entry('chebet', id)).toMatchObject({ state: 'in_review', decision: null, vehicleId: null })
})

test('a slot that somebody else has claimed since stays theirs', async () => {
  const work = await assignment()
  const session = await start('chebet')
  const held = await claim('chebet', work.id, { p_session_id: session.id })
  const { id } = await submit('chebet', session.id, { p_claim_token: held.token })
  await submitSlot('chebet', held)
  await decide(id, 'rejected', { reasonCode: 'not_there' })
  const theirs = await claim('baraka', work.id)
  await undo(id)
  expect(await slots(work.id)).toMatchObject([{ state: 'claimed' }])
  expect(await field.rpc('baraka', 'claim_assignment_slot', { p_id: work.id })).toMatchObject({
    token: theirs.token,
    repeated: true,
  })
})

test('accepts a revision made offline after the return was undone, and reviews it instead of the original', async () => {
  const session = await start('chebet')
  const first = await submit('chebet', session.id)
  await decide(first.id, 'changes_requested', { reasonCode: 'facts_wrong' })
  await undo(first.id)
  const fixed = await submit('chebet', session.id, { p_revises: first.id, p_vehicle: { plate: 'KZZ 901X' } })
  expect(await entry('chebet', first.id)).toMatchObject({ state: 'replaced', revisedBy: fixed.id })
  const waiting = await field.db.sql(`select subject_id from app.review_entries where state = 'pending'`)
  expect(waiting).toEqual([{ subject_id: fixed.id }])
})

test('an entry that was held is held again', async () => {
  await field.db.shiftClock(`-${9 * 24} hours`)
  const session = await start('chebet')
  await field.db.resetClock()
  const { id } = await submit('chebet', session.id, {
    p_captured_at: new Date(Date.now() - 9 * 24 * HOUR).toISOString(),
  })
  expect(await entry('chebet', id)).toMatchObject({ state: 'held' })
  await decide(id, 'approved')
  await undo(id)
  expect(await entry('chebet', id)).toMatchObject({ state: 'held' })
})
