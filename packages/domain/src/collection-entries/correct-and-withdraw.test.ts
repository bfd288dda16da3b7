import { KOJA } from '@salama/testing'
import { expect, test } from 'vitest'
import { USUAL_SEATS } from '../shared/city.ts'
import { STAGE_RADIUS_M } from '../shared/limits.ts'
import { useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, claim, decide, entry, face, rpc, settle, slots, start, submit, submitSlot } = field
const withdraw = (id: string, who: 'chebet' | 'baraka' | 'eve' = 'chebet') =>
  rpc(who, 'withdraw_collection_entry', { p_id: id }) as Promise<{ state: string; repeated: boolean }>
const queue = () => field.db.sql(`select subject_id, state from app.review_entries order by created_at, id`)
const slotOf = async (id: string) => (await slots(id))?.[0]?.state

test('an entry that is not decided is corrected by a newer one, and the reviewer sees both', async () => {
  const { id } = await start('chebet')
  const first = await submit('chebet', id, { p_vehicle: { plate: 'KZZ 900X', capacity: 14 }, p_note: 'Rain' })
  const second = await submit('chebet', id, { p_revises: first.id, p_vehicle: { plate: 'KZZ 900X', capacity: 33 } })
  expect(await entry('chebet', first.id)).toMatchObject({ state: 'replaced', revisedBy: second.id })
  expect(await field.session('chebet')).toMatchObject({ entryCount: 1 })
  expect(await face(second.id)).toMatchObject({
    before: { id: first.id, vehicle: { capacity: 14 }, entryNote: 'Rain', returned: false, pictures: [] },
    vehicle: { capacity: 33 },
  })
  expect(await queue()).toEqual([
    { subject_id: first.id, state: 'withdrawn' },
    { subject_id: second.id, state: 'pending' },
  ])
})

test('a decided entry is not corrected', async () => {
  const { id } = await start('chebet')
  for (const [decision, input] of [
    ['approved', {}],
    ['rejected', { reasonCode: 'not_there' }],
  ] as const) {
    const sent = await submit('chebet', id)
    await decide(sent.id, decision, input)
    expect(await settle(submit('chebet', id, { p_revises: sent.id }))).toBe('invalid_transition')
    expect(await settle(withdraw(sent.id))).toBe('invalid_transition')
  }
})

test('the correction of a pending entry leaves a returned slot to the returned one', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const [one, two] = [
    await submit('chebet', id, { p_claim_token: held.token }),
    await submit('chebet', id, { p_claim_token: held.token }),
  ]
  await submitSlot('chebet', held)
  await decide(one.id, 'changes_requested', { reasonCode: 'facts_wrong' })
  await submit('chebet', id, { p_revises: two.id })
  expect(await slotOf(made.id)).toBe('changes_requested')
  await submit('chebet', id, { p_revises: one.id })
  expect(await slotOf(made.id)).toBe('submitted')
})

test('a correction under another claim frees the slot that it leaves, as far as nothing else is under it', async () => {
  const [morning, evening] = [await assignment(), await assignment()]
  const { id } = await start('chebet')
  const first = await claim('chebet', morning.id)
  const [one, two] = [
    await submit('chebet', id, { p_claim_token: first.token }),
    await submit('chebet', id, { p_claim_token: first.token, p_vehicle: { plate: 'KZZ 901X' } }),
  ]
  await submitSlot('chebet', first)
  const second = await claim('chebet', evening.id)
  await submit('chebet', id, { p_revises: one.id, p_claim_token: second.token })
  expect(await slotOf(morning.id)).toBe('submitted')
  await submit('chebet', id, { p_revises: two.id, p_claim_token: second.token, p_vehicle: { plate: 'KZZ 901X' } })
  expect([await slotOf(morning.id), await slotOf(evening.id)]).toEqual(['open', 'claimed'])
})

test('a withdrawn entry leaves the queue and counts for nothing; again it changes nothing', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const sent = await submit('chebet', id, { p_claim_token: held.token })
  expect(await withdraw(sent.id)).toEqual({ id: sent.id, state: 'withdrawn', repeated: false })
  expect(await withdraw(sent.id)).toMatchObject({ repeated: true })
  expect(await queue()).toEqual([{ subject_id: sent.id, state: 'withdrawn' }])
  expect(await settle(submitSlot('chebet', held))).toBe('nothing_recorded')
  expect((await field.assignments('chebet', { p_state: 'mine' }))[0]?.mine[0]).toMatchObject({ entries: 0 })
  expect(await submit('chebet', id)).toMatchObject({ seenBefore: false })
})

test('withdrawing the only entry of a finished or returned slot opens the slot again', async () => {
  for (const isReturned of [false, true]) {
    const made = await assignment()
    const { id } = await start('chebet')
    const held = await claim('chebet', made.id)
    const sent = await submit('chebet', id, { p_claim_token: held.token })
    await submitSlot('chebet', held)
    if (isReturned) await decide(sent.id, 'changes_requested', { reasonCode: 'facts_wrong' })
    await withdraw(sent.id)
    expect(await slotOf(made.id)).toBe('open')
    await field.end('chebet', id)
  }
})

test('only its own surveyor withdraws an entry', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id)
  expect(await settle(withdraw(sent.id, 'eve'))).toBe('role_required')
  expect(await settle(withdraw(sent.id, 'baraka'))).toBe('not_found')
  expect(await settle(withdraw('0e000000-0000-4000-8000-00000000ffff'))).toBe('not_found')
  expect(await entry('chebet', sent.id)).toMatchObject({ state: 'in_review' })
})

test('of a correction, a withdrawal and a decision at once exactly one wins', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id)
  const outcomes = await field.db.parallel([
    () => settle(submit('chebet', id, { p_revises: sent.id })),
    () => settle(withdraw(sent.id)),
    () => settle(submit('chebet', id, { p_revises: sent.id })),
  ])
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
})

const flagsOf = async (id: string) =>
  (
    await field.db.sql<{ flags: string[] }>('select quality_flags as flags from app.collection_entries where id = $1', [
      id,
    ])
  )[0]?.flags

test('flags what may be wrong, and rejects nothing for it', async () => {
  const { id } = await start('chebet')
  const seats = async (plate: string, capacity: number) =>
    flagsOf((await submit('chebet', id, { p_vehicle: { plate, capacity } })).id)
  expect(await seats('KZA 101A', USUAL_SEATS.least)).toEqual([])
  expect(await seats('KZA 102A', USUAL_SEATS.most)).toEqual([])
  expect(await seats('KZA 103A', USUAL_SEATS.least - 1)).toEqual(['seats_unusual'])
  expect(await seats('KZA 104A', USUAL_SEATS.most + 1)).toEqual(['seats_unusual'])
  expect(await seats('AB12', 33)).toEqual(['plate_unusual'])
  // No plate has the letter O; between the letters it is a 0.
  expect(await seats('KOA 106A', 33)).toEqual(['plate_unusual'])
  expect(await seats('KZA 1O6A', 33)).toEqual([])
  expect(await seats('KZA 106A', 33)).toEqual(['duplicate_hour'])
  expect(await seats('KZA 101A', 14)).toEqual(['duplicate_hour'])
  const known = await submit('chebet', id, { p_vehicle: { plate: 'KZA 105A', capacity: 14 } })
  await decide(known.id, 'approved')
  await field.db.shiftClock('2 hours')
  expect(await seats('KZA 105A', 33)).toEqual(['seats_differ'])
})

test('flags a point that is far from the place of its assignment, beyond its accuracy', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const [koja] = await field.db.sql<{ lat: number; lng: number }>(
    'select (place).lat, (place).lng from app.assignments where id = $1',
    [made.id],
  )
  const at = async (metres: number, accuracy: number) => {
    const p_lat = (koja?.lat ?? 0) + metres / 111_195
    const where = { p_lat, p_lng: koja?.lng, p_accuracy_m: accuracy, p_claim_token: held.token }
    const plate = `KZB ${String(metres).padStart(3, '0').slice(0, 3)}${accuracy > 50 ? 'B' : 'A'}`
    return flagsOf((await submit('chebet', id, { ...where, p_vehicle: { plate } })).id)
  }
  expect(await at(STAGE_RADIUS_M - 50, 10)).toEqual([])
  expect(await at(STAGE_RADIUS_M + 50, 10)).toEqual(['far_from_place'])
  expect(await at(STAGE_RADIUS_M + 50, 80)).toEqual([])
})

test('flags an entry that is too far from another one of the shift for the time between them, in whatever order they arrive', async () => {
  const started = { p_started_at: await field.ago('2 hours') }
  const { id } = await start('chebet', started)
  const theirs = await start('baraka', started)
  const at = async (who: 'chebet' | 'baraka', plate: string, km: number, when: string, accuracy = 10) => {
    const session = who === 'chebet' ? id : theirs.id
    const where = { p_lat: KOJA.lat + km / 111.195, p_lng: KOJA.lng, p_accuracy_m: accuracy }
    const sent = await submit(who, session, { ...where, p_captured_at: await field.ago(when), p_vehicle: { plate } })
    return flagsOf(sent.id)
  }
  expect(await at('chebet', 'KZC 101A', 0, '60 minutes')).toEqual([])
  expect(await at('chebet', 'KZC 102A', 19, '50 minutes')).toEqual([])
  expect(await at('chebet', 'KZC 103A', 21, '50 minutes')).toEqual(['too_fast'])
  expect(await at('chebet', 'KZC 104A', 21, '49 minutes', 2000)).toEqual([])
  // Recorded before the others, sent after them.
  expect(await at('chebet', 'KZC 105A', 9, '62 minutes')).toEqual(['too_fast'])
  // Somebody else's are of no concern, and a stage instead of a point says nothing.
  expect(await at('baraka', 'KZC 106A', 40, '59 minutes')).toEqual([])
  const [stop] = await field.db.sql<{ id: string }>('select id from app.stops limit 1')
  const stage = await submit('baraka', theirs.id, { p_stop_id: stop?.id, p_vehicle: { plate: 'KZC 107A' } })
  expect(await flagsOf(stage.id)).toEqual([])
  // It is held out of a bulk decision.
  const [odd] = await field.db.sql<{ odd: string[] }>(
    `select app.review_oddities(r) as odd from app.review_entries r
       join app.collection_entries e on e.id = r.subject_id where e.plate_key = 'KZC103A'`,
  )
  expect(odd?.odd).toEqual(['too_fast'])
})

test('photos of a withdrawn entry are deleted after 90 days', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id)
  await rpc('chebet', 'add_collection_entry_photo', {
    p_entry: sent.id,
    p_id: '0e000000-0000-4000-8000-00000000aaaa',
    p_sent_sha256: 'ab'.repeat(32),
    p_sha256: 'cd'.repeat(32),
    p_bytes: 100,
    p_width: 10,
    p_height: 10,
  })
  await withdraw(sent.id)
  await field.db.shiftClock('89 days')
  await field.db.sql('select app.purge_entry_photos()')
  expect(await field.count('app.entry_photos')).toBe(1)
  await field.db.shiftClock('91 days')
  await field.db.sql('select app.purge_entry_photos()')
  expect(await field.count('app.entry_photos')).toBe(0)
})
