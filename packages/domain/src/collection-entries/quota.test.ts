import { randomUUID } from 'node:crypto'
import { KOJA, MACHAKOS } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from '../surveyor/test/field.ts'

const field = useField()
const { start, submit, assignment, claim, entry } = field

const QUOTA = { p_kind: 'vehicle_survey', p_vehicles: 3, p_facts: ['capacity', 'photo'], p_slot_count: 2 }

/** Chebet's claim on a slot that asks for seats and a photo. */
async function atWork() {
  const { id: assignmentId } = await assignment(QUOTA)
  const session = await start('chebet')
  const held = await claim('chebet', assignmentId)
  return {
    assignmentId,
    record: (plate: string, facts: object = {}, args: object = {}) =>
      submit('chebet', session.id, { p_claim_token: held.token, p_vehicle: { plate, ...facts }, ...args }),
  }
}
const seen = { capacity: 33, notSeen: ['photo'] }
const whyOf = async (id: string) => (await entry('chebet', id))?.notCounted

/** The numbers of Chebet's phone, which are those of the console. */
async function tally(assignmentId: string) {
  const [mine] = await field.assignments('chebet', { p_state: 'mine' })
  const [slot] = (await field.slots(assignmentId)) ?? []
  const phone = mine?.mine[0]?.tally
  expect(slot?.tally).toEqual(phone)
  return phone
}

test('an entry counts once every fact that is asked for has an answer; "could not see" is one', async () => {
  const { record, assignmentId } = await atWork()
  const bare = await record('KZZ 101A')
  expect(await whyOf(bare.id)).toEqual(['capacity', 'photo'])
  expect(await tally(assignmentId)).toEqual({ counted: 0, repeated: 0, far: 0, rejected: 0, incomplete: 1 })
  const whole = await record('KZZ 102A', seen)
  expect(await whyOf(whole.id)).toEqual([])
  expect(await tally(assignmentId)).toEqual({ counted: 1, repeated: 0, far: 0, rejected: 0, incomplete: 1 })
})

test('a photo is an answer, also of the entry that a newer one corrects', async () => {
  const { record } = await atWork()
  const first = await record('KZZ 101A')
  await field.rpc('chebet', 'add_collection_entry_photo', {
    p_entry: first.id,
    p_id: randomUUID(),
    p_sent_sha256: 'a'.repeat(64),
    p_sha256: 'b'.repeat(64),
    p_bytes: 1000,
    p_width: 64,
    p_height: 48,
  })
  expect(await whyOf(first.id)).toEqual(['capacity'])
  const corrected = await record('KZZ 101A', { capacity: 33 }, { p_revises: first.id })
  expect(await whyOf(corrected.id)).toEqual([])
  expect(await entry('chebet', corrected.id)).toMatchObject({ photos: 1 })
})

test('a plate counts once in an assignment, whoever recorded it, and again once the first one is withdrawn', async () => {
  const { record, assignmentId } = await atWork()
  const first = await record('KZZ 101A', seen)
  const again = await record('kzz101a', seen)
  expect(await whyOf(again.id)).toEqual(['repeat'])
  const theirs = await start('baraka')
  const held = await claim('baraka', assignmentId)
  await submit('baraka', theirs.id, { p_claim_token: held.token, p_vehicle: { plate: 'KZZ 101A', ...seen } })
  expect(await tally(assignmentId)).toEqual({ counted: 1, repeated: 1, far: 0, rejected: 0, incomplete: 0 })
  const [of] = (await field.assignments('baraka', { p_state: 'mine' })).flatMap(({ mine }) => mine)
  expect(of).toMatchObject({ entries: 1, tally: { counted: 0, repeated: 1 } })
  await field.rpc('chebet', 'withdraw_collection_entry', { p_id: first.id })
  expect(await whyOf(again.id)).toEqual([])
  expect(await tally(assignmentId)).toEqual({ counted: 1, repeated: 0, far: 0, rejected: 0, incomplete: 0 })
})

test('an entry far from the place is kept and does not count; one without an assignment has nothing to count for', async () => {
  const { record, assignmentId } = await atWork()
  const far = await record('KZZ 101A', seen, { p_lat: MACHAKOS.lat - 0.2, p_lng: MACHAKOS.lng, p_accuracy_m: 10 })
  expect(await whyOf(far.id)).toEqual(['far_from_place'])
  const near = await record('KZZ 102A', seen, { p_lat: KOJA.lat, p_lng: KOJA.lng, p_accuracy_m: 10 })
  expect(await whyOf(near.id)).toEqual([])
  expect(await tally(assignmentId)).toEqual({ counted: 1, repeated: 0, far: 1, rejected: 0, incomplete: 0 })
  const session = await field.session('chebet')
  const free = await submit('chebet', session?.id ?? '', { p_vehicle: { plate: 'KZZ 101A' } })
  expect(await whyOf(free.id)).toEqual([])
})

test('refuses what nobody can ask for as not seen', async () => {
  const { record } = await atWork()
  for (const notSeen of [['plate'], 'photo', [1], {}])
    await expect(record('KZZ 101A', { notSeen })).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { errors: [{ path: 'vehicle.notSeen', code: 'invalid_value' }] },
    })
})

test('copies of an entry that arrive together count once', async () => {
  const { record, assignmentId } = await atWork()
  const args = { p_id: randomUUID(), p_captured_at: await field.ago('1 minute') }
  await field.db.parallel([1, 2, 3].map(() => () => record('KZZ 101A', seen, args)))
  expect(await tally(assignmentId)).toEqual({ counted: 1, repeated: 0, far: 0, rejected: 0, incomplete: 0 })
})

test('a rejected entry does not count and leaves its plate to whoever records it honestly', async () => {
  const { record, assignmentId } = await atWork()
  const wrong = await record('KZZ 101A', seen)
  const honest = await record('KZZ 101A', seen)
  await field.decide(wrong.id, 'rejected', { reasonCode: 'not_there' })
  expect(await whyOf(wrong.id)).toEqual(['rejected'])
  expect(await whyOf(honest.id)).toEqual([])
  expect(await tally(assignmentId)).toEqual({ counted: 1, repeated: 0, far: 0, rejected: 1, incomplete: 0 })
})

test('a correction keeps the place of its entry, and one with another plate gets no place that others have', async () => {
  const { record, assignmentId } = await atWork()
  const first = await record('KZZ 101A')
  const theirs = await start('baraka')
  const held = await claim('baraka', assignmentId)
  const later = (plate: string) =>
    submit('baraka', theirs.id, { p_claim_token: held.token, p_vehicle: { plate, ...seen } })
  const [same, other] = [await later('KZZ 101A'), await later('KZZ 102A')]
  const corrected = await record('KZZ 101A', seen, { p_revises: first.id })
  expect(await whyOf(corrected.id)).toEqual([])
  expect((await entry('baraka', same.id))?.notCounted).toEqual(['repeat'])
  const renamed = await record('KZZ 102A', seen, { p_revises: corrected.id })
  expect(await whyOf(renamed.id)).toEqual(['repeat'])
  expect((await entry('baraka', other.id))?.notCounted).toEqual([])
  expect((await entry('baraka', same.id))?.notCounted).toEqual([])
})
