import { randomUUID } from 'node:crypto'
import { CAST, type Who } from '@salama/testing'
import { expect, test } from 'vitest'
import { type Claim, HOUR, useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, assignments, claim, rpc, settle } = field
type Found = { slots: { state: string; holderId: string | null }[] }
const assign = (id: string, args: Record<string, unknown> = {}, who: Who = 'dalmas') =>
  rpc(who, 'assign_assignment_slot', {
    p_id: id,
    p_n: 1,
    p_surveyor_id: CAST.chebet.id,
    p_reason: 'She knows the stage.',
    ...args,
  }) as Promise<Found>
const toBaraka = { p_surveyor_id: CAST.baraka.id }
const fromChebet = { ...toBaraka, p_holder_id: CAST.chebet.id }
const audited = () =>
  field.db.sql(
    `select actor_id, reason, detail from app.audit_log where action = 'assignment.slot_assigned' order by id`,
  )
const mine = async (who: Who) =>
  (await assignments(who, { p_state: 'mine' })).flatMap((each) => each.mine as (Claim & { assignedByAdmin: boolean })[])

test('a surveyor gets an open slot for 12 hours, works under it, and the reason is audited', async () => {
  const { id } = await assignment({ p_slot_count: 2 })
  expect(await assign(id, { p_n: 2 })).toMatchObject({
    slots: [{ state: 'open' }, { state: 'claimed', holderId: CAST.chebet.id }],
  })
  const [given] = await mine('chebet')
  if (!given) throw new Error('Chebet holds no slot')
  expect(given).toMatchObject({ state: 'claimed', offline: true, assignedByAdmin: true, entries: 0 })
  expect(Date.parse(given.heldUntil) - Date.parse(given.claimedAt)).toBe(12 * HOUR)
  const session = await field.start('chebet')
  expect(await field.submit('chebet', session.id, { p_claim_token: given.token })).toMatchObject({ late: false })
  expect(await field.submitSlot('chebet', given)).toMatchObject({ state: 'submitted', entries: 1 })
  expect(await audited()).toEqual([
    { actor_id: CAST.dalmas.id, reason: 'She knows the stage.', detail: { n: 2, from: 'open', to: CAST.chebet.id } },
  ])
})

test('a slot that somebody holds is taken from them as by an admin, and what they recorded is kept', async () => {
  const { id } = await assignment()
  const held = await claim('chebet', id)
  const session = await field.start('chebet')
  const entry = await field.submit('chebet', session.id, { p_claim_token: held.token })
  expect((await mine('chebet'))[0]).toMatchObject({ assignedByAdmin: false })
  expect(await assign(id, fromChebet)).toMatchObject({ slots: [{ state: 'claimed', holderId: CAST.baraka.id }] })
  expect(await mine('chebet')).toEqual([])
  expect(await field.entry('chebet', entry.id)).toMatchObject({ claimToken: held.token, late: false })
  expect(await field.db.sql('select to_state, reason from app.slot_events order by id')).toEqual([
    { to_state: 'claimed', reason: null },
    { to_state: 'released', reason: 'admin' },
    { to_state: 'open', reason: null },
    { to_state: 'claimed', reason: 'admin' },
  ])
  expect(await settle(field.submitSlot('chebet', held))).toBe('invalid_transition')
})

test('who was assigned a slot gives it back, once and in one way', async () => {
  const { id } = await assignment()
  await assign(id)
  const [given] = await mine('chebet')
  if (!given) throw new Error('Chebet holds no slot')
  expect(await field.release('chebet', given)).toMatchObject({ state: 'released', repeated: false })
  expect(await settle(field.release('chebet', given, 'unsafe'))).toBe('invalid_transition')
})

test('assigning it again to its holder changes nothing', async () => {
  const { id } = await assignment()
  const first = await assign(id)
  expect(await assign(id)).toEqual(first)
  expect(await assign(id, { p_holder_id: CAST.chebet.id })).toEqual(first)
  expect(await audited()).toHaveLength(1)
})

test('refuses who cannot work: no surveyor, suspended, without the course, or with as many slots as allowed', async () => {
  const [one, two] = [await assignment(), await assignment()]
  const refused = { slug: 'invalid_request', detail: { errors: [{ path: 'surveyorId', code: 'unknown_reference' }] } }
  for (const p_surveyor_id of [CAST.eve.id, randomUUID(), null])
    await expect(assign(one.id, { p_surveyor_id })).rejects.toMatchObject(refused)
  await rpc('dalmas', 'suspend_user', { p_user_id: CAST.chebet.id, p_reason: 'Lost phone.' })
  await expect(assign(one.id)).rejects.toMatchObject(refused)
  await rpc('dalmas', 'reinstate_user', { p_user_id: CAST.chebet.id, p_reason: 'Found it.' })
  await field.db.sql('delete from app.enrolments where user_id = $1', [CAST.baraka.id])
  expect(await settle(assign(one.id, toBaraka))).toBe('not_eligible')
  await claim('chebet', two.id)
  for (let n = 0; n < 4; n++) await claim('chebet', (await assignment()).id)
  expect(await settle(assign(one.id))).toBe('claim_limit')
  expect(await rpc('dalmas', 'get_assignment', { p_id: one.id })).toMatchObject({ slots: [{ state: 'open' }] })
  // An expired claim is in nobody's way.
  await field.db.shiftClock('3 hours')
  expect(await assign(one.id)).toMatchObject({ slots: [{ holderId: CAST.chebet.id }] })
  expect(await rpc('dalmas', 'get_assignment', { p_id: two.id })).toMatchObject({ slots: [{ state: 'open' }] })
})

test('rejects a slot whose holder has changed or that is blocked, and an assignment that is closed', async () => {
  const { id } = await assignment({ p_slot_count: 2, p_due_at: await field.ago('-5 hours') })
  expect(await settle(assign(id, { p_n: 3 }))).toBe('not_found')
  expect(await settle(assign(randomUUID()))).toBe('not_found')
  expect(await settle(assign(id, { p_reason: ' ' }))).toBe('invalid_request')
  expect(await settle(assign(id, { p_holder_id: CAST.baraka.id }))).toBe('slot_taken')
  const held = await claim('chebet', id)
  expect(await settle(assign(id, toBaraka))).toBe('slot_taken')
  await field.release('chebet', held, 'unsafe')
  expect(await settle(assign(id, fromChebet))).toBe('invalid_transition')
  await field.db.shiftClock('6 hours')
  const over = { slug: 'invalid_transition', detail: { currentState: 'closed' } }
  await expect(assign(id, { p_n: 2 })).rejects.toMatchObject(over)
  const closed = await assignment()
  await rpc('dalmas', 'close_assignment', { p_id: closed.id, p_reason: 'A mistake.' })
  await expect(assign(closed.id)).rejects.toMatchObject(over)
  expect(await audited()).toEqual([])
})

test('only admins assign, and nothing changes for others', async () => {
  const { id } = await assignment()
  for (const who of ['eve', 'chebet'] as const) expect(await settle(assign(id, {}, who))).toBe('role_required')
  expect(await rpc('dalmas', 'get_assignment', { p_id: id })).toMatchObject({ slots: [{ state: 'open' }] })
})

test('of two admins, and of an admin and a surveyor at the same time, one gets the slot', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const one = await assignment()
    const both = [{}, toBaraka].map((args) => () => settle(assign(one.id, args)))
    expect((await field.db.parallel(both)).toSorted()).toEqual(['done', 'slot_taken'])
    const two = await assignment()
    const [third] = await field.surveyors(1)
    if (!third) throw new Error('There is no third surveyor')
    const free = (await mine('chebet')).length > 0 ? toBaraka : {}
    const outcomes = await field.db.parallel([() => settle(assign(two.id, free)), () => settle(claim(third, two.id))])
    expect(outcomes.toSorted()).toEqual(['done', 'slot_taken'])
    await field.db.sql(`update app.assignment_slots set state = 'open', holder_id = null where state = 'claimed'`)
  }
})

test('a surveyor with four slots gets one of three that are assigned and claimed at the same time', async () => {
  for (let n = 0; n < 4; n++) await claim('chebet', (await assignment()).id)
  const made = [await assignment(), await assignment(), await assignment()] as const
  const outcomes = await field.db.parallel([
    () => settle(assign(made[0].id)),
    () => settle(assign(made[1].id)),
    () => settle(claim('chebet', made[2].id)),
  ])
  expect(outcomes.toSorted()).toEqual(['claim_limit', 'claim_limit', 'done'])
})

test('two admins who give the slots of two expired claims to each other’s holder do not deadlock', async () => {
  const [one, two] = [await assignment(), await assignment()]
  await claim('chebet', one.id)
  await claim('baraka', two.id)
  await field.db.shiftClock('3 hours')
  const outcomes = await field.db.parallel([() => settle(assign(two.id)), () => settle(assign(one.id, toBaraka))])
  expect(outcomes).toEqual(['done', 'done'])
})
