import { randomUUID } from 'node:crypto'
import { CAST, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { readCity } from '../machinery/city-files.ts'
import { FeedbackSummary } from './contract.ts'
import { newcomer, rider, useRatings } from './test/ratings.ts'

const ratings = useRatings()
const { at, rate, crowd, summary } = ratings

const NOTHING = {
  windowDays: 90,
  tooFew: true,
  riders: null,
  signedIn: null,
  average: null,
  praiseShare: null,
  interval: null,
  sentiment: null,
  tags: [],
  asOf: null,
}

test('returns figures on the day after the fifth rider', async () => {
  await crowd(1, 3, { p_stars: 5, p_tags: ['clean'] })
  await rate(rider(4), { p_stars: 3 })
  await rate(rider(5), { p_stars: 1, p_tags: ['rude'] })
  expect(await summary()).toEqual({ ...NOTHING, validUntil: '2040-03-01T21:00:00Z' })
  await at('1 day')
  const shown = await summary()
  expect(shown).toEqual({
    windowDays: 90,
    tooFew: false,
    riders: 5,
    signedIn: 5,
    average: 3.8,
    praiseShare: 0.6,
    interval: { low: 0.231, high: 0.882 },
    sentiment: { positive: 3, neutral: 1, negative: 1 },
    tags: [],
    asOf: '2040-03-01T21:00:00Z',
    validUntil: '2040-03-02T21:00:00Z',
  })
  expect(FeedbackSummary.safeParse(shown).error).toBeUndefined()
})

test('below five riders the response does not reveal their number, or whether there are any', async () => {
  await at('1 day')
  const nobody = await summary()
  expect(nobody).toEqual({ ...NOTHING, validUntil: '2040-03-02T21:00:00Z' })
  await crowd(1, 4)
  for (const n of [1, 2, 3]) {
    await at(`1 day ${n * 3} hours`)
    await rate(rider(1))
  }
  await at('2 days')
  expect(await summary()).toEqual({ ...nobody, validUntil: '2040-03-03T21:00:00Z' })
})

test('shows a tag from five riders on', async () => {
  await crowd(1, 4, { p_tags: ['loud', 'late'] })
  await crowd(5, 5, { p_tags: ['late'] })
  await crowd(6, 6, { p_tags: ['late', 'clean'] })
  await at('1 day')
  expect((await summary()).tags).toEqual([{ tag: 'late', polarity: 'bad', riders: 6 }])
})

test('counts only the latest ride of each rider', async () => {
  await crowd(1, 5)
  await rate(rider(1), { p_stars: 1, p_rode_at: '2040-02-20T10:00:00Z' })
  await at('3 hours')
  for (const n of [2, 3]) await rate(rider(n), { p_stars: 3 })
  await at('1 day')
  expect(await summary()).toMatchObject({ riders: 5, sentiment: { positive: 3, neutral: 2, negative: 0 } })
})

test('figures change only once at least five riders have changed', async () => {
  await crowd(1, 6)
  await at('1 day')
  const first = await summary()
  expect(first).toMatchObject({ riders: 6, sentiment: { negative: 0 } })
  await rate('amina', { p_stars: 1, p_tags: ['reckless'] })
  await at('2 days')
  expect(await summary()).toEqual({ ...first, validUntil: '2040-03-03T21:00:00Z' })
  // A changed rating counts as a change, and several changes of one rider count once.
  for (const day of [2, 3, 4, 5]) {
    await at(`${day} days 1 hour`)
    await rate(rider(1), { p_stars: 3 })
  }
  await crowd(7, 9)
  await at('6 days')
  expect((await summary()).asOf).toBe(first.asOf)
  await rate(rider(10))
  await at('7 days')
  expect(await summary()).toMatchObject({ riders: 11, sentiment: { positive: 9, neutral: 1, negative: 1 } })
})

test('four accounts that rate again cannot isolate the rating of a fifth rider within 30 days', async () => {
  await crowd(1, 5)
  await at('1 day')
  const first = await summary()
  await crowd(1, 4, { p_stars: 3 })
  await rate('amina', { p_stars: 1 })
  await at('2 days')
  expect(await summary()).toEqual({ ...first, validUntil: '2040-03-03T21:00:00Z' })
  await at('31 days 1 hour')
  expect(await summary()).toMatchObject({ riders: 6, sentiment: { positive: 1, neutral: 4, negative: 1 } })
})

test('counts an account from its second day on, and never one that was deleted before', async () => {
  await crowd(1, 4)
  await rate(newcomer(1))
  await rate(newcomer(2), { p_stars: 3 })
  await ratings.db.sql('select app.erase_feedback_of($1)', [newcomer(2).sub])
  await at('1 day')
  expect(await summary()).toMatchObject({ tooFew: true })
  await at('2 days')
  expect(await summary()).toMatchObject({ riders: 5, sentiment: { positive: 5, neutral: 0 } })
})

test('figures do not change within a day, however often they are read', async () => {
  await crowd(1, 5)
  await at('1 day')
  const first = await summary()
  await crowd(6, 15, { p_stars: 1 })
  await at('1 day 8 hours 59 minutes')
  expect(await summary()).toEqual(first)
  await at('1 day 9 hours')
  expect(await summary()).not.toEqual(first)
})

test('a rating after midnight counts from the next midnight on, even if nobody read the figures in between', async () => {
  await crowd(1, 5)
  await at('13 hours')
  await crowd(6, 10, { p_stars: 1 })
  await at('14 hours')
  expect(await summary()).toMatchObject({ riders: 5, sentiment: { negative: 0 } })
})

test('ratings expire after 90 days, and figures return only with five newer ones', async () => {
  await crowd(1, 6)
  await at('1 day')
  await summary()
  await at('80 days')
  const first = await summary()
  expect(first.riders).toBe(6)
  await rate(rider(1))
  await at('92 days')
  expect(await summary()).toMatchObject({ tooFew: true, riders: null, sentiment: null })
  await crowd(7, 10)
  await at('93 days')
  expect(await summary()).toMatchObject({ tooFew: false, riders: 5, asOf: '2040-06-01T21:00:00Z' })
})

test.each([
  ['Africa/Nairobi', '2040-03-01T21:00:00Z', '2040-03-02T21:00:00Z'],
  ['America/Mexico_City', '2040-03-02T06:00:00Z', '2040-03-03T06:00:00Z'],
])('the day of figures begins at midnight in %s', async (timeZone, midnight, next) => {
  await ratings.db.as('operator_server').rpc('load_city', { p_city: { ...readCity(), timeZone } })
  await crowd(1, 5)
  const after = (Date.parse(midnight) - Date.parse('2040-03-01T12:00:00Z')) / 60_000
  await at(`${after - 1} minutes`)
  expect(await summary()).toMatchObject({ tooFew: true, validUntil: midnight })
  await at(`${after} minutes`)
  expect(await summary()).toMatchObject({ riders: 5, asOf: midnight, validUntil: next })
  await ratings.db.as('operator_server').rpc('load_city', { p_city: readCity() })
})

test('a day on which clocks are set ahead ends after 23 hours', async () => {
  await ratings.db.as('operator_server').rpc('load_city', { p_city: { ...readCity(), timeZone: 'Europe/Lisbon' } })
  const days = `select app.next_day('2040-03-25T00:00Z') - timestamptz '2040-03-25T00:00Z' = interval '23 hours' as short`
  expect(await ratings.db.sql(days)).toEqual([{ short: true }])
  await ratings.db.as('operator_server').rpc('load_city', { p_city: readCity() })
})

test('concurrent readers after midnight compute the figures once and get the same response', async () => {
  await crowd(1, 5)
  await at('1 day')
  const read = await ratings.db.parallel(Array.from({ length: 10 }, () => () => summary()))
  expect(new Set(read.map((each) => JSON.stringify(each))).size).toBe(1)
})

test('the sentiment of the summary equals the sentiment counts', async () => {
  const counts = () =>
    ratings.db.as('amina').rpc('get_vehicle_feedback_sentiment_counts', { p_identifier: SIMBA.plate })
  await crowd(1, 5)
  expect(await counts()).toEqual({ tooFew: true, sentiment: null })
  await at('1 day')
  expect(await counts()).toEqual({ tooFew: false, sentiment: { positive: 5, neutral: 0, negative: 0 } })
  expect((await summary()).sentiment).toEqual({ positive: 5, neutral: 0, negative: 0 })
})

test.each(['get_vehicle_feedback', 'get_vehicle_feedback_sentiment_counts'])(
  '%s returns not_found for an unknown vehicle and requires sign-in',
  async (name) => {
    await expect(ratings.db.as('eve').rpc(name, { p_identifier: 'KZZ 000A' })).rejects.toMatchObject({
      slug: 'not_found',
    })
    await expect(ratings.db.as('anon').rpc(name, { p_identifier: SIMBA.id })).rejects.toMatchObject({ code: '42501' })
  },
)

test('the service role can read the summary for the vehicle page, but no sentiment counts', async () => {
  const args = { p_identifier: SIMBA.id }
  expect(await ratings.db.as('rider_server').rpc('get_vehicle_feedback', args)).toEqual(await summary())
  await expect(ratings.db.as('rider_server').rpc('get_vehicle_feedback_sentiment_counts', args)).rejects.toMatchObject({
    code: '42501',
  })
})

// Reference values from statsmodels' proportion_confint(method='wilson').
test.each([
  [8, 10, 0.49, 0.943],
  [5, 5, 0.566, 1],
  [0, 10, 0, 0.278],
  [15, 20, 0.531, 0.888],
  [50, 100, 0.404, 0.596],
  [1, 1, 0.207, 1],
])('the Wilson interval of %i in %i is %d to %d', async (hits, of, low, high) => {
  expect(await ratings.db.sql('select app.wilson($1::int, $2::int) as w', [hits, of])).toEqual([{ w: { low, high } }])
})

test('deleting an account removes its name and comments; the figures stay', async () => {
  await crowd(1, 4)
  const p_id = randomUUID()
  await rate('amina', { p_id, p_stars: 2, p_comment: 'I am Amina.' })
  await at('3 hours')
  await rate('amina', { p_stars: 1 })
  await at('1 day')
  const before = await summary()
  expect(before.riders).toBe(5)
  expect(await ratings.db.sql('select app.export_feedback_of($1) as mine', [CAST.amina.id])).toMatchObject([
    { mine: [{ id: p_id, stars: 2, comment: 'I am Amina.' }, { stars: 1 }] },
  ])
  await ratings.db.sql('select app.erase_feedback_of($1)', [CAST.amina.id])
  expect(await ratings.db.sql('select app.export_feedback_of($1) as mine', [CAST.amina.id])).toEqual([{ mine: [] }])
  const [row] = await ratings.db.sql<{ all: string }>('select jsonb_agg(f)::text as all from app.feedback f')
  for (const trace of [CAST.amina.id, 'I am Amina']) expect(row?.all).not.toContain(trace)
  await crowd(5, 9)
  await at('2 days')
  expect(await summary()).toMatchObject({ riders: 10, sentiment: { negative: 1 } })
  await expect(rate('amina', { p_id, p_stars: 2, p_comment: 'I am Amina.' })).rejects.toMatchObject({
    slug: 'id_reused',
  })
})
