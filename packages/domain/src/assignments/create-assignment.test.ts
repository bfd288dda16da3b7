import { randomUUID } from 'node:crypto'
import { CAST, KOJA, MACHAKOS, TEST_ROAD } from '@salama/testing'
import { expect, test } from 'vitest'
import { ASKED_FACTS, MAX_ASSIGNMENT } from '../shared/choices.ts'
import { type Assignment, useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, assignments, claim, rpc } = field

test('creates an assignment with three slots and audits it', async () => {
  const made = await assignment({ p_slot_count: 3, p_corridor_id: TEST_ROAD.id })
  expect(made).toMatchObject({ kind: 'stage_count', placeName: 'Koja', corridor: TEST_ROAD, route: null, dueAt: null })
  expect(made.slots.map((slot) => slot.state)).toEqual(['open', 'open', 'open'])
  expect(await rpc('dalmas', 'list_assignments')).toEqual({ data: [made], next: null })
  expect(await field.db.sql('select actor_id, action, subject_id from app.audit_log')).toEqual([
    { actor_id: CAST.dalmas.id, action: 'assignment.created', subject_id: made.id },
  ])
})

test.each([
  ['an unknown kind', { p_kind: 'holiday' }, 'kind', 'invalid_value'],
  ['no title', { p_title: ' ' }, 'title', 'invalid_value'],
  ['a long title', { p_title: 'x'.repeat(MAX_ASSIGNMENT.title + 1) }, 'title', 'invalid_value'],
  [
    'long instructions',
    { p_instructions: 'x'.repeat(MAX_ASSIGNMENT.instructions + 1) },
    'instructions',
    'invalid_value',
  ],
  ['no slot', { p_slot_count: 0 }, 'slotCount', 'out_of_range'],
  ['a slot too many', { p_slot_count: MAX_ASSIGNMENT.slots + 1 }, 'slotCount', 'out_of_range'],
  ['no place, corridor or route', { p_stop_id: null }, 'place', 'required'],
  ['an unknown corridor', { p_corridor_id: randomUUID() }, 'corridorId', 'unknown_reference'],
  ['an unknown route', { p_route_id: randomUUID() }, 'routeId', 'unknown_reference'],
  ['no vehicle', { p_vehicles: 0 }, 'quota.vehicles', 'out_of_range'],
  ['a minute too many', { p_minutes: MAX_ASSIGNMENT.minutes + 1 }, 'quota.minutes', 'out_of_range'],
  ['minutes of a survey', { p_kind: 'vehicle_survey', p_minutes: 60 }, 'quota.minutes', 'out_of_range'],
  ['an unknown fact', { p_facts: ['colour'] }, 'quota.facts', 'invalid_value'],
  ['a due date that has passed', { p_due_at: '2020-01-01T00:00:00Z' }, 'dueAt', 'out_of_range'],
])('rejects an assignment with %s', async (_, args, path, code) => {
  await expect(assignment(args)).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path, code }] },
  })
  expect(await field.count('app.assignments')).toBe(0)
})

test('says what each slot is asked for', async () => {
  const made = await assignment({ p_vehicles: 10, p_minutes: 120, p_facts: ['sticker', 'photo'] })
  expect(made.quota).toEqual({ vehicles: 10, minutes: 120, facts: ['sticker', 'photo'] })
  expect((await assignments('chebet'))[0]).toMatchObject({ quota: made.quota })
  expect((await assignment({ p_facts: [...ASKED_FACTS] })).quota.facts).toEqual(ASKED_FACTS)
  expect((await assignment()).quota).toEqual({ vehicles: null, minutes: null, facts: [] })
})

test('rejects an assignment outside the service area or at an unknown stop', async () => {
  await expect(assignment({ p_stop_id: null, p_lat: MACHAKOS.lat, p_lng: MACHAKOS.lng })).rejects.toMatchObject({
    slug: 'outside_service_area',
    detail: { location: { serviceArea: 'Nairobi' } },
  })
  await expect(assignment({ p_stop_id: randomUUID() })).rejects.toMatchObject({ slug: 'unknown_stop' })
  expect(await field.count('app.assignment_slots')).toBe(0)
})

test('only an admin creates assignments and sees the holders of slots', async () => {
  for (const who of ['eve', 'chebet'] as const) {
    await expect(
      rpc(who, 'create_assignment', { p_kind: 'stage_count', p_title: 'x', p_slot_count: 1 }),
    ).rejects.toMatchObject({
      slug: 'role_required',
    })
    await expect(rpc(who, 'list_assignments')).rejects.toMatchObject({ slug: 'role_required' })
  }
  for (const who of ['eve', 'dalmas'] as const)
    await expect(assignments(who)).rejects.toMatchObject({ slug: 'role_required', detail: { role: 'surveyor' } })
  expect(await field.count('app.assignments')).toBe(0)
})

test('a repeat with the same Idempotency-Key creates nothing and returns the same response for a day', async () => {
  const args = { p_idempotency_key: 'monday' }
  const made = await assignment(args)
  await claim('chebet', made.id)
  expect(await assignment(args)).toEqual(made)
  await expect(assignment({ ...args, p_title: 'Other' })).rejects.toMatchObject({ slug: 'idempotency_key_reused' })
  await expect(assignment({ p_idempotency_key: 'x'.repeat(256) })).rejects.toMatchObject({ slug: 'invalid_request' })
  await field.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.amina.id])
  expect(
    (
      (await field.rpc('amina', 'create_assignment', {
        p_kind: 'stage_count',
        p_title: 'Hers',
        p_slot_count: 1,
        p_stop_id: KOJA.id,
        ...args,
      })) as Assignment
    ).id,
  ).not.toBe(made.id)
  expect(await field.count('app.assignments')).toBe(2)
  await field.db.shiftClock('24 hours')
  expect((await assignment(args)).id).not.toBe(made.id)
})

test('ten concurrent copies of one request create one assignment and get the same response', async () => {
  const answers = await field.db.parallel(
    Array.from({ length: 10 }, () => () => assignment({ p_idempotency_key: 'once' })),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await field.count('app.assignments')).toBe(1)
})

test('a failed request does not use up its Idempotency-Key', async () => {
  const args = { p_idempotency_key: 'again' }
  await expect(assignment({ ...args, p_slot_count: 0 })).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await assignment(args)).toMatchObject({ title: 'Morning at Koja' })
})
