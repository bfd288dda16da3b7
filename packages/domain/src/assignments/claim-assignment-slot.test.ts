import { randomUUID } from 'node:crypto'
import { CAST, KOJA, ODEON, TEST_ROAD } from '@salama/testing'
import { expect, test } from 'vitest'
import { MAX_CLAIMS } from '../shared/limits.ts'
import { type Assignment, HOUR, useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, assignments, slots, claim, settle, rpc } = field

test('lists assignments by distance or by due date, and paginates without gaps', async () => {
  const far = await assignment({ p_title: 'far', p_stop_id: ODEON.id, p_due_at: await field.ago('-1 day') })
  const near = await assignment({ p_title: 'near', p_due_at: await field.ago('-2 days') })
  const road = await assignment({ p_title: 'road', p_stop_id: null, p_corridor_id: TEST_ROAD.id })
  const here = { p_lat: KOJA.lat, p_lng: KOJA.lng }
  const titles = (list: Assignment[]) => list.map((each) => each.title)
  expect(titles(await assignments('chebet', here))).toEqual(['near', 'far', 'road'])
  expect((await assignments('chebet', here)).map((each) => each.distanceM)).toEqual([0, 321, null])
  expect(titles(await assignments('chebet'))).toEqual(['far', 'near', 'road'])
  const walked: string[] = []
  let after: unknown = null
  do {
    const page = (await rpc('chebet', 'list_surveyor_assignments', { ...here, p_limit: 1, p_after: after })) as {
      data: Assignment[]
      next: unknown
    }
    walked.push(...titles(page.data))
    after = page.next
  } while (after !== null)
  expect(walked).toEqual(['near', 'far', 'road'])
  expect([far, near, road].map((each) => each.slots)).toHaveLength(3)
  await expect(assignments('chebet', { p_state: 'theirs' })).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(assignments('chebet', { p_lat: 1 })).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('lists a held slot under "mine" for its holder, and only as not open for others', async () => {
  const made = await assignment()
  const held = await claim('chebet', made.id)
  const { repeated: _, ...shown } = held
  expect(await assignments('chebet', { p_state: 'mine' })).toMatchObject([
    { id: made.id, openSlots: 0, others: 0, mine: [shown] },
  ])
  expect(await assignments('baraka')).toEqual([])
  const others = await assignments('baraka', { p_state: 'all' })
  expect(others).toMatchObject([{ id: made.id, openSlots: 0, others: 1, mine: [] }])
  for (const hidden of [CAST.chebet.id, held.slotId]) expect(JSON.stringify(others)).not.toContain(hidden)
  expect(await slots(made.id)).toMatchObject([{ state: 'claimed', holderId: CAST.chebet.id }])
})

test('rejects claims after the due date, but accepts submission of a held slot', async () => {
  const made = await assignment({ p_slot_count: 2, p_due_at: await field.ago('-1 hour') })
  const held = await claim('chebet', made.id)
  const { id } = await field.start('chebet')
  await field.db.shiftClock('90 minutes')
  expect(await assignments('baraka')).toEqual([])
  await expect(claim('baraka', made.id)).rejects.toMatchObject({ slug: 'slot_taken' })
  expect(await field.submit('chebet', id, { p_claim_token: held.token })).toMatchObject({ late: false })
  expect(await field.submitSlot('chebet', held)).toMatchObject({ state: 'submitted' })
  expect((await slots(made.id))?.map((slot) => slot.state)).toEqual(['submitted', 'open'])
})

test('of two hundred concurrent claims of one slot one succeeds and the others get slot_taken', async () => {
  const made = await assignment()
  const people = await field.surveyors(200)
  const outcomes = await field.db.parallel(people.map((who) => () => settle(claim(who, made.id))))
  expect(outcomes.toSorted()).toEqual(['done', ...Array(people.length - 1).fill('slot_taken')])
  await expect(claim('chebet', made.id)).rejects.toMatchObject({ slug: 'slot_taken', detail: undefined })
})

test('an expired lease can be claimed in the same second, by one of many, without the sweeper', async () => {
  const made = await assignment()
  const first = await claim('chebet', made.id)
  await field.db.shiftClock('1 hour 59 minutes')
  await expect(claim('baraka', made.id)).rejects.toMatchObject({ slug: 'slot_taken' })
  await field.db.shiftClock('2 hours')
  const people = await field.surveyors(40)
  const outcomes = await field.db.parallel(people.map((who) => () => settle(claim(who, made.id))))
  expect(outcomes.toSorted()).toEqual(['done', ...Array(people.length - 1).fill('slot_taken')])
  const tokens = await field.db.sql<{ token: string }>('select token from app.assignment_slots')
  expect(Number(tokens[0]?.token)).toBeGreaterThan(first.token)
  expect(await field.db.sql('select to_state from app.slot_events order by id')).toEqual(
    ['claimed', 'expired', 'open', 'claimed'].map((to_state) => ({ to_state })),
  )
})

test('of twenty concurrent claims of one user in twenty assignments five get a slot, and none has two in one', async () => {
  const made = []
  for (let n = 0; n < 20; n++) made.push(await assignment())
  const outcomes = await field.db.parallel(made.map((each) => () => settle(claim('chebet', each.id))))
  expect(outcomes.toSorted()).toEqual([...Array(15).fill('claim_limit'), ...Array(MAX_CLAIMS).fill('done')])
  expect(await field.db.sql(`select from app.assignment_slots where state = 'claimed'`)).toHaveLength(MAX_CLAIMS)
  await expect(
    field.db.sql(`update app.assignment_slots set assignment_id = $1, n = token where state = 'claimed'`, [
      made[0]?.id,
    ]),
  ).rejects.toThrow(/assignment_slots_one_each/)
})

test('several are claimed together: what can be is, and each other one says why not', async () => {
  const made = []
  for (let n = 0; n < 5; n++) made.push((await assignment()).id)
  const together = (who: 'chebet' | 'eve', ids: unknown, args: object = {}) =>
    rpc(who, 'claim_assignment_slots', { p_assignment_ids: ids, ...args })
  const [one, two, taken] = made
  await claim('baraka', taken ?? '')
  const unknown = randomUUID()
  expect(await together('chebet', [one, taken, unknown, two], { p_offline: true })).toMatchObject({
    claimed: [one, two].map((assignmentId) => ({ assignmentId, offline: true, repeated: false })),
    refused: [
      { assignmentId: taken, code: 'slot_taken' },
      { assignmentId: unknown, code: 'not_found' },
    ],
  })
  // The answer was lost: the same again is the same.
  expect(await together('chebet', [one, two])).toMatchObject({ claimed: [{ repeated: true }, { repeated: true }] })
  const others = made.slice(3)
  await Promise.all([assignment(), assignment()]).then((more) => others.push(...more.map(({ id }) => id)))
  const { claimed, refused } = (await together('chebet', others)) as { claimed: object[]; refused: object[] }
  expect(claimed).toHaveLength(3)
  expect(refused).toEqual([{ assignmentId: others[3], code: 'claim_limit' }])
  for (const wrong of [[], [...others, one, two], null])
    await expect(together('chebet', wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(together('eve', [one])).rejects.toMatchObject({ slug: 'role_required' })
})

test('an expired claim of the same user does not block the next one', async () => {
  const [one, two] = [await assignment(), await assignment()]
  await claim('chebet', one.id)
  await field.db.shiftClock('3 hours')
  expect(await claim('chebet', two.id)).toMatchObject({ assignmentId: two.id, repeated: false })
  expect(await slots(one.id)).toMatchObject([{ state: 'open' }])
})

test("no deadlock when two holders of expired claims claim each other's slot", async () => {
  const [one, two] = [await assignment(), await assignment()]
  await claim('chebet', one.id)
  await claim('baraka', two.id)
  await field.db.shiftClock('3 hours')
  const outcomes = await field.db.parallel([
    () => settle(claim('chebet', two.id)),
    () => settle(claim('baraka', one.id)),
  ])
  expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'slot_taken')).toEqual([])
})

test('claiming again returns the held claim and can turn it into an offline claim', async () => {
  const made = await assignment({ p_slot_count: 2 })
  const held = await claim('chebet', made.id)
  expect(await claim('chebet', made.id)).toEqual({ ...held, repeated: true })
  const offline = await claim('chebet', made.id, { p_offline: true })
  expect(offline).toMatchObject({ token: held.token, offline: true, repeated: true })
  expect(Date.parse(offline.heldUntil) - Date.parse(offline.claimedAt)).toBe(12 * HOUR)
  expect((await slots(made.id))?.map((slot) => slot.state)).toEqual(['claimed', 'open'])
})

test('a renewal extends the lease by two hours, up to twelve; an expired one stays expired', async () => {
  const made = await assignment()
  const { id } = await field.start('chebet')
  const held = await claim('chebet', made.id, { p_session_id: id })
  expect(held).toMatchObject({ sessionId: id, offline: false })
  expect(Date.parse(held.heldUntil) - Date.parse(held.claimedAt)).toBe(2 * HOUR)
  const until = async () => {
    const [mine] = await assignments('chebet', { p_state: 'mine' })
    return (Date.parse(mine?.mine[0]?.heldUntil ?? '') - Date.parse(held.claimedAt)) / HOUR
  }
  for (const [at, expected] of [
    [1, 3],
    [2.5, 4.5],
    [4, 6],
    [5.5, 7.5],
    [7, 9],
    [8.5, 10.5],
    [10.25, 12],
    [11.5, 12],
  ] as const) {
    await field.db.shiftClock(`${at} hours`)
    await field.touch('chebet', id)
    expect(await until()).toBeCloseTo(expected, 2)
  }
  await field.db.shiftClock('12 hours 1 minute')
  await field.touch('chebet', id)
  expect(await assignments('chebet', { p_state: 'mine' })).toEqual([])
  expect(await claim('baraka', made.id)).toMatchObject({ state: 'claimed' })
})

test('an offline lease lasts twelve hours, and a renewal does not shorten it', async () => {
  const made = await assignment()
  const { id } = await field.start('chebet')
  await claim('chebet', made.id, { p_offline: true })
  await field.touch('chebet', id)
  await field.db.shiftClock('11 hours 59 minutes')
  await expect(claim('baraka', made.id)).rejects.toMatchObject({ slug: 'slot_taken' })
  await field.db.shiftClock('12 hours')
  expect(await claim('baraka', made.id)).toMatchObject({ state: 'claimed' })
})

test('a claim requires the course, an existing assignment, and an open session if one is named', async () => {
  const made = await assignment()
  await field.db.sql('update app.enrolments set completed_at = null')
  await expect(claim('chebet', made.id)).rejects.toMatchObject({
    slug: 'not_eligible',
    detail: { course: 'surveyor-basics' },
  })
  await field.makeSurveyor(CAST.chebet.id)
  await expect(claim('chebet', randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
  const theirs = await field.start('baraka')
  const { id } = await field.start('chebet')
  await field.end('chebet', id)
  for (const session of [id, theirs.id, randomUUID()])
    await expect(claim('chebet', made.id, { p_session_id: session })).rejects.toMatchObject({
      slug: 'session_required',
    })
  await expect(claim('eve', made.id)).rejects.toMatchObject({ slug: 'role_required' })
  expect(await slots(made.id)).toMatchObject([{ state: 'open' }])
})

test('a released slot is open at once, and releasing it again changes nothing', async () => {
  const made = await assignment()
  const held = await claim('chebet', made.id)
  expect(await field.release('chebet', held)).toMatchObject({ state: 'released', reason: null, repeated: false })
  expect(await field.release('chebet', held)).toMatchObject({ state: 'released', repeated: true })
  const next = await claim('baraka', made.id)
  expect(next.token).toBeGreaterThan(held.token)
  expect(await field.release('chebet', held)).toMatchObject({ repeated: true })
  expect(await slots(made.id)).toMatchObject([{ state: 'claimed', holderId: CAST.baraka.id }])
})

test.each(['not_found', 'unsafe', 'already_done', 'too_hard'])(
  'a slot that was released as %s is blocked and cannot be claimed again',
  async (reason) => {
    const made = await assignment()
    const held = await claim('chebet', made.id)
    expect(await field.release('chebet', held, reason)).toMatchObject({ state: 'blocked', reason })
    expect(await slots(made.id)).toMatchObject([{ state: 'blocked', reason }])
    await field.db.shiftClock('30 days')
    await expect(claim('baraka', made.id)).rejects.toMatchObject({ slug: 'slot_taken' })
    await expect(field.release('chebet', held)).rejects.toMatchObject({
      slug: 'invalid_transition',
      detail: { currentState: 'blocked', allowedTransitions: ['open'] },
    })
  },
)

test('rejects releasing the claim of another user, an ended claim, or with an unknown reason', async () => {
  const made = await assignment()
  const held = await claim('chebet', made.id)
  await expect(field.release('eve', held)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(field.release('baraka', held)).rejects.toMatchObject({ slug: 'not_found', detail: undefined })
  await expect(field.release('chebet', { ...held, assignmentId: randomUUID() })).rejects.toMatchObject({
    slug: 'not_found',
  })
  await expect(field.release('chebet', held, 'bored')).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await slots(made.id)).toMatchObject([{ state: 'claimed', holderId: CAST.chebet.id }])
  await field.db.shiftClock('2 hours')
  await claim('baraka', made.id)
  await expect(field.release('chebet', held)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'expired', allowedTransitions: ['open'] },
  })
})
