import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { REASON_LENGTH } from '../shared/limits.ts'
import { type Assignment, useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, assignments, claim, rpc, settle } = field
const AREA = { p_stop_id: null, p_south: -1.3, p_west: 36.8, p_north: -1.28, p_east: 36.83 }
const close = (id: string, who: 'dalmas' | 'eve' | 'chebet' = 'dalmas', p_reason: string | null = 'The stage moved.') =>
  rpc(who, 'close_assignment', { p_id: id, p_reason }) as Promise<
    Assignment & { closedAt: string | null; closeReason: string | null }
  >
const listed = async (p_state: string) =>
  ((await rpc('dalmas', 'list_assignments', { p_state })) as { data: Assignment[] }).data.map((each) => each.title)

test('a closed assignment gives out no slot; a held slot can still be submitted', async () => {
  const { id } = await assignment({ p_slot_count: 2 })
  const held = await claim('chebet', id)
  expect(await close(id)).toMatchObject({ closeReason: 'The stage moved.' })
  expect(await settle(claim('baraka', id))).toBe('slot_taken')
  expect(await assignments('baraka')).toEqual([])
  const [mine] = await assignments('chebet', { p_state: 'mine' })
  expect(mine).toMatchObject({ openSlots: 0, mine: [{ token: held.token, state: 'claimed' }] })
  expect(await settle(field.release('chebet', held))).toBe('done')
})

test('closing again changes nothing and is audited once, with the reason', async () => {
  const { id } = await assignment()
  const first = await close(id)
  await field.db.shiftClock('1 hour')
  expect(await close(id, 'dalmas', 'Another reason')).toEqual(first)
  expect(
    await field.db.sql(`select actor_id, subject_id, reason from app.audit_log where action = 'assignment.closed'`),
  ).toEqual([{ actor_id: CAST.dalmas.id, subject_id: id, reason: 'The stage moved.' }])
})

test('only an admin closes an existing assignment, with a reason', async () => {
  const { id } = await assignment()
  for (const who of ['eve', 'chebet'] as const) {
    expect(await settle(close(id, who))).toBe('role_required')
    expect(await settle(rpc(who, 'get_assignment', { p_id: id }))).toBe('role_required')
  }
  for (const reason of [null, '', ' a ', 'x'.repeat(REASON_LENGTH.maxLength + 1)])
    expect(await settle(close(id, 'dalmas', reason))).toBe('invalid_request')
  expect(await settle(close(randomUUID()))).toBe('not_found')
  expect(await settle(rpc('dalmas', 'get_assignment', { p_id: randomUUID() }))).toBe('not_found')
  expect(await rpc('dalmas', 'get_assignment', { p_id: id })).toMatchObject({ closedAt: null })
})

test('filters the list by open and closed', async () => {
  const closed = await assignment({ p_title: 'Closed' })
  await close(closed.id)
  await assignment({ p_title: 'Due', p_due_at: new Date(Date.now() + 3_600_000).toISOString() })
  await field.db.shiftClock('2 hours')
  await assignment({ p_title: 'Open' })
  expect(await listed('open')).toEqual(['Open'])
  expect(await listed('closed')).toEqual(['Due', 'Closed'])
  expect(await listed('all')).toEqual(['Open', 'Due', 'Closed'])
  expect(await settle(rpc('dalmas', 'list_assignments', { p_state: 'gone' }))).toBe('invalid_request')
})

test('the distance to an area is to its nearest edge, and zero inside it', async () => {
  const made = await assignment(AREA)
  expect(made).toMatchObject({ place: null, area: { south: -1.3, west: 36.8, north: -1.28, east: 36.83 } })
  const from = async (p_lat: number, p_lng: number) => (await assignments('chebet', { p_lat, p_lng }))[0]?.distanceM
  expect(await from(-1.29, 36.81)).toBe(0)
  expect(await from(-1.27, 36.81)).toBeCloseTo(1112, -2)
})

test.each([
  ['upside down', { p_south: -1.28, p_north: -1.3 }, 'invalid_request'],
  ['too wide', { p_east: 37.4 }, 'invalid_request'],
  ['without a side', { p_east: null }, 'invalid_request'],
  ['off the globe', { p_south: -91, p_north: -90.8 }, 'invalid_request'],
  ['where we do not work', { p_south: -2.3, p_north: -2.28 }, 'outside_service_area'],
])('rejects an area %s', async (_, change, slug) => {
  expect(await settle(assignment({ ...AREA, ...change }))).toBe(slug)
  expect(await field.count('app.assignments')).toBe(0)
})

test('stores the Swahili text beside the English one, or null when it is left out', async () => {
  const both = { p_title_sw: 'Asubuhi Koja', p_instructions_sw: 'Kila matatu.' }
  expect(await assignment(both)).toMatchObject({ titleSw: 'Asubuhi Koja', instructionsSw: 'Kila matatu.' })
  expect(await assignment({ p_title_sw: ' ' })).toMatchObject({ titleSw: null, instructionsSw: null })
  expect(await settle(assignment({ p_title_sw: 'x'.repeat(121) }))).toBe('invalid_request')
})

test('an admin sees the holder of a slot and the number of entries under the claim', async () => {
  const { id } = await assignment({ p_slot_count: 2 })
  const session = await field.start('chebet')
  const { token } = await claim('chebet', id, { p_session_id: session.id })
  await field.submit('chebet', session.id, { p_claim_token: token })
  expect(await rpc('dalmas', 'get_assignment', { p_id: id })).toMatchObject({
    slots: [
      { n: 1, holder: { id: CAST.chebet.id }, entries: 1 },
      { n: 2, state: 'open', holder: null, entries: 0 },
    ],
  })
})
