import { CAST } from '@salama/testing'
import { beforeEach, expect, test } from 'vitest'
import { useField } from './test/field.ts'

const field = useField()
const { start, end, touch, submit, decide } = field
type Counts = Record<string, number>
type Stats = {
  from: string
  to: string
  days: { date: string; entries: Counts; hours: number }[]
  total: { entries: Counts; hours: number }
  streak: number
}
const stats = async (args: Record<string, unknown> = {}) =>
  (await field.rpc('chebet', 'get_surveyor_stats', args)) as Stats
const NONE = { inReview: 0, held: 0, approved: 0, changesRequested: 0, rejected: 0 }
/** Sets the clock to a moment. */
const at = (moment: string) =>
  field.db.sql(
    `insert into app.clock (shift) values ($1::timestamptz - now())
     on conflict (singleton) do update set shift = excluded.shift`,
    [moment],
  )
beforeEach(() => at('2040-01-10 12:00+03'))

test('counts work by days in Nairobi, and splits a session over midnight', async () => {
  await at('2040-01-10 02:00+03')
  const { id } = await start('chebet', { p_started_at: '2040-01-09T22:00+03:00' })
  await submit('chebet', id, { p_captured_at: '2040-01-09T23:59+03:00' })
  await submit('chebet', id, { p_captured_at: '2040-01-10T00:01+03:00' })
  await end('chebet', id, '2040-01-10T01:30+03:00')
  const found = await stats({ p_from: '2040-01-08', p_to: '2040-01-10' })
  expect(found.days).toEqual([
    { date: '2040-01-08', entries: NONE, hours: 0 },
    { date: '2040-01-09', entries: { ...NONE, inReview: 1 }, hours: 2 },
    { date: '2040-01-10', entries: { ...NONE, inReview: 1 }, hours: 1.5 },
  ])
  expect(found.total).toEqual({ entries: { ...NONE, inReview: 2 }, hours: 3.5 })
  expect(await stats()).toMatchObject({ from: '2040-01-04', to: '2040-01-10' })
})

test('counts an open session until now, an abandoned one until its last touch, overlaps once', async () => {
  const { id } = await start('chebet', { p_started_at: '2040-01-10T08:00+03:00' })
  expect((await stats()).total.hours).toBe(4)
  await at('2040-01-10 13:00+03')
  await touch('chebet', id)
  await at('2040-01-10 20:00+03')
  expect((await stats()).total.hours).toBe(5)
  const other = await start('chebet', { p_started_at: '2040-01-10T11:00+03:00' })
  await end('chebet', other.id, '2040-01-10T14:00+03:00')
  expect((await stats()).total.hours).toBe(6)
})

test('counts each entry once by its state, late ones too', async () => {
  const { id } = await start('chebet')
  await end('chebet', id)
  const sent = []
  for (let n = 0; n < 5; n++) sent.push((await submit('chebet', id, { p_vehicle: { plate: `KZZ 80${n}X` } })).id)
  const [one = '', two = '', three = '', four = ''] = sent
  await decide(one, 'approved')
  await decide(two, 'rejected')
  await decide(three, 'changes_requested')
  await decide(four, 'changes_requested')
  await submit('chebet', id, { p_revises: four })
  expect((await stats()).total.entries).toEqual({ ...NONE, inReview: 2, approved: 1, changesRequested: 1, rejected: 1 })
})

test('counts the streak of approvals since the last entry that was not approved', async () => {
  const { id } = await start('chebet')
  const decisions = ['approved', 'rejected', 'approved', 'approved']
  for (const [n, decision] of decisions.entries()) {
    const sent = await submit('chebet', id, { p_vehicle: { plate: `KZZ 80${n}X` } })
    await decide(sent.id, decision)
  }
  await submit('chebet', id)
  expect((await stats()).streak).toBe(2)
})

test('counts only one’s own work, and refuses callers who are no surveyor', async () => {
  const { id } = await start('baraka', { p_started_at: '2040-01-10T08:00+03:00' })
  await submit('baraka', id)
  expect(await stats()).toMatchObject({ total: { entries: NONE, hours: 0 }, streak: 0 })
  await expect(field.rpc('eve', 'get_surveyor_stats')).rejects.toMatchObject({ slug: 'role_required' })
})

test.each([
  ['a last day before the first', { p_from: '2040-01-02', p_to: '2040-01-01' }],
  ['more than 92 days', { p_from: '2039-01-01', p_to: '2040-01-01' }],
  ['days without end', { p_from: '-infinity' }],
])('%s is refused', async (_, args) => {
  await expect(stats(args)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'from' } })
})

test('exports a person’s field work, and anonymizes it on erasure', async () => {
  const [one, two] = [await field.assignment(), await field.assignment()]
  const { id } = await start('chebet', { p_lat: -1.28, p_lng: 36.82 })
  const held = await field.claim('chebet', one.id)
  const { token } = held
  const here = { p_lat: -1.28, p_lng: 36.82 }
  const sent = await submit('chebet', id, { p_claim_token: token, ...here, p_note: 'Call me: 0712 345 678.' })
  const other = await submit('chebet', id, { p_note: 'New seats.' })
  await decide(sent.id, 'approved')
  await field.submitSlot('chebet', held)
  await field.claim('chebet', two.id)
  const exported = async () =>
    (
      await field.db.sql<{ data: Record<string, unknown[]> }>('select app.export_surveyor_of($1) as data', [
        CAST.chebet.id,
      ])
    )[0]?.data
  expect(await exported()).toMatchObject({
    sessions: [{ id }],
    entries: expect.arrayContaining([sent, other].map((entry) => expect.objectContaining({ id: entry.id }))),
    claims: [{ token }, { token }, {}],
  })

  await field.db.sql('select app.erase_surveyor_of($1)', [CAST.chebet.id])
  expect(await exported()).toEqual({ sessions: [], claims: [], entries: [], counts: [], assignmentsCreated: [] })
  const tables = [
    'stage_counts',
    'surveyor_sessions',
    'surveyor_session_events',
    'assignments',
    'assignment_slots',
    'slot_events',
    'collection_entries',
    'collection_entry_events',
    'vehicle_facts',
  ]
  for (const table of tables)
    expect(JSON.stringify(await field.db.sql(`select * from app.${table}`))).not.toContain(CAST.chebet.id)
  expect(await field.db.sql('select place, note from app.collection_entries order by note')).toEqual([
    { place: null, note: 'New seats.' },
    { place: null, note: null },
  ])
  expect((await field.slots(two.id))?.[0]?.state).toBe('open')
  expect(await field.rpc('eve', 'get_vehicle_profile', { p_identifier: 'KZZ 900X' })).toMatchObject({
    plate: 'KZZ 900X',
  })
})

test('submits the entries of a held slot when its surveyor is erased', async () => {
  const made = await field.assignment()
  const { id } = await start('chebet')
  const { token } = await field.claim('chebet', made.id)
  const sent = await submit('chebet', id, { p_claim_token: token })
  await field.db.sql('select app.erase_surveyor_of($1)', [CAST.chebet.id])
  expect((await field.slots(made.id))?.[0]).toMatchObject({ state: 'submitted', holderId: null })
  await decide(sent.id, 'approved')
  expect((await field.slots(made.id))?.[0]?.state).toBe('approved')
})
