import { randomUUID } from 'node:crypto'
import { KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const { report, page, vote, makeKnown, atMinute, feed, queue } = city

const crash = async () => {
  const { incidentId } = await report('amina')
  return incidentId
}
const mine = (who: 'baraka' | 'eve', id: string | null) =>
  city.db.as(who).rpc('get_incident_feed_detail', { p_id: id }) as Promise<Record<string, unknown>>

test('stores, changes and removes a vote, which only its rider can read', async () => {
  const id = await crash()
  expect(await vote('baraka', id, 'confirm')).toMatchObject({ id, myVote: 'confirm', confirms: 1 })
  expect(await mine('baraka', id)).toMatchObject({ myVote: 'confirm' })
  expect(await mine('eve', id)).toMatchObject({ myVote: null, confirms: 1 })
  const forKeys = await city.db.as('rider_server').rpc('get_incident_feed_detail', { p_id: id })
  expect(forKeys).not.toHaveProperty('myVote')
  expect(await vote('baraka', id, 'over')).toMatchObject({ myVote: 'over', confirms: 0, lifecycle: 'active' })
  expect(await vote('baraka', id, null)).toMatchObject({ myVote: null })
  expect(await city.db.sql('select vote, device_hash from app.incident_votes')).toEqual([
    { vote: null, device_hash: null },
  ])
  const ask = { p_ids: [id] }
  expect(await city.db.as('baraka').rpc('get_reporter_incident_votes', ask)).toEqual([])
})

test('limits vote changes to a burst of ten and then one a minute; a rejected change changes nothing', async () => {
  const id = await crash()
  for (let i = 0; i < 10; i++) await vote('baraka', id, i % 2 ? null : 'confirm')
  const before = await page(id)
  await expect(vote('baraka', id, 'confirm')).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.toSatisfy((s: number) => s > 30 && s <= 60) },
  })
  expect(await page(id)).toEqual(before)
  expect(await vote('baraka', id, null)).toMatchObject({ myVote: null })
  await city.db.shiftClock('1 minute')
  expect(await vote('baraka', id, 'confirm')).toMatchObject({ myVote: 'confirm' })
  expect(await vote('eve', id, 'confirm')).toMatchObject({ myVote: 'confirm' })
})

test('limits votes to thirty incidents in ten minutes', async () => {
  const ids = []
  for (let i = 0; i < 31; i++) {
    await city.db.shiftClock(`${i * 3 - 93} minutes`)
    ids.push((await report(i % 2 ? 'amina' : 'baraka', { p_lat: KOJA.lat - 0.005 * (i + 1) })).incidentId)
  }
  await city.db.resetClock()
  for (const id of ids.slice(0, 30)) await vote('eve', id, 'confirm')
  await expect(vote('eve', ids[30] ?? null, 'confirm')).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await vote('eve', ids[0] ?? null, 'over')).toMatchObject({ myVote: 'over' })
  await city.db.shiftClock('10 minutes')
  expect(await vote('eve', ids[30] ?? null, 'confirm')).toMatchObject({ myVote: 'confirm' })
})

test('a vote without a public effect is not a change of the incident', async () => {
  const id = await crash()
  const noted = async () => city.count('app.incident_changes_due')
  const before = await noted()
  await vote('baraka', id, 'deny')
  await vote('baraka', id, 'over')
  await vote('baraka', id, null)
  expect(await noted()).toBe(before)
  await vote('baraka', id, 'confirm')
  expect(await noted()).toBe(before + 1)
})

test('confirming votes do not corroborate an incident', async () => {
  const id = await crash()
  await makeKnown('baraka', 'eve')
  await vote('baraka', id, 'confirm', PHONES.baraka)
  expect(await vote('eve', id, 'confirm', PHONES.eve)).toMatchObject({ corroboration: 'unverified', confirms: 2 })
})

test('a list contains only the votes of the caller', async () => {
  const id = await crash()
  await vote('baraka', id, 'deny')
  const ask = (who: 'baraka' | 'eve' | 'anon' | 'rider_server') =>
    city.db.as(who).rpc('get_reporter_incident_votes', { p_ids: [id, randomUUID()] })
  expect(await ask('baraka')).toEqual([{ incidentId: id, vote: 'deny' }])
  expect(await ask('eve')).toEqual([])
  expect(await ask('rider_server')).toEqual([])
  await expect(ask('anon')).rejects.toMatchObject({ code: '42501' })
})

test('fifty concurrent votes of one rider are stored as one', async () => {
  const id = await crash()
  await city.db.parallel(Array.from({ length: 50 }, () => () => vote('baraka', id, 'confirm')))
  expect(await page(id)).toMatchObject({ confirms: 1 })
})

test('three denials by accounts older than a day make an incident disputed and open one review', async () => {
  await makeKnown('baraka', 'chebet', 'eve')
  const id = await crash()
  await city.db.parallel((['baraka', 'chebet', 'eve'] as const).map((who) => () => vote(who, id, 'deny')))
  expect(await page(id)).toMatchObject({ lifecycle: 'active', corroboration: 'disputed' })
  expect(await queue()).toEqual([{ kind: 'dispute', subject: id, author: null, reason: 'denied', hours: 4 }])
})

test('votes of new accounts, however many, neither dispute nor end a crash', async () => {
  const id = await crash()
  const before = await page(id)
  for (const each of ['deny', 'over'])
    for (let i = 0; i < 8; i++)
      await city.db
        .as({ role: 'authenticated', sub: `00000000-0000-4000-8000-00000000020${i}` })
        .rpc('vote_on_incident', { p_id: id, p_vote: each })
  expect(await page(id)).toEqual(before)
})

test('two accounts on one phone count as one vote', async () => {
  await makeKnown('baraka', 'eve')
  const id = await crash()
  await vote('baraka', id, 'over', PHONES.baraka)
  expect(await vote('eve', id, 'over', PHONES.baraka)).toMatchObject({ lifecycle: 'active' })
})

test('two independent "over" votes resolve the incident', async () => {
  await makeKnown('baraka', 'eve')
  const id = await crash()
  await vote('baraka', id, 'over', PHONES.baraka)
  expect(await vote('eve', id, 'over', PHONES.eve)).toMatchObject({ lifecycle: 'resolved', myVote: 'over' })
  expect(await feed()).toEqual([])
  await expect(vote('chebet', id, 'confirm')).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'resolved' },
  })
})

test('an equal number of confirming votes keeps the incident active, and a later report outweighs earlier "over" votes', async () => {
  await makeKnown('baraka', 'chebet', 'dalmas', 'eve')
  const id = await crash()
  await vote('chebet', id, 'confirm')
  await vote('dalmas', id, 'confirm')
  await vote('baraka', id, 'over')
  expect(await vote('eve', id, 'over')).toMatchObject({ lifecycle: 'active' })
  await city.db.shiftClock('5 minutes')
  await report('amina')
  await vote('chebet', id, null)
  expect(await vote('dalmas', id, 'over')).toMatchObject({ lifecycle: 'active' })
})

test('rejects a vote of the reporter on an incident known to be their own', async () => {
  const id = await crash()
  await expect(vote('amina', id, 'over')).rejects.toMatchObject({ slug: 'incident_own' })
  expect(await city.count('app.incident_votes')).toBe(0)
})

test('does not count a vote of a rider who reported the incident later', async () => {
  const id = await crash()
  await vote('baraka', id, 'confirm')
  await report('baraka')
  expect(await page(id)).toMatchObject({ reports: 2, confirms: 0 })
})

test("voting does not reveal whether the phone's owner reported a coarse incident", async () => {
  await makeKnown('amina', 'baraka', 'eve')
  await atMinute(20)
  await report('amina', { p_category: 'theft', p_injury: undefined })
  await atMinute(80)
  const ids = (await feed()).map((each) => String(each.id))
  expect(ids).toHaveLength(1)
  for (const id of ids) {
    const own = await vote('amina', id, 'deny')
    const other = await vote('eve', id, 'deny')
    expect({ ...own, myVote: null }).toEqual({ ...other, myVote: null })
  }
  // The vote also counts: one without effect would reveal the reporter too.
  for (const id of ids) expect(await vote('baraka', id, 'deny')).toBeTruthy()
  expect(await city.db.sql(`select distinct corroboration from app.incidents`)).toEqual([{ corroboration: 'disputed' }])
})

test('a rider does not vote on the report about a vehicle that is an entry of their own', async () => {
  await makeKnown('eve')
  const said = { p_category: 'overloading', p_injury: undefined, p_vehicle: SIMBA.plate }
  const { incidentId } = await report('amina', said)
  await expect(vote('amina', incidentId, 'confirm')).rejects.toMatchObject({ slug: 'incident_own' })
  expect(await vote('eve', incidentId, 'confirm')).toMatchObject({ confirms: 1 })
})

test('the effect of votes on a coarse incident is public from the next full hour on', async () => {
  await makeKnown('baraka', 'eve')
  await atMinute(20)
  await report('amina', { p_category: 'theft', p_injury: undefined })
  await atMinute(80)
  const [theft] = await feed()
  const id = String(theft?.id)
  const before = await page(id)
  expect(before).toMatchObject({ confirms: null })
  await vote('baraka', id, 'over')
  expect(await vote('eve', id, 'over')).toMatchObject({ lifecycle: 'active' })
  expect(await vote('chebet', id, 'confirm')).toMatchObject({ myVote: 'confirm' })
  expect(await page(id)).toEqual({ ...Object(before), myVote: 'over' })
  expect(await feed()).toHaveLength(1)
  await atMinute(120)
  expect(await feed()).toEqual([])
  expect(await page(id)).toMatchObject({ lifecycle: 'resolved' })
  await city.db.sql('select app.sweep()')
  expect(await page(id)).toMatchObject({ lifecycle: 'resolved' })
})

test('rejects a vote without sign-in, with an invalid value, or on an unknown or gone incident', async () => {
  const id = await crash()
  const over = { p_id: id, p_vote: 'over' }
  await expect(city.db.as('anon').rpc('vote_on_incident', over)).rejects.toMatchObject({ code: '42501' })
  for (const p_device of [undefined, 'x'.repeat(43)])
    await expect(city.db.as('rider_server').rpc('vote_on_incident', { ...over, p_device })).rejects.toMatchObject({
      slug: 'unauthenticated',
    })
  await expect(vote('eve', randomUUID(), 'over')).rejects.toMatchObject({ slug: 'not_found' })
  await expect(vote('eve', id, 'maybe')).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'vote' } })
  await city.db.sql(`select app.withdraw_incident($1, 'refuted')`, [id])
  await expect(vote('eve', id, 'over')).rejects.toMatchObject({
    slug: 'incident_gone',
    detail: { reason: 'refuted', mergedInto: null },
  })
  expect(await city.count('app.incident_votes')).toBe(0)
})
