import { randomUUID } from 'node:crypto'
import { MACHAKOS } from '@salama/testing'
import { expect, test } from 'vitest'
import { HOUR, type Session, useField } from './test/field.ts'

const field = useField()
const { start, touch, end, session, ago, settle } = field
const rows = () => field.db.sql('select * from app.surveyor_sessions order by id')
const lasts = (s: Session) => Date.parse(s.openUntil) - Date.parse(s.startedAt)
const events = () => field.db.sql('select from_state, to_state, reason from app.surveyor_session_events order by id')

test('starts, touches and ends a session', async () => {
  const begun = await start('chebet', { p_lat: -1.2812, p_lng: 36.8226 })
  expect(begun).toMatchObject({ state: 'open', endedAt: null, entryCount: 0, repeated: false })
  expect(begun.location).toMatchObject({ inServiceArea: true })
  expect(lasts(begun) / HOUR).toBeCloseTo(3, 2)
  await field.db.shiftClock('2 hours')
  expect(lasts(await touch('chebet', begun.id)) / HOUR).toBeCloseTo(5, 2)
  expect(await session('chebet')).toMatchObject({ id: begun.id, state: 'open' })
  const ended = await end('chebet', begun.id)
  expect((Date.parse(ended.endedAt ?? '') - Date.parse(ended.startedAt)) / HOUR).toBeCloseTo(2, 2)
  expect(await session('chebet')).toMatchObject({ id: begun.id, state: 'ended' })
  expect(await events()).toEqual([{ from_state: 'open', to_state: 'ended', reason: null }])
})

test('accepts a place outside the service area, and returns so', async () => {
  const begun = await start('chebet', { p_lat: MACHAKOS.lat, p_lng: MACHAKOS.lng })
  expect(begun.location).toMatchObject({ inServiceArea: false, serviceArea: 'Nairobi' })
})

test('returns the stored session for a repeated id, also after its end', async () => {
  const args = { p_id: randomUUID(), p_started_at: await ago('1 hour') }
  const begun = await start('chebet', args)
  expect(await start('chebet', args)).toEqual({ ...begun, repeated: true })
  await end('chebet', begun.id)
  expect(await start('chebet', args)).toMatchObject({ id: begun.id, state: 'ended', repeated: true })
  expect(await rows()).toHaveLength(1)
})

test('rejects an id with another start, or of another surveyor', async () => {
  const { id } = await start('chebet')
  await expect(start('chebet', { p_id: id, p_lat: -1.28, p_lng: 36.82 })).rejects.toMatchObject({ slug: 'id_reused' })
  await expect(start('baraka', { p_id: id })).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  expect(await rows()).toHaveLength(1)
})

test('rejects a second start with the open session, until it is ended', async () => {
  const { repeated: _, ...open } = await start('chebet')
  await expect(start('chebet')).rejects.toMatchObject({ slug: 'session_already_open', detail: { session: open } })
  await start('baraka')
  await end('chebet', open.id)
  expect(await start('chebet')).toMatchObject({ state: 'open' })
})

test('opens one session for ten concurrent starts, and for ten repeats of one', async () => {
  const outcomes = await field.db.parallel(Array.from({ length: 10 }, () => () => settle(start('chebet'))))
  expect(outcomes.toSorted()).toEqual(['done', ...Array(9).fill('session_already_open')])
  const id = randomUUID()
  const same = await field.db.parallel(Array.from({ length: 10 }, () => () => start('baraka', { p_id: id })))
  expect(same.filter((each) => !each.repeated)).toHaveLength(1)
  expect(await rows()).toHaveLength(2)
})

test('abandons a session after three hours without a touch, also without the sweeper', async () => {
  const { id } = await start('chebet')
  await field.db.shiftClock('2 hours 59 minutes')
  expect(await session('chebet')).toMatchObject({ state: 'open' })
  await field.db.shiftClock('3 hours')
  expect(await session('chebet')).toMatchObject({ id, state: 'abandoned' })
  await expect(touch('chebet', id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'abandoned', allowedTransitions: ['ended'] },
  })
  expect(await start('chebet')).toMatchObject({ state: 'open' })
  expect(await events()).toEqual([{ from_state: 'open', to_state: 'abandoned', reason: 'silent' }])
})

test('extends a session by touches to 14 hours at most', async () => {
  const { id } = await start('chebet')
  for (const hours of [2, 4, 6, 8, 10, 12, 13]) {
    await field.db.shiftClock(`${hours} hours`)
    await touch('chebet', id)
  }
  expect(lasts((await session('chebet')) as Session)).toBe(14 * HOUR)
  await field.db.shiftClock('14 hours')
  expect(await session('chebet')).toMatchObject({ state: 'abandoned' })
  await start('chebet')
  expect(await events()).toEqual([{ from_state: 'open', to_state: 'abandoned', reason: 'cap' }])
})

test('accepts a back-dated end, also after abandonment', async () => {
  const open = await start('chebet', { p_started_at: await ago('4 hours') })
  expect((await end('chebet', open.id, await ago('1 hour'))).endedAt).not.toBeNull()
  const left = await start('baraka', { p_started_at: await ago('2 hours') })
  const at = await ago('30 minutes')
  await field.db.shiftClock('9 hours')
  expect(await session('baraka')).toMatchObject({ state: 'abandoned' })
  const ended = await end('baraka', left.id, at)
  expect(ended.state).toBe('ended')
  expect(Math.abs(Date.parse(ended.endedAt ?? '') - Date.parse(at))).toBeLessThan(1000)
  expect(await events()).toEqual([
    { from_state: 'open', to_state: 'ended', reason: null },
    { from_state: 'open', to_state: 'abandoned', reason: 'silent' },
    { from_state: 'abandoned', to_state: 'ended', reason: null },
  ])
})

test('ends an abandoned session at its last touch when no time is given', async () => {
  const { id, touchedAt } = await start('chebet')
  await field.db.shiftClock('20 hours')
  expect((await end('chebet', id)).endedAt).toBe(touchedAt)
})

test('keeps the first end, rejects one before the start, and caps it at 14 hours', async () => {
  const { id, startedAt } = await start('chebet', { p_started_at: await ago('20 hours') })
  await expect(end('chebet', id, await ago('21 hours'))).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { path: 'endedAt' },
  })
  const ended = await end('chebet', id, await ago('1 hour'))
  expect(Date.parse(ended.endedAt ?? '') - Date.parse(startedAt)).toBe(14 * HOUR)
  expect(await end('chebet', id, await ago('10 hours'))).toEqual({ ...ended, repeated: true })
})

test('accepts a day recorded offline: a past start, still open, a past end', async () => {
  const begun = await start('chebet', { p_started_at: await ago('10 hours') })
  expect(begun.state).toBe('open')
  expect(lasts(begun)).toBeGreaterThan(12.9 * HOUR)
  expect((await end('chebet', begun.id, await ago('1 hour'))).state).toBe('ended')
})

test('accepts yesterday’s session beside the open one, as already ended', async () => {
  const today = await start('chebet')
  const before = await start('chebet', { p_started_at: await ago('26 hours') })
  expect(before.state).toBe('abandoned')
  expect(await session('chebet')).toMatchObject({ id: today.id })
  expect(await end('chebet', before.id, await ago('18 hours'))).toMatchObject({ state: 'ended' })
  expect(await session('chebet')).toMatchObject({ id: today.id, state: 'open' })
})

test('replaces a start in the future by now', async () => {
  const { startedAt, touchedAt } = await start('chebet', { p_started_at: await ago('-2 days') })
  expect(startedAt).toBe(touchedAt)
})

test.each([
  ['no id', { p_id: null }, 'id'],
  ['a start before all time', { p_started_at: '-infinity' }, 'startedAt'],
  ['half a place', { p_lat: -1.28 }, 'place'],
  ['an impossible accuracy', { p_lat: -1.28, p_lng: 36.8, p_accuracy_m: -1 }, 'place.accuracyM'],
])('rejects a direct database call with %s', async (_, args, path) => {
  await expect(start('chebet', args)).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { path },
  })
  expect(await rows()).toEqual([])
})

test('names an unknown stop', async () => {
  await expect(start('chebet', { p_stop_id: randomUUID() })).rejects.toMatchObject({ slug: 'unknown_stop' })
})

test('refuses callers who are no surveyor or not the owner, and changes nothing', async () => {
  const { id } = await start('chebet')
  const before = await rows()
  for (const attempt of [() => start('eve'), () => touch('eve', id), () => end('eve', id), () => session('eve')])
    await expect(attempt()).rejects.toMatchObject({ slug: 'role_required', detail: { role: 'surveyor' } })
  for (const attempt of [() => touch('baraka', id), () => end('baraka', id), () => end('baraka', randomUUID())])
    await expect(attempt()).rejects.toMatchObject({ slug: 'not_found', detail: undefined })
  for (const who of ['anon', 'surveyor_server'] as const)
    await expect(start(who)).rejects.toMatchObject({ code: '42501' })
  expect(await session('baraka')).toBeNull()
  expect(await rows()).toEqual(before)
})
