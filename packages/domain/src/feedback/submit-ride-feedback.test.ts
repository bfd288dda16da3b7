import { randomUUID } from 'node:crypto'
import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { BAD_TAGS, COMMENT_MAX, Feedback, GOOD_TAGS } from './contract.ts'
import { rider, useRatings } from './test/ratings.ts'

const ratings = useRatings()
const { at, rate, stored, states } = ratings

test('stores a rating, counts it and returns it', async () => {
  const answer = await rate('amina', { p_stars: 5, p_tags: ['on_time', 'clean', 'clean'], p_comment: 'Asante.' })
  expect(answer).toMatchObject({
    vehicle: { id: SIMBA.id, publicCode: SIMBA.publicCode, plate: SIMBA.plate, fleetName: SIMBA.fleetName },
    stars: 5,
    sentiment: 'positive',
    tags: ['clean', 'on_time'],
    comment: 'Asante.',
    rodeAt: '2040-03-01T12:00:00Z',
    receivedAt: '2040-03-01T12:00:00Z',
    repeated: false,
  })
  expect(Feedback.safeParse(answer).error).toBeUndefined()
  expect(await states()).toEqual(['counted'])
})

test.each([
  [1, 'negative'],
  [2, 'negative'],
  [3, 'neutral'],
  [4, 'positive'],
  [5, 'positive'],
])('%i stars are %s', async (p_stars, sentiment) => {
  expect(await rate('amina', { p_stars })).toMatchObject({ sentiment })
})

test('the positive and negative tags of the contract equal the rows of the database', async () => {
  const rows = await ratings.db.sql('select code, polarity from app.feedback_tags order by position')
  expect(rows).toEqual([
    ...GOOD_TAGS.map((code) => ({ code, polarity: 'good' })),
    ...BAD_TAGS.map((code) => ({ code, polarity: 'bad' })),
  ])
})

test('a repeated rating changes nothing and returns the stored one', async () => {
  const args = { p_id: randomUUID(), p_tags: ['clean', 'on_time'] }
  const first = await rate('amina', args)
  await at('10 minutes')
  const before = await stored()
  expect(await rate('amina', { ...args, p_tags: ['on_time', 'clean'] })).toEqual({ ...first, repeated: true })
  expect(await stored()).toEqual(before)
})

test('rejects a reused id with other content', async () => {
  const p_id = randomUUID()
  await rate('amina', { p_id })
  const before = await stored()
  for (const change of [{ p_stars: 1 }, { p_comment: 'Else.' }, { p_tags: ['rude'] }])
    await expect(rate('amina', { p_id, ...change })).rejects.toMatchObject({ slug: 'id_reused' })
  expect(await stored()).toEqual(before)
})

test("rejects the id of another rider's rating without revealing anything about it", async () => {
  const p_id = randomUUID()
  await rate('amina', { p_id })
  const before = await stored()
  await expect(rate('eve', { p_id })).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  expect(await stored()).toEqual(before)
})

test('two concurrent submissions store one rating, whether with one id or with two', async () => {
  const p_id = randomUUID()
  const same = await ratings.db.parallel(Array.from({ length: 10 }, () => () => rate('amina', { p_id })))
  expect(same.filter((answer) => !answer.repeated)).toHaveLength(1)
  const other = await Promise.allSettled([rate('baraka'), rate('baraka')])
  expect(other.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await states()).toEqual(['counted', 'counted'])
})

test('of two riders who send the same id concurrently only one owns it', async () => {
  const p_id = randomUUID()
  const sent = await Promise.allSettled([rate('amina', { p_id }), rate('eve', { p_id })])
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  expect(await states()).toEqual(['counted'])
})

test('rejects a second rating of the same vehicle within two hours, and reveals nothing else', async () => {
  await rate('amina', { p_rode_at: '2040-03-01T10:00:00Z' })
  const before = await stored()
  for (const p_rode_at of ['2040-03-01T08:00:01Z', '2040-03-01T11:59:59Z'])
    await expect(rate('amina', { p_rode_at, p_stars: 1 })).rejects.toMatchObject({
      slug: 'already_rated',
      detail: undefined,
    })
  expect(await stored()).toEqual(before)
  await rate('amina', { p_rode_at: '2040-03-01T08:00:00Z' })
  await rate('amina', { p_rode_at: '2040-03-01T12:00:00Z' })
  await rate('baraka', { p_rode_at: '2040-03-01T10:00:00Z' })
  expect(await states()).toHaveLength(4)
})

test('rejects an unknown vehicle at its field', async () => {
  for (const p_vehicle of ['UMA 999Z', 'KZZ 99', 'V-00000000', randomUUID()])
    await expect(rate('amina', { p_vehicle })).rejects.toMatchObject({
      slug: 'unknown_vehicle',
      detail: { path: 'vehicle' },
    })
  expect(await states()).toEqual([])
})

test.each([SIMBA.id, 'v7k3m9qxr', 'kda-123.a'])('finds the vehicle by %s', async (p_vehicle) => {
  expect(await rate('amina', { p_vehicle })).toMatchObject({ vehicle: { id: SIMBA.id } })
})

test('validates direct database calls with a token by the same limits, and returns all errors together', async () => {
  await expect(
    rate('eve', {
      p_vehicle: 'x',
      p_stars: 6,
      p_tags: ['clean', 'gossip'],
      p_comment: 'x'.repeat(COMMENT_MAX + 1),
      p_rode_at: '2040-01-01T00:00:00Z',
      p_route_id: randomUUID(),
    }),
  ).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: {
      errors: ['vehicle', 'stars', 'tags', 'comment', 'rodeAt', 'routeId'].map((path) =>
        expect.objectContaining({ path }),
      ),
    },
  })
  for (const change of [{ p_stars: null }, { p_id: null }, { p_comment: '' }, { p_rode_at: '2040-03-03T12:06:00Z' }])
    await expect(rate('eve', change)).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await states()).toEqual([])
})

test('limits ratings to ten an hour and returns the time to wait; a retry of a stored one succeeds', async () => {
  const p_id = randomUUID()
  const ride = (i: number) => ({ p_rode_at: `2040-02-${String(10 + i).padStart(2, '0')}T10:00:00Z` })
  await rate('amina', { p_id, ...ride(0) })
  for (let i = 1; i < 10; i++) await rate('amina', ride(i))
  await expect(rate('amina', ride(10))).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.toSatisfy((s: number) => s > 3590 && s <= 3600) },
  })
  expect(await rate('amina', { p_id, ...ride(0) })).toMatchObject({ repeated: true })
  await at('61 minutes')
  await rate('amina', ride(10))
  expect(await states()).toHaveLength(11)
})

test('limits a rider to thirty ratings a day', async () => {
  for (let hour = 0; hour < 3; hour++) {
    await at(`${hour * 61} minutes`)
    for (let i = 0; i < 10; i++)
      await rate('amina', { p_rode_at: `2040-02-${10 + i}T${String(3 + hour * 4).padStart(2, '0')}:00:00Z` })
  }
  await at('4 hours')
  await expect(rate('amina')).rejects.toMatchObject({ slug: 'rate_limited' })
  await at('25 hours')
  await rate('amina')
})

test('rejects visitors, and the server without a registered phone', async () => {
  await expect(rate('anon')).rejects.toMatchObject({ code: '42501' })
  for (const p_device of [undefined, 'x'.repeat(43)])
    await expect(rate('rider_server', { p_device })).rejects.toMatchObject({ slug: 'unauthenticated' })
  expect(await states()).toEqual([])
})

test('a rider can read only their own rating', async () => {
  const { id, repeated: _, ...stored } = await rate('amina', { p_comment: 'Mine.' })
  expect(await ratings.db.as('amina').rpc('get_ride_feedback', { p_id: id })).toEqual({ id, ...stored })
  for (const who of ['eve', 'dalmas', rider(1)] as const)
    await expect(ratings.db.as(who).rpc('get_ride_feedback', { p_id: id })).rejects.toMatchObject({ slug: 'not_found' })
})

test('flags a comment with a phone number for the reviewer without holding it', async () => {
  await rate('amina', { p_comment: 'Call me on 0712 345 678' })
  expect(await ratings.db.sql('select comment_flags, state from app.feedback')).toEqual([
    { comment_flags: ['phone'], state: 'counted' },
  ])
})

test('a ride that a phone with a clock hours ahead dates in the future was now', async () => {
  const { id } = await rate('amina', { p_rode_at: '2040-03-01T15:00:00Z' })
  expect(await ratings.db.sql('select rode_at = received_at as now from app.feedback where id = $1', [id])).toEqual([
    { now: true },
  ])
})
