import { expect, test } from 'vitest'
import { type Claim, useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, claim, start, submit, submitSlot, slots, settle } = field

/** Starts a session of Chebet with a claimed slot. */
async function atWork(): Promise<{ session: string; held: Claim }> {
  const made = await assignment()
  const { id } = await start('chebet')
  return { session: id, held: await claim('chebet', made.id) }
}
const record = (session: string, held: Claim) => submit('chebet', session, { p_claim_token: held.token })
const stateOf = async (held: Claim) => (await slots(held.assignmentId))?.map(({ state }) => state)

test('submitting a slot lets the surveyor claim another one', async () => {
  const { session, held } = await atWork()
  await record(session, held)
  await record(session, held)
  expect(await submitSlot('chebet', held)).toEqual({
    assignmentId: held.assignmentId,
    slotId: held.slotId,
    token: held.token,
    state: 'submitted',
    entries: 2,
    counts: 0,
    repeated: false,
  })
  expect(await stateOf(held)).toEqual(['submitted'])
  const other = await assignment()
  expect(await claim('chebet', other.id)).toMatchObject({ repeated: false })
  await field.db.shiftClock('100 days')
  expect(await settle(claim('baraka', held.assignmentId))).toBe('slot_taken')
})

test('submitting twice, also concurrently, submits the slot once', async () => {
  const { session, held } = await atWork()
  await record(session, held)
  const answers = await field.db.parallel([() => submitSlot('chebet', held), () => submitSlot('chebet', held)])
  expect(answers.map(({ repeated }) => repeated).toSorted()).toEqual([false, true])
  expect(await field.db.sql(`select to_state from app.slot_events where token = $1 order by id`, [held.token])).toEqual(
    [{ to_state: 'claimed' }, { to_state: 'submitted' }],
  )
})

test('returns nothing_recorded for a slot without entries, which stays claimed', async () => {
  const { held } = await atWork()
  expect(await settle(submitSlot('chebet', held))).toBe('nothing_recorded')
  expect(await stateOf(held)).toEqual(['claimed'])
})

test('submits a slot with entries when its lease ends, so that nobody else can claim it', async () => {
  const { session, held } = await atWork()
  const sent = await record(session, held)
  await field.db.shiftClock('2 hours 1 minute')
  expect(await stateOf(held)).toEqual(['submitted'])
  expect(await settle(claim('baraka', held.assignmentId))).toBe('slot_taken')
  expect(await submit('chebet', session, { p_claim_token: held.token })).toMatchObject({ late: true })
  await field.decide(sent.id, 'approved')
  expect(await submitSlot('chebet', held)).toMatchObject({ entries: 2, repeated: true })
})

test('the sweep settles a slot whose entries were all decided before its lease ended', async () => {
  const { session, held } = await atWork()
  const sent = await record(session, held)
  await field.decide(sent.id, 'approved')
  expect(await stateOf(held)).toEqual(['claimed'])
  await field.db.shiftClock('2 hours 1 minute')
  await field.db.sql('select app.sweep()')
  expect(await stateOf(held)).toEqual(['approved'])
})

test('after a lease ends without a submission the surveyor can claim again, and entries of both claims count', async () => {
  const { session, held } = await atWork()
  await record(session, held)
  await field.db.shiftClock('2 hours 1 minute')
  const other = await assignment()
  expect(await claim('chebet', other.id)).toMatchObject({ repeated: false })
  expect(await stateOf(held)).toEqual(['submitted'])
})

test('an entry returned before the slot is submitted reserves the slot from the submission on', async () => {
  const { session, held } = await atWork()
  const sent = await record(session, held)
  await field.decide(sent.id, 'changes_requested', { reasonCode: 'facts_missing', note: 'Which route?' })
  expect(await stateOf(held)).toEqual(['claimed'])
  await submitSlot('chebet', held)
  expect(await stateOf(held)).toEqual(['changes_requested'])
  await submit('chebet', session, { p_revises: sent.id })
  expect(await stateOf(held)).toEqual(['submitted'])
})

test('rejects submitting a slot that was released or claimed by somebody else since', async () => {
  const { session, held } = await atWork()
  await field.release('chebet', held)
  await record(session, held)
  expect(await settle(submitSlot('chebet', held))).toBe('invalid_transition')
  const second = await claim('chebet', held.assignmentId)
  await field.db.shiftClock('2 hours 1 minute')
  const third = await claim('baraka', held.assignmentId)
  expect(await settle(submitSlot('chebet', second))).toBe('invalid_transition')
  expect(await slots(held.assignmentId)).toMatchObject([{ state: 'claimed' }])
  expect(third.token).toBeGreaterThan(second.token)
})

test("rejects submitting another surveyor's slot, and changes nothing", async () => {
  const { session, held } = await atWork()
  await record(session, held)
  expect(await settle(submitSlot('baraka', held))).toBe('not_found')
  expect(await settle(submitSlot('eve', held))).toBe('role_required')
  const other = await assignment()
  expect(await settle(submitSlot('chebet', { ...held, assignmentId: other.id }))).toBe('not_found')
  expect(await stateOf(held)).toEqual(['claimed'])
})
