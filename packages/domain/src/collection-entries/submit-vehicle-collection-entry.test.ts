import { randomUUID } from 'node:crypto'
import { CAST, KOJA, MACHAKOS, type Who } from '@salama/testing'
import { expect, test } from 'vitest'
import { VEHICLE_CHECKS } from '../shared/choices.ts'
import { MAX_NOTE } from '../shared/limits.ts'
import { useField } from '../surveyor/test/field.ts'

const field = useField()
const { start, submit, entries, assignment, claim, slots, ago, decide, entry } = field
const rows = () => field.db.sql('select * from app.collection_entries order by id')
const queue = () =>
  field.db.sql('select subject_id, author_id, reason, state from app.review_entries order by created_at, id')
const slotState = async (id: string) => (await slots(id))?.map((slot) => slot.state)

test('stores a submitted entry as pending review and counts it in its session', async () => {
  const { id } = await start('chebet')
  const sent = await submit('chebet', id, { p_lat: KOJA.lat, p_lng: KOJA.lng, p_note: 'Fresh paint.' })
  expect(sent).toMatchObject({
    state: 'in_review',
    late: false,
    contested: false,
    seenBefore: false,
    assignmentId: null,
    decision: null,
    repeated: false,
    note: 'Fresh paint.',
    location: { inServiceArea: true },
  })
  expect(await entries('chebet')).toMatchObject([{ id: sent.id, vehicle: { plate: 'KZZ 900X' } }])
  expect((await field.session('chebet'))?.entryCount).toBe(1)
  expect(await queue()).toEqual([
    { subject_id: sent.id, author_id: CAST.chebet.id, reason: 'field_work', state: 'pending' },
  ])
  expect(await field.db.sql(`select due_at - created_at = '24 hours' as day from app.review_entries`)).toEqual([
    { day: true },
  ])
  expect(await field.db.sql('select from_state, to_state from app.collection_entry_events')).toEqual([
    { from_state: 'submitted', to_state: 'in_review' },
  ])
})

test('an entry is visible to its surveyor and not found for any other', async () => {
  const { id } = await start('chebet')
  const { repeated: _, ...sent } = await submit('chebet', id)
  const get = (who: Who, p_id: string) => field.db.as(who).rpc('get_collection_entry', { p_id })
  expect(await get('chebet', sent.id)).toEqual(sent)
  await expect(get('baraka', sent.id)).rejects.toMatchObject({ slug: 'not_found', detail: undefined })
  await expect(get('chebet', randomUUID())).rejects.toMatchObject({ slug: 'not_found', detail: undefined })
  await expect(get('eve', sent.id)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(get('anon', sent.id)).rejects.toMatchObject({ code: '42501' })
})

test('a repeated entry changes nothing; 50 concurrent copies store one row', async () => {
  const { id } = await start('chebet')
  const args = { p_id: randomUUID(), p_captured_at: await ago('10 minutes') }
  const answers = await field.db.parallel(Array.from({ length: 50 }, () => () => submit('chebet', id, args)))
  expect(answers.filter((each) => !each.repeated)).toHaveLength(1)
  await field.db.shiftClock('9 days')
  expect(await submit('chebet', id, args)).toMatchObject({ state: 'in_review', late: false, repeated: true })
  expect(await rows()).toHaveLength(1)
  expect(await queue()).toHaveLength(1)
})

test('rejects an id that was used for another entry or by another surveyor', async () => {
  const { id } = await start('chebet')
  const theirs = await start('baraka')
  const args = { p_id: randomUUID() }
  await submit('chebet', id, args)
  const before = await rows()
  await expect(submit('chebet', id, { ...args, p_note: 'Other.' })).rejects.toMatchObject({ slug: 'id_reused' })
  await expect(submit('baraka', theirs.id, args)).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  expect(await rows()).toEqual(before)
})

test('rejects users who are not surveyors, and the session, claim or entry of another user', async () => {
  const { id } = await start('chebet')
  const theirs = await start('baraka')
  const held = await claim('chebet', (await assignment()).id)
  const sent = await submit('chebet', id)
  const before = await rows()
  await expect(submit('eve', id)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(entries('eve')).rejects.toMatchObject({ slug: 'role_required' })
  await expect(submit('anon', id)).rejects.toMatchObject({ code: '42501' })
  for (const [args, path] of [
    [{ p_session_id: id }, 'sessionId'],
    [{ p_session_id: randomUUID() }, 'sessionId'],
    [{ p_claim_token: held.token }, 'claimToken'],
    [{ p_claim_token: 0 }, 'claimToken'],
    [{ p_revises: sent.id }, 'revises'],
  ] as const)
    await expect(submit('baraka', theirs.id, args)).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { errors: [{ path, code: 'unknown_reference' }] },
    })
  expect(await entries('baraka')).toEqual([])
  expect(await rows()).toEqual(before)
})

test.each([
  ['no facts', null, 'plate'],
  ['no plate', { capacity: 14 }, 'plate'],
  ['a plate that is none', { plate: '12' }, 'plate'],
  ['a plate that is an object', { plate: { a: 'KDA123A' } }, 'plate'],
  ['a long fleet name', { plate: 'KZZ 1A', fleetName: 'x'.repeat(81) }, 'fleetName'],
  ['an unknown sacco', { plate: 'KZZ 1A', sacco: { id: randomUUID() } }, 'sacco'],
  ['a sacco that is a word', { plate: 'KZZ 1A', sacco: 'Kifaru' }, 'sacco'],
  ['an unknown route', { plate: 'KZZ 1A', routeIds: [randomUUID()] }, 'routeIds'],
  ['routes that are a word', { plate: 'KZZ 1A', routeIds: '102' }, 'routeIds'],
  ['no seat', { plate: 'KZZ 1A', capacity: 0 }, 'capacity'],
  ['half a seat', { plate: 'KZZ 1A', capacity: 14.5 }, 'capacity'],
  ['seats in words', { plate: 'KZZ 1A', capacity: 'many' }, 'capacity'],
  ['a sticker of no status', { plate: 'KZZ 1A', sticker: { code: 'V-7K3M9QXR' } }, 'sticker'],
  ['a sticker code that is none', { plate: 'KZZ 1A', sticker: { status: 'seen', code: 'X' } }, 'sticker'],
  ['an unknown check', { plate: 'KZZ 1A', checks: { wings: 'ok' } }, 'checks'],
  ['an unknown finding', { plate: 'KZZ 1A', checks: { tyres: 'round' } }, 'checks'],
  ['an unknown fact', { plate: 'KZZ 1A', colour: 'red' }, 'colour'],
])('rejects an entry with %s when the database is called directly with a token', async (_, vehicle, path) => {
  const { id } = await start('chebet')
  await expect(submit('chebet', id, { p_vehicle: vehicle })).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path: `vehicle.${path}`, code: 'invalid_value' }] },
  })
  await expect(submit('chebet', id, { p_note: 'x'.repeat(MAX_NOTE + 1) })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  expect(await rows()).toEqual([])
})

test('the database accepts every check of the contract', async () => {
  const { id } = await start('chebet')
  const checks = Object.fromEntries(VEHICLE_CHECKS.map((item) => [item, 'ok']))
  expect(await submit('chebet', id, { p_vehicle: { plate: 'kzz900x', checks } })).toMatchObject({ vehicle: { checks } })
})

test('rejects an unknown stop at its field, and accepts a place outside the service area', async () => {
  const { id } = await start('chebet')
  await expect(submit('chebet', id, { p_stop_id: randomUUID() })).rejects.toMatchObject({ slug: 'unknown_stop' })
  expect(await submit('chebet', id, { p_lat: MACHAKOS.lat, p_lng: MACHAKOS.lng })).toMatchObject({
    location: { inServiceArea: false },
  })
})

test('the response says whether anybody recorded the plate on that day in Nairobi', async () => {
  await field.db.sql(
    `insert into app.clock (shift) values ('2040-06-11 12:00+03'::timestamptz - now())
     on conflict (singleton) do update set shift = excluded.shift`,
  )
  const at = (time: string) => ({ p_captured_at: `2040-06-10T${time}+03:00` })
  const { id } = await start('chebet', { p_started_at: '2040-06-10T00:00+03:00' })
  const theirs = await start('baraka', { p_started_at: '2040-06-10T00:00+03:00' })
  expect(await submit('chebet', id, at('00:30'))).toMatchObject({ seenBefore: false })
  expect(await submit('baraka', theirs.id, { ...at('23:30'), p_vehicle: { plate: 'kzz-900x' } })).toMatchObject({
    seenBefore: true,
  })
  expect(await submit('chebet', id, { p_captured_at: '2040-06-11T00:30+03:00' })).toMatchObject({ seenBefore: false })
  expect(await submit('chebet', id, { ...at('12:00'), p_vehicle: { plate: 'KZZ 901X' } })).toMatchObject({
    seenBefore: false,
  })
})

test('an entry after its session is late for seven days, then held for an admin, and never dropped', async () => {
  const { id } = await start('chebet')
  await field.end('chebet', id)
  expect(await submit('chebet', id)).toMatchObject({ state: 'in_review', late: true })
  await field.db.shiftClock('6 days 23 hours 59 minutes')
  expect(await submit('chebet', id)).toMatchObject({ state: 'in_review', late: true })
  await field.db.shiftClock('7 days 1 minute')
  const held = await submit('chebet', id)
  expect(held).toMatchObject({ state: 'held', late: true })
  expect((await queue()).at(-1)).toMatchObject({ subject_id: held.id, reason: 'held' })
  await decide(held.id, 'approved')
  expect(await entry('chebet', held.id)).toMatchObject({ state: 'approved' })
})

test('an abandoned session accepts entries as late', async () => {
  const { id } = await start('chebet')
  await field.db.shiftClock('4 hours')
  expect(await submit('chebet', id)).toMatchObject({ state: 'in_review', late: true })
})

test('entries under a claim are counted for it and leave its slot claimed', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  expect(await submit('chebet', id, { p_claim_token: held.token })).toMatchObject({
    assignmentId: made.id,
    claimToken: held.token,
    late: false,
  })
  expect(await slotState(made.id)).toEqual(['claimed'])
  expect(await submit('chebet', id, { p_claim_token: held.token })).toMatchObject({ late: false })
  await field.touch('chebet', id)
  expect(await claim('chebet', made.id)).toMatchObject({ token: held.token, repeated: true })
})

test('an entry under an expired lease is late and still submits the slot if nobody else claimed it', async () => {
  const made = await assignment()
  const { id } = await start('chebet', { p_started_at: await ago('1 minute') })
  const held = await claim('chebet', made.id, { p_offline: true })
  await field.db.shiftClock('2 hours')
  await field.touch('chebet', id)
  await field.db.shiftClock('13 hours')
  const later = await start('chebet')
  expect(await submit('chebet', later.id, { p_claim_token: held.token })).toMatchObject({
    late: true,
    contested: false,
  })
  expect(await slotState(made.id)).toEqual(['submitted'])
  await expect(claim('baraka', made.id)).rejects.toMatchObject({ slug: 'slot_taken' })
})

test('an entry under an outdated token is contested and leaves the slot unchanged', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const old = await claim('chebet', made.id)
  await field.db.shiftClock('2 hours 1 minute')
  await claim('baraka', made.id)
  const sent = await submit('chebet', id, { p_claim_token: old.token })
  expect(sent).toMatchObject({ state: 'in_review', late: true, contested: true, assignmentId: made.id })
  expect((await queue()).at(-1)).toMatchObject({ subject_id: sent.id, reason: 'contested' })
  await decide(sent.id, 'approved')
  expect(await slots(made.id)).toMatchObject([{ state: 'claimed', holderId: CAST.baraka.id }])
  const theirs = await start('baraka')
  expect(await submit('baraka', theirs.id, { p_claim_token: old.token + 1 })).toMatchObject({ contested: false })
})

test('an entry under a released claim is late, and not contested by a new claim of the same surveyor', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const old = await claim('chebet', made.id)
  await field.release('chebet', old)
  expect(await submit('chebet', id, { p_claim_token: old.token })).toMatchObject({ late: true, contested: false })
  expect(await slotState(made.id)).toEqual(['open'])
  await claim('chebet', made.id)
  expect(await submit('chebet', id, { p_claim_token: old.token })).toMatchObject({ late: true, contested: false })
  expect(await slotState(made.id)).toEqual(['claimed'])
})

test('a late entry and a concurrent claim leave one holder of the slot, and the entry is stored', async () => {
  const made = await assignment()
  const { id } = await start('chebet')
  const old = await claim('chebet', made.id)
  await field.db.shiftClock('2 hours')
  const [sent, outcome] = await field.db.parallel<unknown>([
    () => submit('chebet', id, { p_claim_token: old.token }),
    () => field.settle(claim('baraka', made.id)),
  ])
  expect(await rows()).toHaveLength(1)
  expect(await slotState(made.id)).toEqual([outcome === 'done' ? 'claimed' : 'submitted'])
  expect(sent).toMatchObject({ late: true })
})

test('lists entries by session and by state, and paginates them', async () => {
  const { id } = await start('chebet')
  const older = await start('chebet', { p_started_at: await ago('40 hours') })
  for (let n = 0; n < 3; n++) await submit('chebet', id)
  const late = await submit('chebet', older.id)
  expect(await entries('chebet', { p_session_id: older.id })).toMatchObject([{ id: late.id }])
  expect(await entries('chebet', { p_state: 'approved' })).toEqual([])
  const walked: string[] = []
  let after: unknown = null
  do {
    const page = (await field.rpc('chebet', 'list_collection_entries', { p_limit: 1, p_after: after })) as {
      data: { id: string }[]
      next: unknown
    }
    walked.push(...page.data.map((each) => each.id))
    after = page.next
  } while (after !== null)
  expect(walked).toEqual((await entries('chebet')).map((each) => each.id))
  expect(walked).toHaveLength(4)
})
