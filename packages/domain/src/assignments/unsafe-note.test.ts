import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { AdminAlerts } from '../admin-alerts/contract.ts'
import { useField } from '../surveyor/test/field.ts'

const NOTE = 'Men at the gate ask for money.\nCome with two people.'
const field = useField()
const { assignment, claim, rpc, settle } = field
const blocks = async (id: string) =>
  ((await rpc('dalmas', 'get_assignment', { p_id: id })) as { slots: { blocks: object[] }[] }).slots[0]?.blocks
const alerts = async () => AdminAlerts.parse(await rpc('dalmas', 'list_admin_alerts')).data

test('the note of a place that is not safe is in the alert and in the slot’s history, also after it is free', async () => {
  const made = await assignment({ p_title: 'Koja in the evening' })
  await field.release('chebet', await claim('chebet', made.id), 'unsafe', NOTE)
  const [alert] = await alerts()
  expect(alert).toMatchObject({ kind: 'not_safe', title: 'Koja in the evening', note: NOTE })
  const told = [{ at: expect.any(String), reason: 'unsafe', note: NOTE }]
  expect(await blocks(made.id)).toEqual(told)
  await rpc('dalmas', 'free_assignment_slot', { p_id: made.id, p_n: 1, p_reason: 'It is safe again' })
  expect(await blocks(made.id)).toEqual(told)
  await field.release('baraka', await claim('baraka', made.id), 'too_hard')
  expect(await blocks(made.id)).toMatchObject([{ reason: 'too_hard', note: null }, { note: NOTE }])
  expect(await alerts()).toHaveLength(1)
})

test('the same release again keeps the first note, and only admins read it', async () => {
  const made = await assignment({ p_slot_count: 2 })
  const held = await claim('chebet', made.id)
  await field.release('chebet', held, 'unsafe', NOTE)
  expect(await field.release('chebet', held, 'unsafe', 'Another one')).toMatchObject({ repeated: true })
  expect(await blocks(made.id)).toMatchObject([{ note: NOTE }])
  expect(JSON.stringify(await field.assignments('baraka', { p_state: 'all' }))).not.toContain('money')
})

test('refuses a note without a reason, an empty one, and one that is too long; and nothing changes', async () => {
  const made = await assignment()
  const held = await claim('chebet', made.id)
  expect(await settle(field.release('chebet', held, undefined, NOTE))).toBe('invalid_request')
  expect(await settle(field.release('chebet', held, 'unsafe', ''))).toBe('invalid_request')
  expect(await settle(field.release('chebet', held, 'unsafe', 'x'.repeat(501)))).toBe('invalid_request')
  expect(await blocks(made.id)).toEqual([])
  expect(await alerts()).toEqual([])
})

test('an account that is deleted takes its note along', async () => {
  const made = await assignment()
  await field.release('chebet', await claim('chebet', made.id), 'unsafe', NOTE)
  const [exported] = await field.db.sql<{ work: object }>('select app.export_surveyor_of($1) as work', [CAST.chebet.id])
  expect(JSON.stringify(exported?.work)).toContain('ask for money')
  await field.db.sql('select app.erase_surveyor_of($1)', [CAST.chebet.id])
  expect(await blocks(made.id)).toMatchObject([{ reason: 'unsafe', note: null }])
  expect(await alerts()).toMatchObject([{ kind: 'not_safe', note: null }])
})

test.each([
  ['its lease handed it in', true],
  ['its lease ran out and another surveyor claimed it', false],
])('a report from an offline phone reaches the admins after %s, once, and the slot stays', async (_, hasEntries) => {
  const made = await assignment()
  const { id } = await field.start('chebet')
  const held = await claim('chebet', made.id, { p_session_id: id })
  if (hasEntries) await field.submit('chebet', id, { p_claim_token: held.token })
  await field.db.shiftClock('3 hours')
  await field.db.sql('select app.submit_lapsed_slots()')
  if (!hasEntries) await claim('baraka', made.id)
  const state = hasEntries ? 'submitted' : 'claimed'
  expect(await field.release('chebet', held, 'unsafe', NOTE)).toMatchObject({ state: 'blocked', repeated: false })
  expect(await field.release('chebet', held, 'unsafe', NOTE)).toMatchObject({ state: 'blocked', repeated: true })
  expect(await alerts()).toMatchObject([{ kind: 'not_safe', note: NOTE }])
  expect(await blocks(made.id)).toMatchObject([{ reason: 'unsafe', note: NOTE }])
  expect(await field.slots(made.id)).toMatchObject([{ state }])
  expect(await settle(field.release('chebet', held, 'too_hard'))).toBe('invalid_transition')
  expect(await settle(field.release('chebet', held))).toBe('invalid_transition')
})
