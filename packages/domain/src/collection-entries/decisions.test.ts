import { randomUUID } from 'node:crypto'
import { CAST, KOJA, ODEON, SIMBA } from '@salama/testing'
import { beforeEach, expect, test } from 'vitest'
import { HOUR, useField } from '../surveyor/test/field.ts'

const field = useField()
const { start, submit, entry, assignment, claim, slots, ago, decide, face } = field
const SACCO = '0b000000-0000-4000-8000-00000000000a'
const ROUTE = '00000000-0000-5000-8000-0000000000e1'
beforeEach(async () => {
  await field.db.sql(`insert into app.saccos (id, slug, name) values ($1, 'kifaru-demo', 'Kifaru Demo Sacco')`, [SACCO])
  await field.db.sql(`insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('kds', 'KDS', $1)`, [SACCO])
  await field.db.sql(
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
     values ($1, 'test', 'r1', 'r1', '1', 'One', 3)`,
    [ROUTE],
  )
})
const profile = async (plate: string) =>
  (await field.rpc('eve', 'get_vehicle_profile', { p_identifier: plate })) as Record<string, unknown>
const versions = (plate: string) =>
  field.db.sql(
    `select f.version, f.fleet_name, f.capacity, f.surveyor_id, f.session_id, f.entry_id, f.approved_by, f.sacco_name
       from app.vehicle_facts f join app.vehicles v on v.id = f.vehicle_id
      where v.plate_key = app.plate_key($1) order by f.version`,
    [plate],
  )
const slotOf = async (id: string) => (await slots(id))?.[0]?.state

test('approval creates an unknown vehicle with a random public code and stores who saw it, when and in which session', async () => {
  const { id } = await start('chebet', { p_started_at: await ago('2 hours') })
  const at = await ago('1 hour')
  const vehicle = { plate: 'kzz900x', fleetName: 'Kifaru 9', capacity: 33, sacco: { name: 'kds' }, routeIds: [ROUTE] }
  const sent = await submit('chebet', id, { p_vehicle: vehicle, p_captured_at: at })
  await decide(sent.id, 'approved')
  expect(await profile('KZZ 900X')).toMatchObject({
    plate: 'KZZ 900X',
    publicCode: expect.stringMatching(/^V-[0-9A-HJKMNP-TV-Z]{8}$/),
    fleetName: 'Kifaru 9',
    capacity: 33,
    sacco: { id: SACCO },
    routes: [{ id: ROUTE }],
    checkedAt: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
  })
  expect(await versions('KZZ900X')).toEqual([
    {
      version: 1,
      fleet_name: 'Kifaru 9',
      capacity: 33,
      surveyor_id: CAST.chebet.id,
      session_id: id,
      entry_id: sent.id,
      approved_by: CAST.dalmas.id,
      sacco_name: null,
    },
  ])
  expect(await entry('chebet', sent.id)).toMatchObject({ state: 'approved', vehicleId: expect.any(String) })
})

test('a known vehicle keeps its earlier facts as the first version; omitted facts stay unchanged', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id, {
    p_vehicle: { plate: SIMBA.plate, capacity: 14, sacco: { name: 'Nobody Knows Us' } },
  })
  await decide(sent.id, 'approved')
  expect(await profile(SIMBA.plate)).toMatchObject({
    id: SIMBA.id,
    publicCode: SIMBA.publicCode,
    fleetName: 'Simba 7',
    capacity: 14,
    sacco: null,
  })
  expect(await versions(SIMBA.plate)).toMatchObject([
    { version: 1, fleet_name: 'Simba 7', capacity: null, surveyor_id: null, session_id: null },
    { version: 2, fleet_name: 'Simba 7', capacity: 14, surveyor_id: CAST.chebet.id, sacco_name: 'Nobody Knows Us' },
  ])
})

test('approving an older sighting later stores it without replacing the newer one', async () => {
  const { id } = await start('chebet', { p_started_at: await ago('6 hours') })
  const older = await submit('chebet', id, {
    p_vehicle: { plate: 'KZZ 900X', capacity: 14 },
    p_captured_at: await ago('5 hours'),
  })
  const newer = await submit('chebet', id, { p_vehicle: { plate: 'KZZ 900X', capacity: 33 } })
  await decide(newer.id, 'approved')
  await decide(older.id, 'approved')
  expect(await profile('KZZ 900X')).toMatchObject({ capacity: 33 })
  expect(await versions('KZZ900X')).toMatchObject([{ capacity: 33 }, { capacity: 14 }])
})

test('concurrent approval of two entries about one new vehicle creates one vehicle with two versions', async () => {
  const { id } = await start('chebet')
  const sent = [await submit('chebet', id), await submit('chebet', id, { p_vehicle: { plate: 'kzz-900x' } })]
  await field.db.parallel(sent.map((each) => () => decide(each.id, 'approved')))
  expect(await versions('KZZ900X')).toMatchObject([{ version: 1 }, { version: 2 }])
})

test('edits change the vehicle but not the entry; invalid edits are rejected', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id, {
    p_vehicle: { plate: 'KZZ 900Y', capacity: 330 / 10, sacco: { name: 'Kifa' } },
  })
  for (const [edits, path] of [
    [undefined, 'edits'],
    [{}, 'edits'],
    [{ plate: '?' }, 'edits.plate'],
    [{ colour: 'red' }, 'edits.colour'],
  ] as const)
    await expect(decide(sent.id, 'approved_with_edits', { edits })).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: path === 'edits' ? { errors: [{ path }] } : { path },
    })
  expect(await entry('chebet', sent.id)).toMatchObject({ state: 'in_review' })
  await decide(sent.id, 'approved_with_edits', { edits: { plate: 'KZZ 900X', sacco: { id: SACCO } } })
  expect(await profile('KZZ 900X')).toMatchObject({ capacity: 33, sacco: { id: SACCO } })
  expect(await entry('chebet', sent.id)).toMatchObject({ state: 'approved', vehicle: { plate: 'KZZ 900Y' } })
})

test('approves the slot once no entry under its claim is pending', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const [one, two, three] = [
    await submit('chebet', id, { p_claim_token: held.token }),
    await submit('chebet', id, { p_claim_token: held.token }),
    await submit('chebet', id, { p_claim_token: held.token }),
  ]
  await field.submitSlot('chebet', held)
  await decide(one.id, 'approved')
  await decide(two.id, 'rejected', { reasonCode: 'photo_unreadable' })
  expect(await slotOf(made.id)).toBe('submitted')
  await decide(three.id, 'duplicate', { duplicateOf: one.id })
  expect(await slotOf(made.id)).toBe('approved')
  expect(await entry('chebet', three.id)).toMatchObject({ state: 'rejected', decision: { reason: 'same_event' } })
})

test('a rejected slot is open at once, and its history contains the rejection', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const sent = await submit('chebet', id, { p_claim_token: held.token })
  await field.submitSlot('chebet', held)
  await decide(sent.id, 'rejected', { reasonCode: 'photo_unreadable' })
  expect(await slotOf(made.id)).toBe('open')
  expect(await field.db.sql('select from_state, to_state from app.slot_events order by id')).toEqual([
    { from_state: 'open', to_state: 'claimed' },
    { from_state: 'claimed', to_state: 'submitted' },
    { from_state: 'submitted', to_state: 'rejected' },
    { from_state: 'rejected', to_state: 'open' },
  ])
  expect(await claim('baraka', made.id)).toMatchObject({ state: 'claimed' })
})

const RETURN = { reasonCode: 'plate_mismatch', note: 'Is it really an X?', edits: { facts: ['plate'] } }

test('a returned entry has its reasons, and its slot is reserved for the same surveyor for 24 hours', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const sent = await submit('chebet', id, { p_claim_token: held.token })
  await field.submitSlot('chebet', held)
  await decide(sent.id, 'changes_requested', RETURN)
  const back = await entry('chebet', sent.id)
  expect(back).toMatchObject({
    state: 'changes_requested',
    decision: { reason: 'plate_mismatch', note: 'Is it really an X?', facts: ['plate'] },
  })
  expect(Date.parse(back?.decision?.reservedUntil ?? '') - Date.now()).toBeGreaterThan(23.9 * HOUR)
  expect(await field.assignments('chebet', { p_state: 'mine' })).toMatchObject([
    { mine: [{ state: 'changes_requested' }] },
  ])
  await field.db.shiftClock('23 hours 59 minutes')
  await expect(claim('baraka', made.id)).rejects.toMatchObject({ slug: 'slot_taken' })
  const again = await submit('chebet', id, { p_revises: sent.id })
  expect(again).toMatchObject({ claimToken: held.token, contested: false, seenBefore: false })
  expect(await entry('chebet', sent.id)).toMatchObject({ state: 'replaced', revisedBy: again.id })
  expect(await slotOf(made.id)).toBe('submitted')
  expect(await face(again.id)).toMatchObject({ before: { reason: 'plate_mismatch', vehicle: { plate: 'KZZ 900X' } } })
  await decide(again.id, 'approved')
  expect(await slotOf(made.id)).toBe('approved')
})

test('after 24 hours somebody else may claim the slot, and the revision is stored as contested', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const sent = await submit('chebet', id, { p_claim_token: held.token })
  await field.submitSlot('chebet', held)
  await decide(sent.id, 'changes_requested', RETURN)
  await field.db.shiftClock('24 hours')
  await claim('baraka', made.id)
  expect(await submit('chebet', id, { p_revises: sent.id })).toMatchObject({ contested: true, late: true })
  expect(await slots(made.id)).toMatchObject([{ state: 'claimed', holderId: CAST.baraka.id }])
})

test('a revision after 24 hours submits the slot again if nobody has claimed it', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const sent = await submit('chebet', id, { p_claim_token: held.token })
  await field.submitSlot('chebet', held)
  await decide(sent.id, 'changes_requested', RETURN)
  await field.db.shiftClock('30 hours')
  expect(await submit('chebet', id, { p_revises: sent.id })).toMatchObject({ late: true, contested: false })
  expect(await slotOf(made.id)).toBe('submitted')
})

test('a returned entry can be revised only once, also from two phones', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id)
  await decide(sent.id, 'changes_requested', RETURN)
  const outcomes = await field.db.parallel(
    Array.from({ length: 5 }, () => () => field.settle(submit('chebet', id, { p_revises: sent.id }))),
  )
  expect(outcomes.toSorted()).toEqual(['done', ...Array(4).fill('invalid_transition')])
})

test.each([[{ facts: [] }], [{ facts: ['wings'] }], [{ facts: 'plate' }], [{ plate: 'KZZ 1A' }]])(
  'rejects returning an entry with the facts %j',
  async (edits) => {
    const { id } = await start('chebet')
    const sent = await submit('chebet', id)
    await expect(decide(sent.id, 'changes_requested', { ...RETURN, edits })).rejects.toMatchObject({
      slug: 'invalid_request',
    })
    expect(await entry('chebet', sent.id)).toMatchObject({ state: 'in_review' })
  },
)

test('a decision is final, and ten concurrent ones are stored as one', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id)
  const outcomes = await field.db.parallel(
    Array.from({ length: 10 }, () => () => field.settle(decide(sent.id, 'approved'))),
  )
  expect(outcomes).toContain('done')
  // A decision that started before the first one committed is a repeat; a later one is an invalid transition.
  expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'invalid_transition')).toEqual([])
  expect(await versions('KZZ900X')).toHaveLength(1)
})

test('a reviewer sees everything of an entry except the surveyor', async () => {
  const made = await assignment({ p_title: 'Evening at Odeon', p_stop_id: ODEON.id })
  const { id } = await start('chebet')
  const { token } = await claim('chebet', made.id)
  const vehicle = {
    plate: 'KZZ 900X',
    sticker: { status: 'seen', code: 'v7k3m9qxr' },
    sacco: { name: 'KDS' },
    routeIds: [ROUTE],
  }
  await decide((await submit('chebet', id, { p_vehicle: vehicle })).id, 'approved')
  const sent = await submit('chebet', id, { p_vehicle: vehicle, p_claim_token: token, p_note: 'Call 0712 345 678' })
  const shown = await face(sent.id)
  expect(shown).toMatchObject({
    id: sent.id,
    vehicle,
    seenBefore: true,
    noteFlags: ['phone'],
    known: { plate: 'KZZ 900X' },
    stickerOf: { id: SIMBA.id },
    saccoTold: { id: SACCO },
    routesTold: [{ id: ROUTE }],
    assignment: { id: made.id, title: 'Evening at Odeon' },
    siblings: [{ state: 'approved' }],
    author: { account: true, sent: 1, accepted: 1, waiting: 0 },
  })
  expect(JSON.stringify(shown)).not.toContain(CAST.chebet.id)
})

test('returns nothing for an unknown entry id', async () => {
  expect(await face(randomUUID())).toBeUndefined()
})

test('accepts a plate of an unusual form and flags it for the reviewer, whatever the client sends', async () => {
  const { id } = await start('chebet')
  for (const [plate, plateUnusual] of [
    ['AB12', true],
    ['KDA 123A', false],
    ['kmda-123 a', false],
    ['GK A123Z', true],
  ] as const) {
    const sent = await submit('chebet', id, { p_vehicle: { plate } })
    expect([plate, await face(sent.id)]).toMatchObject([plate, { plateUnusual }])
  }
})

test('an undecided entry shows the points of its shift in order of time, without those that were taken back', async () => {
  const session = await start('chebet', { p_started_at: await ago('2 hours') })
  const at = async (plate: string, when: string, place: object = { p_lat: KOJA.lat, p_lng: KOJA.lng }) =>
    (await submit('chebet', session.id, { p_captured_at: await ago(when), p_vehicle: { plate }, ...place })).id
  const later = await at('KZZ 101A', '10 minutes')
  const first = await at('KZZ 102A', '20 minutes')
  await at('KZZ 103A', '15 minutes', {})
  const gone = await at('KZZ 104A', '5 minutes')
  await field.rpc('chebet', 'withdraw_collection_entry', { p_id: gone })
  const decided = await at('KZZ 105A', '4 minutes')
  await decide(decided, 'approved')
  const traceOf = async (id: string) => ((await face(id)) as { trace: { id: string; lat: number }[] }).trace
  expect(await traceOf(later)).toMatchObject([
    { id: first, lat: KOJA.lat, lng: KOJA.lng },
    { id: later, lat: KOJA.lat, lng: KOJA.lng },
  ])
  expect(await traceOf(decided)).toEqual([])
})
