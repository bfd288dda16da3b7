import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { aPhoto } from '../photos/test/a-photo.ts'
import { useCity } from '../reports/test/city.ts'

// Exact times identify an author to anybody who also sees when accounts were used. So admins see times of sensitive
// subjects by the hour, and of accounts by the day.

const city = useCity()
const { report, atMinute, decide, makeKnown } = city
const ask = (name: string, args: Record<string, unknown> = {}) => city.db.as('dalmas').rpc(name, args)
const robbery = (who: 'amina' | 'baraka' | 'eve', more: object = {}) =>
  report(who, { p_category: 'robbery', p_injury: undefined, ...more })

/** Every time in a response that is finer than an hour, by its path, except for the admin's own actions. */
function fineTimesIn(answer: unknown, where = ''): string[] {
  if (typeof answer === 'string') {
    const at = /^\d{4}-\d\d-\d\d[T ]\d\d:(\d\d:\d\d(?:\.\d+)?)/.exec(answer)
    return at && Number(at[1]?.replaceAll(/\D/g, '')) !== 0 ? [where] : []
  }
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) => fineTimesIn(value, where === '' ? name : `${where}.${name}`))
}
const entryOf = async (subject: string | null) => {
  const [entry] = await city.db.sql<{ id: string; version: number }>(
    'select id, version from app.review_entries where subject_id = $1 order by decided_at desc nulls first limit 1',
    [subject],
  )
  if (!entry) throw new Error('Nothing waits')
  return entry
}

test('rounds times of a sensitive report to the hour in every admin view', async () => {
  await atMinute(17)
  const { id } = await robbery('amina')
  await city.db.as('amina').rpc('add_report_photo', { p_report: id, ...aPhoto() })
  await robbery('baraka')
  await report('eve', { p_category: 'harassment', p_injury: undefined })
  const { id: entry } = await entryOf(id)
  expect(fineTimesIn(await ask('get_review_entry', { p_id: entry }))).toEqual([])
  expect(fineTimesIn(await ask('list_review_queue', { p_limit: 1 }))).toEqual(['asOf'])
  expect(fineTimesIn(await ask('get_dashboard'))).toEqual(['asOf'])
  await atMinute(23)
  await decide(id, 'changes_requested', { note: 'Which side of the road?' })
  await atMinute(37)
  await city.db.as('amina').rpc('answer_report', { p_id: id, p_answer: 'Towards town.' })
  const again = await entryOf(id)
  expect(again.id).not.toBe(entry)
  expect(fineTimesIn(await ask('get_review_entry', { p_id: again.id }))).toEqual(['earlier.0.decidedAt'])
  await atMinute(41)
  await decide(id, 'approved')
  expect(fineTimesIn(await ask('get_review_entry', { p_id: again.id })).toSorted()).toEqual([
    'decidedAt',
    'earlier.0.decidedAt',
    'undoUntil',
  ])
  const [incident] = await city.db.sql<{ id: string }>('select id from app.incidents')
  expect(fineTimesIn(await ask('get_incident_record', { p_id: incident?.id }))).toEqual([])
})

test('rounds the time of a withdrawal', async () => {
  await atMinute(17)
  const { id } = await robbery('amina')
  await atMinute(29)
  await city.withdraw('amina', id)
  const { id: entry } = await entryOf(id)
  expect(fineTimesIn(await ask('get_review_entry', { p_id: entry }))).toEqual([])
  expect(fineTimesIn(await ask('list_review_queue', { p_state: 'closed' }))).toEqual(['asOf'])
})

test('treats private reports of any kind, and disputes about an area, as sensitive', async () => {
  await makeKnown('baraka', 'chebet', 'eve')
  await atMinute(17)
  const crash = await report('amina', { p_injury: 'some', p_visibility: 'private' })
  expect(fineTimesIn(await ask('get_review_entry', { p_id: (await entryOf(crash.id)).id }))).toEqual([])
  const theft = await report('amina', { p_category: 'theft', p_injury: undefined })
  await atMinute(77)
  const [incident] = await city.db.sql<{ incident_id: string }>('select incident_id from app.reports where id = $1', [
    theft.id,
  ])
  await city.db.sql(`select app.open_review('dispute', $1, null, 'denied', '4 hours')`, [incident?.incident_id])
  expect(fineTimesIn(await ask('get_review_entry', { p_id: (await entryOf(incident?.incident_id ?? '')).id }))).toEqual(
    [],
  )
})

test('does not reveal arrival times by the order within an hour', async () => {
  const ids: string[] = []
  for (const minute of [50, 10, 30]) {
    await atMinute(minute)
    ids.push((await robbery('amina')).id)
  }
  const entries = await city.db.sql<{ id: string }>('select id from app.review_entries order by id')
  const { data } = (await ask('list_review_queue')) as { data: { id: string }[] }
  expect(data.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  const seen = (await ask('get_review_entry', { p_id: data[0]?.id })) as { subject: { siblings: { id: string }[] } }
  const siblings = seen.subject.siblings.map(({ id }) => id)
  expect(siblings).toEqual(siblings.toSorted())
  expect(ids).toHaveLength(3)
})

test('keeps the exact times of public subjects', async () => {
  await atMinute(17)
  const { id } = await report('amina', { p_injury: 'some' })
  expect(fineTimesIn(await ask('get_review_entry', { p_id: (await entryOf(id)).id }))).toEqual(
    expect.arrayContaining(['createdAt', 'dueAt', 'subject.receivedAt', 'subject.occurredAt']),
  )
})

test('rounds times of an account to the day', async () => {
  await city.db.sql(
    `insert into auth.users (id, email, created_at, last_sign_in_at)
     values ($1, $2, '2026-11-01 21:30Z', '2026-11-20 06:31:07Z')`,
    [CAST.amina.id, CAST.amina.email],
  )
  // Both are the beginning of that day in Nairobi.
  const days = { createdAt: '2026-11-01T21:00:00Z', lastSignInAt: '2026-11-19T21:00:00Z' }
  expect(await ask('get_user_roles', { p_user_id: CAST.amina.id })).toMatchObject(days)
  const { data } = (await ask('list_users', { p_q: CAST.amina.email })) as { data: object[] }
  expect(data).toMatchObject([days])
})
