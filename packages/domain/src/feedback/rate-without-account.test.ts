import { randomUUID } from 'node:crypto'
import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { newcomer, rider, useRatings } from './test/ratings.ts'

const ratings = useRatings()
const { at, rate, crowd, summary, states } = ratings

const phone = (n: number | string) => `phone ${n}`.padEnd(43, '_')
/** Registers it at the time of the tests. */
async function register(n: number | string) {
  await ratings.db.as('rider_server').rpc('register_device', { p_device: phone(n) })
  await ratings.db.sql(`update app.devices set created_at = app.now() where created_at < '2039-01-01'`)
}
/** A rating of a phone on which nobody is signed in; each is on a network of its own unless one is given. */
async function rateOn(n: number | string, args: Record<string, unknown> = {}) {
  await register(n)
  return rate('rider_server', { p_device: phone(n), p_networks: [String(n)], ...args })
}
/** Phones from one number to another, registered a month before the tests. */
async function oldPhones(from: number, to: number) {
  for (let n = from; n <= to; n++) await register(n)
  await ratings.db.sql(`update app.devices set created_at = '2040-02-01'`)
}
const network = { p_networks: ['one network'] }
const rows = (columns: string) => ratings.db.sql(`select ${columns} from app.feedback order by received_at, id`)

test('stores the rating of a phone once, also when the answer with its cookie was lost', async () => {
  const args = { p_id: randomUUID(), p_stars: 2, p_comment: 'Late.' }
  expect(await rateOn(1, args)).toMatchObject({ stars: 2, repeated: false })
  expect(await rateOn(1, args)).toMatchObject({ repeated: true })
  expect(await rateOn(2, args)).toMatchObject({ repeated: true })
  await expect(rateOn(3, { ...args, p_stars: 5 })).rejects.toMatchObject({ slug: 'id_reused' })
  await expect(rateOn(2)).rejects.toMatchObject({ slug: 'already_rated' })
  expect(await rateOn(1)).toMatchObject({ repeated: false })
  expect(await rows('signed_in')).toEqual([{ signed_in: false }, { signed_in: false }])
})

test('twenty concurrent presses of one phone store one rating', async () => {
  await register(1)
  const args = { p_id: randomUUID(), p_device: phone(1), ...network }
  await ratings.db.parallel(Array.from({ length: 20 }, () => () => rate('rider_server', args)))
  expect(await states()).toEqual(['counted'])
})

test('an account neither takes over nor reads what a phone rated', async () => {
  const args = { p_id: randomUUID() }
  await rateOn(1, args)
  await expect(rate('eve', args)).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  expect(await rate('amina', { ...args, p_device: phone(1) })).toMatchObject({ repeated: true })
  await expect(ratings.db.as('amina').rpc('get_ride_feedback', { p_id: args.p_id })).rejects.toMatchObject({
    slug: 'not_found',
  })
})

test('phones alone never show a figure, and never are more than half of one', async () => {
  await oldPhones(1, 12)
  for (let n = 1; n <= 12; n++) await rateOn(n, { p_stars: n % 3 === 0 ? 1 : 5 })
  await at('1 day')
  expect(await summary()).toMatchObject({ tooFew: true, riders: null, signedIn: null })
  await crowd(1, 3, { p_stars: 5 })
  await at('2 days')
  expect(await summary()).toMatchObject({ tooFew: false, riders: 6, signedIn: 3 })
})

test('four phones of one person cannot isolate a rider in figures that are shown', async () => {
  await oldPhones(1, 9)
  await crowd(1, 8)
  await at('1 day')
  const first = await summary()
  for (let n = 1; n <= 4; n++) await rateOn(n)
  await rate(rider(9), { p_stars: 1 })
  await at('2 days')
  expect(await summary()).toMatchObject({ riders: first.riders, asOf: first.asOf })
})

test('a phone counts once, not beside an account on it, and from its second day on', async () => {
  await oldPhones(1, 3)
  for (let n = 1; n <= 3; n++) await rateOn(n, { p_stars: 1 })
  await rateOn('new', { p_stars: 1 })
  await crowd(1, 4)
  await rate(rider(5), { p_device: phone(1) })
  await at('13 hours')
  expect(await summary()).toMatchObject({ riders: 7, signedIn: 5, sentiment: { negative: 2 } })
})

test('a phone is not counted beside what its account rated by the API', async () => {
  await oldPhones(1, 2)
  for (const n of [1, 2]) await rateOn(n, { p_stars: 1 })
  await rate(rider(1), { p_vehicle: 'KZZ 102D', p_device: phone(1) })
  await crowd(1, 5)
  await at('1 day')
  expect(await summary()).toMatchObject({ riders: 6, signedIn: 5, sentiment: { negative: 1 } })
})

test('counts five ratings of one network for a vehicle, from whichever side of midnight', async () => {
  await oldPhones(1, 8)
  await ratings.db.sql(`update app.devices set created_at = '2039-01-01'`)
  for (let n = 1; n <= 4; n++) await rateOn(n, { p_networks: ['yesterday'] })
  for (let n = 5; n <= 8; n++) await rateOn(n, { p_networks: ['today', 'yesterday'] })
  expect(await rows(`counts_from < 'infinity' as counts`)).toEqual(
    Array.from({ length: 8 }, (_, n) => ({ counts: n < 5 })),
  )
  await crowd(1, 9)
  await at('1 day')
  expect(await summary()).toMatchObject({ riders: 14, signedIn: 9 })
})

test('refuses what one network sends beyond its limits, of all vehicles and of unregistered ones, and nobody elsewhere', async () => {
  await ratings.db.sql(
    `update app.burst_limits set allowed = case rule when 'network_plate' then 2 else 4 end
      where rule in ('network_plate', 'network_rating') and span in ('10 minutes', '1 day')`,
  )
  const plate = (n: number) => ({ ...network, p_vehicle: `KDB 00${n}A` })
  for (const n of [1, 2]) await rateOn(n, plate(n))
  await rateOn(3, plate(2))
  await expect(rateOn(4, plate(3))).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await ratings.db.sql(`select count(*)::int as n from app.vehicles where plate = 'KDB 003A'`)).toEqual([
    { n: 0 },
  ])
  await rateOn(4, network)
  await expect(rateOn(5, network)).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.any(Number) },
  })
  expect(await rateOn(5, { ...plate(3), p_networks: ['elsewhere'] })).toMatchObject({ repeated: false })
})

test('limits one phone to ten ratings an hour', async () => {
  const ride = (n: number) => ({ p_rode_at: `2040-02-${10 + n}T10:00:00Z`, p_networks: [`network ${n}`] })
  for (let n = 0; n < 10; n++) await rateOn(1, ride(n))
  await expect(rateOn(1, ride(10))).rejects.toMatchObject({ slug: 'rate_limited' })
})

test('a burst of new phones counts as two, waits for nobody and makes no rating of an account wait', async () => {
  for (const n of [1, 2, 3, 4, 5]) await rateOn(n, { p_stars: 1 })
  for (const who of ['amina', 'baraka'] as const) await rate(who, { p_stars: 1 })
  expect(await states()).toEqual(Array(7).fill('counted'))
  expect(await rows(`counts_from < 'infinity' as counts`)).toEqual(
    [true, true, false, false, false, true, true].map((counts) => ({ counts })),
  )
  expect(await ratings.db.sql('select from app.review_entries')).toEqual([])
})

test('the phones that count are those that rated last', async () => {
  await oldPhones(1, 6)
  for (let n = 1; n <= 3; n++) await rateOn(n, { p_stars: 1 })
  await at('1 minute')
  for (let n = 4; n <= 6; n++) await rateOn(n, { p_stars: 5 })
  await crowd(1, 3, { p_stars: 5 })
  await at('1 day')
  expect(await summary()).toMatchObject({ riders: 6, sentiment: { positive: 6 } })
})

test('a rating is withdrawn by who gave it and nobody else, waits no longer, and the ride can be rated again', async () => {
  const mine = { p_id: randomUUID(), p_comment: 'Mine.' }
  await rateOn(1, mine)
  const withdraw = (n: number) =>
    ratings.db.as('rider_server').rpc('withdraw_ride_feedback', { p_id: mine.p_id, p_device: phone(n) })
  await register(2)
  await expect(withdraw(2)).rejects.toMatchObject({ slug: 'not_found' })
  for (const who of ['eve', 'amina'] as const)
    await expect(
      ratings.db.as(who).rpc('withdraw_ride_feedback', { p_id: mine.p_id, p_device: phone(2) }),
    ).rejects.toMatchObject({ slug: 'not_found' })
  for (let time = 0; time < 2; time++) expect(await withdraw(1)).toEqual({ id: mine.p_id, withdrawn: true })
  expect(await rows('state, comment')).toEqual([{ state: 'withdrawn', comment: null }])
  expect(await rateOn(1)).toMatchObject({ repeated: false })
})

test('withdrawing a held rating closes its review', async () => {
  const p_id = randomUUID()
  for (const n of [1, 2]) await rate(newcomer(n), { p_stars: 1 })
  await rate(newcomer(3), { p_stars: 1, p_id })
  await ratings.db.as(newcomer(3)).rpc('withdraw_ride_feedback', { p_id })
  expect(
    await ratings.db.sql('select state, count(*)::int as n from app.review_entries group by 1 order by 1'),
  ).toEqual([
    { state: 'pending', n: 2 },
    { state: 'withdrawn', n: 1 },
  ])
})

test('erases the network after a day, and phone and comment after 90 days; then nothing leads to the phone', async () => {
  const args = { p_id: randomUUID(), p_comment: 'Hers.' }
  await rateOn(1, args)
  await rate('amina', { p_device: phone(1), p_comment: 'Mine.' })
  await at('25 hours')
  await ratings.db.sql('select app.sweep()')
  expect(await rows('network, device_hash is null as erased')).toEqual([
    { network: null, erased: false },
    { network: null, erased: false },
  ])
  await at('91 days')
  await ratings.db.sql('select app.sweep()')
  expect(await rows('signed_in, comment, device_hash is null as erased, voice = rider_id as own')).toEqual(
    expect.arrayContaining([
      { signed_in: false, comment: null, erased: true, own: null },
      { signed_in: true, comment: 'Mine.', erased: false, own: true },
    ]),
  )
  await expect(rateOn(1, args)).rejects.toMatchObject({ slug: 'id_reused' })
})

test('the plate and the code of a vehicle lead to it without "V-" and in any spelling', async () => {
  for (const p_vehicle of ['7k3m9qxr', 'kda-123.a'])
    expect(await rateOn(p_vehicle, { p_vehicle })).toMatchObject({ vehicle: { publicCode: SIMBA.publicCode } })
})
