import { KOJA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const { report, reportAs, vote, makeKnown, page, queue } = city

const phone = (name: string) => name.padEnd(43, '_')
const crash = async () => String((await report('amina')).incidentId)

/** A vote of a phone on which nobody is signed in; each is on a network of its own unless one is given. */
async function voteAs(name: string, id: string, p_vote: string | null, networks = [name]) {
  const p_device = phone(name)
  await city.db.as('rider_server').rpc('register_device', { p_device })
  return city.db.as('rider_server').rpc('vote_on_incident', { p_id: id, p_vote, p_device, p_networks: networks })
}
const votesOf = (name: string, id: string) =>
  city.db.as('rider_server').rpc('get_reporter_incident_votes', { p_ids: [id], p_device: phone(name) })
/** Makes every registered phone two days old. */
const agePhones = () => city.db.sql(`update app.devices set created_at = now() - interval '2 days'`)

test('counts, changes and withdraws the vote of a phone without an account', async () => {
  const id = await crash()
  expect(await voteAs('one', id, 'confirm')).toEqual({ incidentId: id, vote: 'confirm' })
  expect(await page(id)).toMatchObject({ confirms: 1, corroboration: 'unverified' })
  expect(await votesOf('one', id)).toEqual([{ incidentId: id, vote: 'confirm' }])
  expect(await votesOf('two', id)).toEqual([])
  await voteAs('one', id, 'over')
  expect(await page(id)).toMatchObject({ confirms: 0, lifecycle: 'active' })
  await voteAs('one', id, null)
  expect(await votesOf('one', id)).toEqual([])
  expect(await city.count('app.device_votes')).toBe(1)
})

test('fifty concurrent votes of one phone are stored as one', async () => {
  const id = await crash()
  await voteAs('one', id, null)
  await city.db.parallel(Array.from({ length: 50 }, () => () => voteAs('one', id, 'confirm')))
  expect(await page(id)).toMatchObject({ confirms: 1 })
})

test('counts five votes of one network on an incident, from whichever side of midnight', async () => {
  const id = await crash()
  for (let i = 0; i < 4; i++) await voteAs(`phone ${i}`, id, 'confirm', ['yesterday'])
  for (let i = 4; i < 9; i++) await voteAs(`phone ${i}`, id, 'confirm', ['today', 'yesterday'])
  expect(await page(id)).toMatchObject({ confirms: 5 })
  await voteAs('elsewhere', id, 'confirm')
  expect(await page(id)).toMatchObject({ confirms: 6 })
})

test('refuses the votes of one network beyond its limit, and not those of another', async () => {
  const id = await crash()
  await city.db.sql(`update app.burst_limits set allowed = 3 where rule = 'network_vote' and span = '10 minutes'`)
  for (let i = 0; i < 3; i++) await voteAs(`phone ${i}`, id, 'confirm', ['net'])
  await expect(voteAs('the fourth', id, 'confirm', ['net'])).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await votesOf('the fourth', id)).toEqual([])
  expect(await voteAs('the fourth', id, 'confirm', ['other'])).toMatchObject({ vote: 'confirm' })
})

test('limits vote changes of one phone to a burst of ten and then one a minute', async () => {
  const id = await crash()
  for (let i = 0; i < 10; i++) await voteAs('one', id, i % 2 ? null : 'confirm')
  await expect(voteAs('one', id, 'confirm')).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.toSatisfy((s: number) => s > 30 && s <= 60) },
  })
  await city.db.shiftClock('1 minute')
  expect(await voteAs('one', id, 'confirm')).toMatchObject({ vote: 'confirm' })
})

test('votes of phones alone neither dispute nor end an incident, however many and old', async () => {
  const id = await crash()
  for (const each of ['deny', 'over']) {
    for (let i = 0; i < 8; i++) await voteAs(`phone ${i}`, id, each)
    await agePhones()
    await voteAs('the last', id, each)
  }
  expect(await page(id)).toMatchObject({ lifecycle: 'active', corroboration: 'unverified' })
  expect(await queue()).toEqual([])
})

test('phones that have been known for a day weigh as one vote when three networks agree', async () => {
  await makeKnown('baraka')
  const id = await crash()
  await vote('baraka', id, 'over')
  for (const name of ['one', 'two', 'three']) await voteAs(name, id, 'over', name === 'three' ? ['two'] : [name])
  await agePhones()
  await voteAs('four', id, 'over') // registered just now
  expect(await page(id)).toMatchObject({ lifecycle: 'active' })
  await agePhones()
  await voteAs('four', id, null)
  await voteAs('four', id, 'over')
  expect(await page(id)).toMatchObject({ lifecycle: 'resolved' })
})

test('a phone does not vote on the incident that it reported and was shown', async () => {
  const { incidentId } = await reportAs('baraka')
  const id = String(incidentId)
  const own = { p_id: id, p_vote: 'confirm', p_device: PHONES.baraka, p_networks: ['baraka'] }
  await expect(city.db.as('rider_server').rpc('vote_on_incident', own)).rejects.toMatchObject({ slug: 'incident_own' })
  expect(await voteAs('one', id, 'confirm')).toMatchObject({ vote: 'confirm' })
})

test('does not count the vote of a phone that reported the incident later', async () => {
  const id = await crash()
  await city.db.as('rider_server').rpc('vote_on_incident', { p_id: id, p_vote: 'confirm', p_device: PHONES.baraka })
  expect(await page(id)).toMatchObject({ confirms: 1 })
  await reportAs('baraka', { p_lat: KOJA.lat, p_lng: KOJA.lng })
  expect(await page(id)).toMatchObject({ reports: 2, confirms: 0 })
})

test('a vote before and after signing in on one phone counts once', async () => {
  const id = await crash()
  const p_device = phone('one')
  const own = () => city.db.as('baraka').rpc('get_reporter_incident_votes', { p_ids: [id], p_device })
  await voteAs('one', id, 'confirm')
  expect(await own()).toEqual([{ incidentId: id, vote: 'confirm' }])
  expect(await vote('baraka', id, 'confirm', p_device)).toMatchObject({ confirms: 1 })
  await voteAs('one', id, 'confirm') // signed out again
  expect(await page(id)).toMatchObject({ confirms: 1 })
  await vote('baraka', id, null, p_device)
  expect(await own()).toEqual([])
  expect(await page(id)).toMatchObject({ confirms: 0 })
})

test('withdrawing after signing in removes the vote that the phone cast before', async () => {
  const id = await crash()
  await voteAs('one', id, 'confirm')
  expect(await vote('baraka', id, null, phone('one'))).toMatchObject({ confirms: 0 })
})

test('purges the network of a vote after a day, and the vote within 91 days', async () => {
  const id = await crash()
  await voteAs('one', id, 'confirm')
  await city.db.shiftClock('1 day')
  await city.db.sql(`update app.devices set created_at = now() - interval '31 days'`)
  await city.db.sql('select app.sweep()')
  expect(await city.db.sql('select vote, network from app.device_votes')).toEqual([{ vote: 'confirm', network: null }])
  await city.db.shiftClock('91 days')
  await city.db.sql('select app.sweep()')
  expect(await city.count('app.device_votes')).toBe(0)
})
