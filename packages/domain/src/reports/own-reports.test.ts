import { randomUUID } from 'node:crypto'
import { CAST, KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, feed, withdraw, queue, atMinute, decide, expectRows } = city

type Own = { id: string; state: string; incidentId: string | null; shown: string; version: number }
const list = async (who: 'amina' | 'eve', args: object = {}) =>
  (await city.db.as(who).rpc('list_own_reports', { ...args })) as { data: Own[]; next: object | null }
const own = (who: 'amina' | 'eve', id: string) => city.db.as(who).rpc('get_own_report', { p_id: id }) as Promise<Own>

test('lists a rider’s own reports only, newest first, with pagination', async () => {
  const sent = []
  for (const minutes of [0, 1, 2, 3, 4]) {
    await city.db.shiftClock(`${minutes} minutes`)
    sent.push((await report('amina', { p_note: `No. ${minutes}` })).id)
  }
  const first = await list('amina', { p_limit: 3 })
  const second = await list('amina', { p_limit: 3, p_after: first.next })
  expect([...first.data, ...second.data].map((each) => each.id)).toEqual(sent.toReversed())
  expect(second.next).toBeNull()
  expect((await list('eve')).data).toEqual([])
  await expect(own('eve', sent[0] ?? '')).rejects.toMatchObject({ slug: 'not_found' })
  await expect(own('amina', randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
})

test('returns a report with its original content', async () => {
  const { id, incidentId } = await report('amina', { p_vehicle: 'kda123a', p_note: 'Two matatus.' })
  expect(await own('amina', id)).toMatchObject({
    category: 'crash',
    injury: 'none',
    place: { lat: KOJA.lat, lng: KOJA.lng, accuracyM: 50, stopId: null },
    vehicle: { id: SIMBA.id, plate: SIMBA.plate, publicCode: SIMBA.publicCode, fleetName: SIMBA.fleetName },
    note: 'Two matatus.',
    visibility: 'public',
    state: 'linked',
    shown: 'live',
    reason: null,
    asked: null,
    incidentId,
  })
})

test('refuses reading or withdrawing reports without signing in', async () => {
  const { id } = await report('amina')
  for (const who of ['anon', 'rider_server'] as const)
    for (const [name, args] of [
      ['list_own_reports', {}],
      ['get_own_report', { p_id: id }],
      ['withdraw_report', { p_id: id }],
    ] as const)
      await expect(city.db.as(who).rpc(name, args)).rejects.toMatchObject({ code: '42501' })
})

test('removes an incident with its last report, and returns 410 with the reason', async () => {
  const { id, incidentId } = await report('amina')
  await withdraw('amina', id)
  expect(await feed()).toEqual([])
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'withdrawn' } })
  expect(await own('amina', id)).toMatchObject({ state: 'withdrawn', shown: 'private', incidentId: null })
})

test('ignores a repeated withdrawal', async () => {
  const { id } = await report('amina')
  await withdraw('amina', id)
  const before = await own('amina', id)
  await withdraw('amina', id)
  expect(await own('amina', id)).toEqual(before)
})

test('refuses to withdraw another rider’s report', async () => {
  const { id, incidentId } = await report('amina')
  const before = await page(incidentId)
  await expect(withdraw('eve', id)).rejects.toMatchObject({ slug: 'not_found' })
  expect(await page(incidentId)).toEqual(before)
  expect(await own('amina', id)).toMatchObject({ state: 'linked' })
})

test('removes the place, times and vehicle that only the withdrawn report gave', async () => {
  await city.makeKnown('amina')
  const first = await report('amina', { p_device: PHONES.amina, p_vehicle: SIMBA.plate })
  await city.db.shiftClock('30 minutes')
  const place = { lat: KOJA.lat + 0.001, lng: KOJA.lng }
  await report('baraka', { p_device: PHONES.baraka, p_vehicle: SIMBA.plate, p_lat: place.lat })
  expect(await page(first.incidentId)).toMatchObject({
    reports: 2,
    corroboration: 'corroborated',
    vehicle: { plate: SIMBA.plate },
    place: { lat: KOJA.lat, lng: KOJA.lng },
  })
  const before = (await page(first.incidentId)) as { lastSeenAt: string }
  await withdraw('amina', first.id)
  expect(await page(first.incidentId)).toMatchObject({
    reports: 1,
    corroboration: 'unverified',
    vehicle: null,
    place,
    firstSeenAt: before.lastSeenAt,
    lifecycle: 'active',
  })
})

test('removes the incident when both reports are withdrawn concurrently', async () => {
  const first = await report('amina')
  const second = await report('baraka')
  await city.db.parallel([() => withdraw('amina', first.id), () => withdraw('baraka', second.id)])
  expect(await feed()).toEqual([])
  await expect(page(first.incidentId)).rejects.toMatchObject({ slug: 'incident_gone' })
})

test('removes a withdrawn report from the queue, and its unchecked crash from the map', async () => {
  const { id } = await report('amina', { p_injury: 'some' })
  expect(await queue()).toMatchObject([{ subject: id, reason: 'injury', author: CAST.amina.id, hours: 4 }])
  await withdraw('amina', id)
  expect(await queue()).toEqual([])
  expect(await feed()).toEqual([])
})

test('removes a withdrawn theft and its count at the next full hour', async () => {
  await atMinute(20)
  const first = await report('amina', { p_category: 'theft', p_injury: undefined })
  await report('baraka', { p_category: 'theft', p_injury: undefined })
  await atMinute(70)
  expect(await feed()).toMatchObject([{ reports: 2 }])
  await withdraw('amina', first.id)
  expect(await feed()).toMatchObject([{ reports: 2 }])
  await atMinute(120)
  expect(await feed()).toMatchObject([{ reports: 1 }])
})

test('changes the count of a theft that is over on the full hour only', async () => {
  await atMinute(20)
  const first = await report('amina', { p_category: 'theft', p_injury: undefined })
  await report('baraka', { p_category: 'theft', p_injury: undefined })
  const over = 25 * 60
  await atMinute(over)
  const [row] = await city.db.sql<{ id: string }>('select id from app.incidents')
  const id = row?.id ?? ''
  expect(await page(id)).toMatchObject({ lifecycle: 'expired', reports: 2 })
  await atMinute(over + 10)
  await withdraw('amina', first.id)
  expect(await page(id)).toMatchObject({ lifecycle: 'expired', reports: 2 })
  await city.db.sql('select app.sweep()')
  expect(await page(id)).toMatchObject({ reports: 2 })
  await atMinute(over + 60)
  expect(await page(id)).toMatchObject({ lifecycle: 'expired', reports: 1 })
})

test('shows a question with its deadline, and rejects the report after 14 days, swept or not', async () => {
  const { id, incidentId } = await report('amina', { p_injury: 'some' })
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side of the road?' })
  expect(await own('amina', id)).toMatchObject({
    state: 'needs_info',
    asked: 'Which side of the road?',
    shown: 'unchecked',
  })
  await city.db.as('amina').rpc('answer_report', { p_id: id, p_answer: 'North.' })
  expect(await own('amina', id)).toMatchObject({ state: 'in_review', asked: null })
  expect(await queue()).toMatchObject([{ subject: id, reason: 'answered' }])
  await decide(id, 'changes_requested', { note: 'And when?' })
  await city.db.shiftClock('15 days')
  expect(await own('amina', id)).toMatchObject({ state: 'rejected', reason: 'no_answer', asked: null })
  await expect(city.db.as('amina').rpc('answer_report', { p_id: id, p_answer: 'Late.' })).rejects.toMatchObject({
    slug: 'invalid_transition',
  })
  await city.db.sql('select app.sweep()')
  expect(await own('amina', id)).toMatchObject({ state: 'rejected', reason: 'no_answer' })
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'rejected' } })
})

test('joins late reports with each other, and does not reopen an incident that is over', async () => {
  const hoursAgo = async (hours: number) => city.ago(hours * 60)
  const first = await report('amina', { p_occurred_at: await hoursAgo(5) })
  const second = await report('baraka', { p_occurred_at: await hoursAgo(3), p_lat: KOJA.lat + 0.002 })
  expect(second).toMatchObject({ incidentId: first.incidentId, shown: 'kept' })
  expect(await page(first.incidentId)).toMatchObject({ lifecycle: 'expired', reports: 2 })
  expect((await report('eve', { p_occurred_at: await hoursAgo(30) })).incidentId).not.toBe(first.incidentId)
  expect(await feed()).toEqual([])
  await expectRows(3, 2, 0)
})
