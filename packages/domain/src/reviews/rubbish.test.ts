import { CAST, KOJA, MACHAKOS } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from '../surveyor/test/field.ts'

// One story through the rules that stand between an invented vehicle, its pay and the register. Each rule has its cases in
// collection-entries/quota.test.ts, correct-and-withdraw.test.ts, submit-review-decisions.test.ts and undo-review-batch.test.ts.

const field = useField()
const { start, submit, claim, rpc } = field

const HERE = { p_lat: KOJA.lat, p_lng: KOJA.lng, p_accuracy_m: 10 }
const FAR = { p_lat: MACHAKOS.lat - 0.2, p_lng: MACHAKOS.lng, p_accuracy_m: 10 }
const answers = { capacity: 33, notSeen: ['photo'] }

type Row = { id: string; version: number; about: { plate: string; oddities: string[] } }
const queue = async () => ((await rpc('dalmas', 'list_review_queue', { p_limit: 100 })) as { data: Row[] }).data
const register = () =>
  field.db.sql(
    `select plate_key, capacity from app.vehicles where plate_key ~ '^(KZZ...A|UBA123X)$' order by plate_key`,
  )

test('an attempt to fill a quota with rubbish and to approve rubbish in bulk pays for nothing and reaches no register', async () => {
  const { id: assignment } = await field.assignment({
    p_kind: 'vehicle_survey',
    p_vehicles: 10,
    p_facts: ['capacity', 'photo'],
    p_slot_count: 2,
  })
  const [shift, theirs] = [await start('chebet'), await start('baraka')]
  const [held, second] = [await claim('chebet', assignment), await claim('baraka', assignment)]
  const record = (plate: string, facts: object = answers, args: object = HERE) =>
    submit('chebet', shift.id, { p_claim_token: held.token, p_vehicle: { plate, ...facts }, ...args })
  const tally = async () => {
    const [mine] = await field.assignments('chebet', { p_state: 'mine' })
    const slot = (await field.slots(assignment))?.find(({ holderId }) => holderId === CAST.chebet.id)
    expect(slot?.tally).toEqual(mine?.mine[0]?.tally) // the console says what the phone says
    return slot?.tally
  }

  // Three plates and nothing else: what was asked for has no answer.
  for (const plate of ['KZZ 101A', 'KZZ 102A', 'KZZ 103A']) await record(plate, {})
  expect(await tally()).toMatchObject({ counted: 0, incomplete: 3 })

  // One vehicle three times, in other spellings, and once more by a friend's account.
  for (const plate of ['KZZ 201A', 'kzz201a', 'KZZ-201-A']) await record(plate)
  const friend = await submit('baraka', theirs.id, {
    p_claim_token: second.token,
    p_vehicle: { plate: 'KZZ 201A', ...answers },
  })
  expect(friend.notCounted).toEqual(['repeat'])
  expect(await tally()).toMatchObject({ counted: 1, repeated: 2 })

  // 140 seats, and a plate that no vehicle has: answers, so they count until somebody looks.
  await record('KZZ 501A', { ...answers, capacity: 140 })
  await record('UBA 123X')
  for (const plate of ['KZZ 601A', 'KZZ 602A']) await record(plate)

  // From another town, where nobody can have got to since the vehicle before.
  const far = await record('KZZ 301A', answers, FAR)
  expect(far.notCounted).toEqual(['far_from_place'])
  expect(await tally()).toEqual({ counted: 5, repeated: 2, far: 1, rejected: 0, incomplete: 3 })

  // The admin selects all and approves: whatever has a mark is held out.
  const rows = await queue()
  expect(rows).toHaveLength(12)
  const { data, batch } = (await rpc('dalmas', 'submit_review_decisions', {
    p_entries: rows.map(({ id, version }) => ({ entryId: id, version })),
    p_decision: 'approved',
  })) as { data: { entryId: string; problem: string | null }[]; batch: { id: string; size: number } }
  const heldOut = data.filter(({ problem }) => problem === 'needs_own_review').map(({ entryId }) => entryId)
  const marks = rows.filter(({ id }) => heldOut.includes(id)).map(({ about }) => [about.plate, about.oddities])
  expect(batch.size).toBe(2)
  expect(marks.toSorted()).toEqual([
    ['KZZ 101A', ['incomplete']],
    ['KZZ 102A', ['incomplete']],
    ['KZZ 103A', ['incomplete']],
    ['KZZ 201A', ['duplicate_hour', 'repeated_plate']],
    ['KZZ 201A', ['repeated_plate']],
    ['KZZ 301A', ['far_from_place', 'too_fast']],
    ['KZZ 501A', ['seats_unusual']],
    ['KZZ-201-A', ['duplicate_hour', 'repeated_plate']],
    ['UBA 123X', ['unusual_plate']],
    ['kzz201a', ['duplicate_hour', 'repeated_plate']],
  ])

  // The register has the two vehicles that were seen.
  const reached = [
    { plate_key: 'KZZ601A', capacity: 33 },
    { plate_key: 'KZZ602A', capacity: 33 },
  ]
  expect(await register()).toEqual(reached)

  // By itself the one with 140 seats is refused without a note that says why it is right; it is rejected.
  const seats = rows.find(({ about }) => about.plate === 'KZZ 501A')
  const decide = (more: object) =>
    rpc('dalmas', 'submit_review_decision', { p_entry_id: seats?.id, p_version: seats?.version, ...more })
  await expect(decide({ p_decision: 'approved' })).rejects.toMatchObject({ slug: 'invalid_request' })
  await decide({ p_decision: 'rejected', p_reason_code: 'facts_wrong' })

  // Nothing that was approved counts more than before, and handing it in does not make it ten.
  await field.submitSlot('chebet', held)
  expect(await tally()).toEqual({ counted: 4, repeated: 2, far: 1, rejected: 1, incomplete: 3 })
  expect(await register()).toEqual(reached)

  // One press takes back all that was approved together, and the log has a line for each.
  expect(await rpc('dalmas', 'undo_review_batch', { p_id: batch.id, p_reason: 'Plates of nobody.' })).toMatchObject({
    standing: 0,
  })
  expect(
    await field.db.sql(
      `select action, detail ->> 'heldOut' as "heldOut" from app.audit_log where action like 'review.batch%' order by id`,
    ),
  ).toEqual([
    { action: 'review.batch_decided', heldOut: '10' },
    { action: 'review.batch_undone', heldOut: null },
  ])
})
