import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { HOUR, useField } from './test/field.ts'

// Field work from a phone whose clock is wrong: kept, dated by how long ago it was, and never a day of another year.

const field = useField()
const { start, end, submit, ago } = field
const YEARS = 11 * 366 * 24 * HOUR
const MINUTE = 60_000

/** What the clock shows that is off by `offMs`, this long ago. */
const shown = (agoMs: number, offMs: number) => new Date(Date.now() + offMs - agoMs).toISOString()
const hoursSince = (at: string | null) => (Date.now() - Date.parse(at ?? '')) / HOUR
const captured = async (id: string) => {
  const [row] = await field.db.sql<{ at: Date; flags: string[] }>(
    'select captured_at as at, quality_flags as flags from app.collection_entries where id = $1',
    [id],
  )
  return { hours: hoursSince(new Date(row?.at ?? 0).toISOString()), flags: row?.flags }
}

test.each([-YEARS, 3 * HOUR, -3 * HOUR, 0])('a day of a clock that is off by %d ms has its hours', async (offMs) => {
  const p_sent_at = shown(0, offMs)
  const session = await start('chebet', { p_started_at: shown(5 * HOUR, offMs), p_sent_at })
  expect(hoursSince(session.startedAt)).toBeCloseTo(5, 1)
  const entry = await submit('chebet', session.id, { p_captured_at: shown(2 * HOUR, offMs), p_sent_at })
  const { hours, flags } = await captured(entry.id)
  expect(hours).toBeCloseTo(2, 1)
  expect(flags).not.toContain('time_uncertain')
  const ended = (await field.rpc('chebet', 'end_surveyor_session', {
    p_id: session.id,
    p_ended_at: shown(HOUR, offMs),
    p_sent_at,
  })) as { endedAt: string }
  expect(hoursSince(ended.endedAt)).toBeCloseTo(1, 1)
})

test('an entry dated 2015 in a session of today is flagged and counts within the session', async () => {
  const { id } = await start('chebet', { p_started_at: await ago('1 hour') })
  const entry = await submit('chebet', id, { p_captured_at: '2015-01-01T00:00:10Z' })
  expect(entry.state).toBe('in_review')
  const { hours, flags } = await captured(entry.id)
  expect(flags).toContain('time_uncertain')
  expect(hours).toBeLessThan(1.01)
  const stats = (await field.rpc('chebet', 'get_surveyor_stats', { p_from: '2014-12-25', p_to: '2015-01-05' })) as {
    total: { entries: Record<string, number> }
  }
  expect(Object.values(stats.total.entries)).toEqual([0, 0, 0, 0, 0])
})

test('an entry from before its session counts at its start, flagged; a few minutes are no reason for a flag', async () => {
  const { id } = await start('chebet')
  const early = await captured((await submit('chebet', id, { p_captured_at: await ago('5 hours') })).id)
  expect(early.flags).toContain('time_uncertain')
  expect(early.hours).toBeLessThan(0.05)
  const p_vehicle = { plate: 'KZZ 901X' }
  const near = await submit('chebet', id, { p_vehicle, p_captured_at: await ago('3 minutes') })
  expect((await captured(near.id)).flags).not.toContain('time_uncertain')
})

test('a session that a clock of 2015 began, set right before it was sent, is no session of 2015', async () => {
  const session = await start('chebet', { p_started_at: shown(0, -YEARS), p_sent_at: shown(0, 0) })
  expect(session.state).toBe('open')
  expect(hoursSince(session.startedAt)).toBeLessThan(0.05)
  const without = await start('baraka', { p_started_at: '2015-01-01T00:00:00Z' })
  expect(hoursSince(without.startedAt)).toBeLessThan(0.05)
  expect((await end('baraka', without.id)).state).toBe('ended')
})

test('a repeat is recognised whatever the clock shows by then', async () => {
  const args = { p_id: randomUUID(), p_started_at: shown(HOUR, -YEARS), p_sent_at: shown(0, -YEARS) }
  const first = await start('chebet', args)
  expect(await start('chebet', { ...args, p_sent_at: shown(0, 0) })).toEqual({ ...first, repeated: true })
  const sent = { p_id: randomUUID(), p_captured_at: shown(30 * MINUTE, -YEARS), p_sent_at: shown(0, -YEARS) }
  await submit('chebet', first.id, sent)
  expect(await submit('chebet', first.id, { ...sent, p_sent_at: shown(0, 0) })).toMatchObject({ repeated: true })
})

test('moves a stage count of a wrong clock to when it was, as a whole', async () => {
  const session = await start('chebet', { p_started_at: await ago('6 hours') })
  const count = (offMs: number, p_sent_at?: string) => ({
    p_id: randomUUID(),
    p_session_id: session.id,
    p_started_at: shown(3 * HOUR, offMs),
    p_ended_at: shown(2 * HOUR, offMs),
    p_taps: [{ routeId: null, atS: 5 }],
    ...(p_sent_at !== undefined && { p_sent_at }),
  })
  const sent = [count(-YEARS, shown(0, -YEARS)), count(-YEARS), count(-YEARS, shown(0, 0))]
  for (const each of sent)
    expect(await field.rpc('chebet', 'submit_stage_count', each)).toMatchObject({ minutes: 60, vehicles: 1 })
  const rows = await field.db.sql<{ hours: number; early: boolean }>(
    `select round(extract(epoch from app.now() - c.ended_at) / 3600) as hours, c.ended_at < s.started_at as early
       from app.stage_counts c join app.surveyor_sessions s on s.id = c.session_id order by 1`,
  )
  expect(rows.map(({ hours, early }) => [Number(hours), early])).toEqual([
    [0, false],
    [0, false],
    [2, false],
  ])
})
