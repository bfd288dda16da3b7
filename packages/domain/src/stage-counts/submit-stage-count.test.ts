import { randomUUID } from 'node:crypto'
import { CAST, KOJA } from '@salama/testing'
import { expect, test } from 'vitest'
import { MAX_TAPS } from '../shared/limits.ts'
import { type Claim, useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, claim, rpc, start, submitSlot, slots, settle, submit } = field

const MINUTE = 60_000
async function atWork(): Promise<{ session: string; held: Claim }> {
  const made = await assignment({ p_minutes: 30 })
  const { id } = await start('chebet')
  return { session: id, held: await claim('chebet', made.id) }
}
const ago = async (minutes: number) => field.ago(`${minutes} minutes`)
async function body(session: string, more: Record<string, unknown> = {}) {
  return {
    p_id: randomUUID(),
    p_session_id: session,
    p_started_at: await ago(30),
    p_ended_at: await ago(0),
    p_taps: [
      { routeId: null, atS: 3 },
      { routeId: null, atS: 61.5 },
    ],
    ...more,
  }
}
const send = (args: Record<string, unknown>) => rpc('chebet', 'submit_stage_count', args)

test('stores a count without its pauses, and shows it at the claim', async () => {
  const { session, held } = await atWork()
  const sent = await body(session, { p_claim_token: held.token, p_pauses: [{ fromS: 600, toS: 900 }] })
  expect(await send(sent)).toEqual({ id: sent.p_id, vehicles: 2, minutes: 25, late: false, repeated: false })
  const [mine] = await field.assignments('chebet', { p_state: 'mine' })
  expect(mine?.mine[0]).toMatchObject({ entries: 0, counts: [{ id: sent.p_id, minutes: 25, vehicles: 2 }] })
  expect(await slots(held.assignmentId)).toMatchObject([{ state: 'claimed', countedMinutes: 25 }])
})

test('a slot with a count is done when it is handed in, and not before', async () => {
  const { session, held } = await atWork()
  await send(await body(session, { p_claim_token: held.token }))
  expect(await slots(held.assignmentId)).toMatchObject([{ state: 'claimed' }])
  expect(await submitSlot('chebet', held)).toMatchObject({ entries: 0, counts: 1, repeated: false })
  expect(await slots(held.assignmentId)).toMatchObject([{ state: 'approved' }])
})

test('a slot with a count and an entry waits for the entry', async () => {
  const { session, held } = await atWork()
  await send(await body(session, { p_claim_token: held.token }))
  const { id } = await submit('chebet', session, { p_claim_token: held.token })
  await submitSlot('chebet', held)
  expect(await slots(held.assignmentId)).toMatchObject([{ state: 'submitted' }])
  await field.decide(id, 'rejected', { p_reason_code: 'facts_wrong' })
  expect(await slots(held.assignmentId)).toMatchObject([{ state: 'approved' }])
})

test('a count that arrives after the lease is stored as late and hands the slot in', async () => {
  const { session, held } = await atWork()
  const sent = await body(session, { p_claim_token: held.token })
  await field.db.shiftClock('150 minutes')
  expect(await send(sent)).toMatchObject({ late: true })
  expect(await slots(held.assignmentId)).toMatchObject([{ state: 'approved' }])
})

test('sending twice, also concurrently, stores it once; another content with that id is refused', async () => {
  const { session } = await atWork()
  const sent = await body(session)
  const answers = (await field.db.parallel([() => send(sent), () => send(sent)])) as { repeated: boolean }[]
  expect(answers.map(({ repeated }) => repeated).toSorted()).toEqual([false, true])
  expect(await settle(send({ ...sent, p_taps: [] }))).toBe('id_reused')
  expect(await field.count('app.stage_counts')).toBe(1)
})

test('a count that ends in the future is moved back', async () => {
  const { session } = await atWork()
  await send(await body(session, { p_started_at: await ago(-30), p_ended_at: await ago(-60) }))
  const [row] = await field.db.sql<{ ok: boolean; s: number }>(
    `select ended_at <= app.now() as ok, counted_s as s from app.stage_counts`,
  )
  expect(row).toEqual({ ok: true, s: (30 * MINUTE) / 1000 })
})

test.each([
  ['a session of nobody', { p_session_id: randomUUID() }, 'sessionId'],
  ['an unknown claim', { p_claim_token: 999_999 }, 'claimToken'],
  ['taps that are no list', { p_taps: {} }, 'taps'],
  ['a tap of an unknown route', { p_taps: [{ routeId: randomUUID(), atS: 1 }] }, 'taps'],
  ['a tap after its end', { p_taps: [{ routeId: null, atS: 9_000 }] }, 'taps'],
  ['a tap without a time', { p_taps: [{ routeId: null }] }, 'taps'],
  ['a tap too many', { p_taps: Array.from({ length: MAX_TAPS + 1 }, () => ({ routeId: null, atS: 1 })) }, 'taps'],
  [
    'pauses that overlap',
    {
      p_pauses: [
        { fromS: 10, toS: 30 },
        { fromS: 20, toS: 40 },
      ],
    },
    'pauses',
  ],
  ['an empty note', { p_note: '' }, 'note'],
])('rejects %s', async (_, more, path) => {
  const { session } = await atWork()
  await expect(send(await body(session, more))).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path }] },
  })
  expect(await field.count('app.stage_counts')).toBe(0)
})

test('rejects an end before the start, and one 15 hours later', async () => {
  const { session } = await atWork()
  for (const p_ended_at of [await ago(31), await ago(-900)])
    expect(await settle(send(await body(session, { p_ended_at, p_taps: [] })))).toBe('invalid_request')
  expect(await settle(send(await body(session, { p_stop_id: randomUUID() })))).toBe('unknown_stop')
})

test('only a surveyor sends one, and only for a session and claim of their own', async () => {
  const { session, held } = await atWork()
  const sent = await body(session, { p_claim_token: held.token })
  expect(await settle(rpc('eve', 'submit_stage_count', sent))).toBe('role_required')
  expect(await settle(rpc('baraka', 'submit_stage_count', sent))).toBe('invalid_request')
  expect(await field.count('app.stage_counts')).toBe(0)
})

test('the export has the counts, and erasing the account removes their author, place and note', async () => {
  const { session } = await atWork()
  await send(await body(session, { p_stop_id: KOJA.id, p_note: 'Rain' }))
  const [exported] = await field.db.sql<{ data: { counts: unknown[] } }>('select app.export_surveyor_of($1) as data', [
    CAST.chebet.id,
  ])
  expect(exported?.data.counts).toMatchObject([{ note: 'Rain', taps: [{ atS: 3 }, { atS: 61.5 }] }])
  await field.db.sql('select app.erase_surveyor_of($1)', [CAST.chebet.id])
  expect(await field.db.sql('select surveyor_id, place, note from app.stage_counts')).toEqual([
    { surveyor_id: null, place: null, note: null },
  ])
})

test('refuses the 201st count of a day', async () => {
  const { session } = await atWork()
  await field.db.sql(
    `insert into app.stage_counts (id, surveyor_id, content_hash, session_id, started_at, ended_at, received_at, counted_s,
                                   pauses, taps, late)
     select gen_random_uuid(), $1, '\\x00', $2, app.now(), app.now(), app.now(), 0, '[]', '[]', false
       from generate_series(1, 200)`,
    [CAST.chebet.id, session],
  )
  expect(await settle(send(await body(session)))).toBe('rate_limited')
})
