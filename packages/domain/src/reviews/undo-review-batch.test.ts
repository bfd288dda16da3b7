import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, bulk, undo, undoBatch, everything, stateOf } = queue

/** Two vehicles that are new to the register, approved together. */
async function approved() {
  const record = (plate: string) => open('collection_entry', { vehicle: { plate, capacity: 33 } })
  const entries = [await record('KZZ 901X'), await record('KZZ 902X')]
  const { batch } = await bulk(
    'dalmas',
    entries.map(({ id }) => ({ entryId: id, version: 1 })),
    'approved',
  )
  return { entries, id: batch?.id ?? '' }
}
const settle = (work: Promise<unknown>) =>
  work.then(
    () => 'undone',
    (error: { slug: string }) => error.slug,
  )

test('undoes all of a batch with one line in the log, and a retry changes nothing more', async () => {
  const { entries, id } = await approved()
  expect(await undoBatch(OTHER_ADMIN, id, ' Typed twice. ')).toMatchObject({ standing: 0, refused: [] })
  for (const { subject } of entries) expect(await stateOf(subject)).toBe('in_review')
  const capacities = await queue.db.sql(`select capacity from app.vehicles where plate_key like 'KZZ90%X'`)
  expect(capacities).toEqual([{ capacity: null }, { capacity: null }])
  const log = () => queue.db.sql(`select action, reason, detail from app.audit_log where action like 'review.batch%'`)
  const ids = entries.map((each) => each.id)
  expect((await log())[1]).toMatchObject({
    action: 'review.batch_undone',
    reason: 'Typed twice.',
    detail: { size: 2, members: expect.arrayContaining(ids) },
  })
  const { history } = await queue.get('dalmas', ids[0] ?? '')
  expect(history.at(-1)).toMatchObject({ to: 'pending', note: 'Typed twice.' })
  const before = await everything()
  expect(await undoBatch(OTHER_ADMIN, id, 'Typed twice.')).toMatchObject({ standing: 0, refused: [] })
  expect(await everything()).toEqual(before)
})

test('leaves what was undone by itself, and says what cannot be undone', async () => {
  const { entries, id } = await approved()
  const [first, second] = entries
  await undo('dalmas', { id: first?.id ?? '', version: 2 })
  await queue.db.sql(
    `update app.vehicles set checked_at = checked_at + interval '1 second' where plate_key = 'KZZ902X'`,
  )
  await queue.db.sql(
    `insert into app.vehicle_facts (vehicle_id, version, plate, route_ids, observed_at)
     select id, 9, plate, '{}', checked_at from app.vehicles where plate_key = 'KZZ902X'`,
  )
  expect(await undoBatch('dalmas', id)).toMatchObject({
    standing: 1,
    refused: [{ entryId: second?.id, because: 'vehicle_changed' }],
  })
  expect(await stateOf(second?.subject ?? '')).toBe('approved')
})

test('of two admins at once, one undoes it and nothing is undone twice', async () => {
  const { id } = await approved()
  expect(await Promise.all([undoBatch('dalmas', id), undoBatch(OTHER_ADMIN, id)].map(settle))).toEqual([
    'undone',
    'undone',
  ])
  expect(await queue.db.sql(`select 1 from app.audit_log where action = 'review.batch_undone'`)).toHaveLength(1)
})

test('is refused to a rider, without a reason, for no batch and after a day, and changes nothing', async () => {
  const { id } = await approved()
  const before = await everything()
  expect(await settle(undoBatch('eve', id))).toBe('role_required')
  expect(await settle(undoBatch('dalmas', id, ' '))).toBe('invalid_request')
  expect(await settle(undoBatch('dalmas', randomUUID()))).toBe('not_found')
  await queue.db.shiftClock('24 hours')
  await expect(undoBatch('dalmas', id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { because: 'too_late' },
  })
  expect(await everything()).toEqual(before)
})
