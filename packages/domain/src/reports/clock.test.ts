import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

// A report from a phone whose clock is wrong: never refused, and dated by how long ago it was.

const city = useCity()
const { report } = city
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const YEARS = 11 * 366 * 24 * HOUR

/** A report of `agoMs` ago, by a clock that is off by `offMs`. */
const told = (agoMs: number, offMs: number) => {
  const now = Date.now() + offMs
  return { p_occurred_at: new Date(now - agoMs).toISOString(), p_sent_at: new Date(now).toISOString() }
}
const stored = async (id: string) => {
  const [row] = await city.db.sql<{ ago_s: number; uncertain: boolean; state: string }>(
    `select extract(epoch from received_at - occurred_at)::float8 as ago_s, time_uncertain as uncertain, state
       from app.reports where id = $1`,
    [id],
  )
  return row
}

test.each([
  ['in 2015', -YEARS],
  ['three hours ahead', 3 * HOUR],
  ['a quarter of an hour ahead', 15 * MINUTE],
  ['right', 0],
  ['years ahead', YEARS],
])('dates a report of twenty minutes ago from a phone that is %s', async (_, offMs) => {
  const answer = await report('amina', told(20 * MINUTE, offMs))
  expect(answer).toMatchObject({ state: 'linked', shown: 'live' })
  const row = await stored(answer.id)
  expect(row?.uncertain).toBe(false)
  expect(Math.abs((row?.ago_s ?? 0) - 20 * 60)).toBeLessThan(30)
})

test('believes a clock that is right to the minute to the second', async () => {
  const args = told(20 * MINUTE, 30_000)
  const { id } = await report('amina', args)
  expect(
    await city.db.sql('select occurred_at = $2::timestamptz as same from app.reports where id = $1', [
      id,
      args.p_occurred_at,
    ]),
  ).toEqual([{ same: true }])
})

test.each([
  ['from 2015 to now', -YEARS, 0],
  ['back by three hours', 3 * HOUR, 0],
])('receives a report whose clock was set %s in between, for a reviewer, without showing it', async (_, then, now) => {
  const args = {
    p_occurred_at: new Date(Date.now() + then).toISOString(),
    p_sent_at: new Date(Date.now() + now).toISOString(),
  }
  const answer = await report('amina', args)
  expect(answer).toMatchObject({ state: 'in_review', shown: 'review', incidentId: null })
  expect(await stored(answer.id)).toMatchObject({ ago_s: 0, uncertain: true })
  expect(await city.db.sql('select reason from app.review_entries where subject_id = $1', [answer.id])).toEqual([
    { reason: 'time' },
  ])
  expect(await city.db.as('amina').rpc('get_own_report', { p_id: answer.id })).toMatchObject({ timeUncertain: true })
  await expect(city.count('app.incidents')).resolves.toBe(0)
})

test('shows no crash with injuries whose time is uncertain before a reviewer has looked', async () => {
  const args = { p_injury: 'some', p_occurred_at: '2015-01-01T00:05:00Z', p_sent_at: new Date().toISOString() }
  expect(await report('amina', args)).toMatchObject({ state: 'in_review', shown: 'review', incidentId: null })
})

test('keeps the time that a person set by hand on a phone with a wrong clock, as uncertain', async () => {
  const args = {
    p_occurred_at: new Date(Date.now() - 5 * HOUR).toISOString(),
    p_sent_at: new Date(Date.now() - YEARS).toISOString(),
  }
  const { id } = await report('amina', args)
  const row = await stored(id)
  expect(row?.uncertain).toBe(true)
  expect(Math.round((row?.ago_s ?? 0) / 3600)).toBe(5)
})

test('a retry is recognised whatever the clock shows by then', async () => {
  const args = { p_id: randomUUID(), ...told(0, -YEARS) }
  const first = await report('amina', args)
  expect(await report('amina', { ...args, p_sent_at: new Date().toISOString() })).toEqual({ ...first, repeated: true })
})

test('holds for a phone without an account too', async () => {
  const args = { p_device: PHONES.eve, ...told(20 * MINUTE, 3 * HOUR) }
  expect(await report('rider_server', args)).toMatchObject({ shown: 'live' })
})

test('refuses no time but an infinite one', async () => {
  for (const [name, value] of [
    ['p_occurred_at', 'infinity'],
    ['p_sent_at', '-infinity'],
  ] as const)
    await expect(report('amina', { ...told(0, 0), [name]: value })).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('a reviewer’s time is certain', async () => {
  const { id } = await report('amina', { ...told(0, 0), p_occurred_at: '2015-01-01T00:05:00Z' })
  const view = async () => {
    const [row] = await city.db.sql<{ view: { timeUncertain: boolean } }>(
      'select app.report_view(r) as view from app.reports r where r.id = $1',
      [id],
    )
    return row?.view.timeUncertain
  }
  expect(await view()).toBe(true)
  await city.db.sql(
    `update app.reports set original = jsonb_build_object('occurredAt', app.instant(occurred_at)) where id = $1`,
    [id],
  )
  expect(await view()).toBe(false)
})
