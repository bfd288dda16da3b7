import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, claim, rpc, settle } = field
type Who = 'dalmas' | 'eve' | 'chebet'
type Found = { title: string; dueAt: string | null; slots: { n: number; state: string; holder: object | null }[] }
const reason = 'The rain cost a day.'
const edit = (id: string, args: Record<string, unknown> = {}, who: Who = 'dalmas') =>
  rpc(who, 'edit_assignment', {
    p_id: id,
    p_title: 'Odeon again',
    p_slot_count: 1,
    p_reason: reason,
    ...args,
  }) as Promise<Found>
const free = (id: string, args: Record<string, unknown> = {}, who: Who = 'dalmas') =>
  rpc(who, 'free_assignment_slot', { p_id: id, p_n: 1, p_reason: 'Safe again.', ...args }) as Promise<Found>
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const audited = async () =>
  (await field.db.sql<{ action: string }>('select action from app.audit_log order by id')).map(({ action }) => action)

test('an extended assignment gives out slots again, with new texts and more slots', async () => {
  const { id } = await assignment({ p_due_at: inAnHour() })
  await field.db.shiftClock('2 hours')
  expect(await settle(claim('chebet', id))).toBe('slot_taken')
  const dueAt = new Date(Date.now() + 5 * 3_600_000).toISOString()
  const edited = await edit(id, { p_due_at: dueAt, p_slot_count: 2 })
  expect(edited).toMatchObject({ title: 'Odeon again', slots: [{ n: 1 }, { n: 2 }] })
  expect(await settle(claim('chebet', id))).toBe('done')
  expect(await edit(id, { p_due_at: dueAt, p_slot_count: 2 })).toMatchObject({ title: 'Odeon again' })
  expect((await audited()).filter((action) => action === 'assignment.edited')).toHaveLength(1)
})

test('never takes a slot away, and never edits what is closed', async () => {
  const { id } = await assignment({ p_slot_count: 2 })
  for (const args of [
    { p_slot_count: 1 },
    { p_slot_count: 51 },
    { p_title: ' ' },
    { p_due_at: '2020-01-01T00:00:00Z' },
    { p_reason: '' },
  ])
    expect(await settle(edit(id, { p_slot_count: 2, ...args }))).toBe('invalid_request')
  await rpc('dalmas', 'close_assignment', { p_id: id, p_reason: reason })
  expect(await settle(edit(id, { p_slot_count: 2 }))).toBe('invalid_transition')
  expect(await settle(edit(randomUUID()))).toBe('not_found')
})

test('a blocked slot, and one whose holder does not come back, can be claimed again', async () => {
  const { id } = await assignment()
  const held = await claim('chebet', id)
  await field.release('chebet', held, 'unsafe')
  expect(await settle(claim('baraka', id))).toBe('slot_taken')
  expect(await free(id)).toMatchObject({ slots: [{ state: 'open', holder: null }] })
  expect(await settle(claim('baraka', id))).toBe('done')
  expect(await free(id)).toMatchObject({ slots: [{ state: 'open', holder: null }] })
  expect(await free(id)).toMatchObject({ slots: [{ state: 'open' }] })
  expect((await audited()).filter((action) => action === 'assignment.slot_freed')).toHaveLength(2)
  expect(await settle(free(id, { p_n: 9 }))).toBe('not_found')
})

test('only admins edit and free, and nothing changes for others', async () => {
  const { id } = await assignment()
  await claim('chebet', id)
  for (const who of ['eve', 'chebet'] as const) {
    expect(await settle(edit(id, {}, who))).toBe('role_required')
    expect(await settle(free(id, {}, who))).toBe('role_required')
  }
  expect(await rpc('dalmas', 'get_assignment', { p_id: id })).toMatchObject({ slots: [{ state: 'claimed' }] })
})
