import { decide, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { newcomer, type Received, useRatings } from './test/ratings.ts'

const ratings = useRatings()
const { at, rate, crowd, summary, states, stored } = ratings
/** Ratings of accounts created today, from one number to another. */
const newcomers = async (from: number, to: number, args: Record<string, unknown> = {}) => {
  for (let n = from; n <= to; n++) await rate(newcomer(n), args)
}
const COMPLAINT = { p_stars: 1, p_tags: ['reckless', 'rude'] }
const held = async () => (await states()).filter((state) => state === 'held').length

/** Decides on every review entry as Dalmas. */
const decideAll = async (decision: string, input?: Record<string, unknown>) => {
  const entries = await ratings.db.sql<{ subject: string }>('select subject_id as subject from app.review_entries')
  for (const { subject } of entries) await decide(ratings.db, subject, decision, input)
}

test('holds three complaints of new accounts in a day and opens a review for each', async () => {
  await newcomers(1, 2, COMPLAINT)
  expect(await held()).toBe(0)
  await at('23 hours')
  await rate(newcomer(3), { p_stars: 2, p_tags: ['late'] })
  expect(await held()).toBe(3)
  expect(await ratings.db.sql('select distinct kind, reason, detail from app.review_entries')).toEqual([
    { kind: 'feedback', reason: 'burst', detail: { riders: 3, vehicleId: SIMBA.id, sentiment: 'negative' } },
  ])
  await rate(newcomer(4), COMPLAINT)
  expect(await held()).toBe(4)
  await at('3 days')
  expect(await summary()).toMatchObject({ tooFew: true })
})

test('a held rating gets the same response as any other', async () => {
  const answers: Received[] = []
  for (let n = 1; n <= 6; n++) answers.push(await rate(newcomer(n), COMPLAINT))
  const faces = answers.map(({ id: _, ...rest }) => rest)
  expect(new Set(faces.map((face) => JSON.stringify(face))).size).toBe(1)
  const read = await ratings.db.as(newcomer(6)).rpc('get_ride_feedback', { p_id: answers[5]?.id })
  expect(JSON.stringify([...answers, read])).not.toMatch(/held|burst|state/)
})

test('holds five concurrent complaints', async () => {
  await ratings.db.parallel([1, 2, 3, 4, 5].map((n) => () => rate(newcomer(n), COMPLAINT)))
  expect(await held()).toBe(5)
})

test.each([
  ['invented praise', [1, 2, 3, 4, 5].map(() => ({ p_stars: 5, p_tags: ['clean'] }))],
  ['ratings between good and bad', [1, 2, 3, 4, 5].map(() => ({ p_stars: 3 }))],
  [
    'complaints about different things',
    ['reckless', 'rude', 'dirty', 'late', 'loud'].map((t) => ({ p_stars: 1, p_tags: [t] })),
  ],
  [
    'complaints in the same words',
    [1, 2, 3, 4, 5].map((n) => ({ p_stars: 1, p_comment: `The driver of this matatu is a thief number ${n}` })),
  ],
])('%s of five new accounts do not count without a review', async (_, all) => {
  for (const [n, args] of all.entries()) await rate(newcomer(n + 1), args)
  expect(await held()).toBe(5)
  for (const day of ['1 day', '3 days', '20 days']) {
    await at(day)
    expect(await summary()).toMatchObject({ tooFew: true, riders: null })
  }
})

test('ratings of five new accounts do not change the existing figures of a vehicle', async () => {
  await crowd(1, 6)
  await at('1 day')
  const before = await summary()
  await newcomers(1, 5, { p_stars: 1 })
  await newcomers(6, 10, { p_stars: 5 })
  await at('3 days')
  expect(await summary()).toEqual({ ...before, validUntil: '2040-03-04T21:00:00Z' })
})

test('ratings of one person who deletes and recreates accounts are held and do not count', async () => {
  for (let n = 1; n <= 5; n++) {
    await rate(newcomer(n), COMPLAINT)
    await ratings.db.as(newcomer(n)).rpc('delete_own_account', { p_confirm: newcomer(n).sub })
  }
  expect(await held()).toBe(5)
  await at('3 days')
  expect(await summary()).toMatchObject({ tooFew: true })
})

test.each([
  ['two of a sentiment', [1, 2, 5, 4]],
  ['three in three days', [1]],
])('%s are not a burst', async (_, stars) => {
  for (let day = 0; day < (stars.length === 1 ? 3 : 1); day++) {
    await at(`${day * 25} hours`)
    for (const [n, p_stars] of stars.entries()) await rate(newcomer(day * 10 + n), { p_stars })
  }
  expect(await held()).toBe(0)
  expect(await stored()).toMatchObject([{ reviews: 0 }])
})

test('counts complaints of known riders, however many they are', async () => {
  await crowd(1, 6, COMPLAINT)
  await newcomers(1, 2, COMPLAINT)
  expect(await held()).toBe(0)
  await at('1 day')
  expect(await summary()).toMatchObject({ riders: 6, sentiment: { negative: 6 } })
})

test('an approved burst counts and does not cause the next complaint to be held', async () => {
  await newcomers(1, 5, COMPLAINT)
  await decideAll('approved')
  await rate(newcomer(6), COMPLAINT)
  expect(await states()).toEqual(Array(6).fill('counted'))
  // Reviewed ratings count at once; the other one when its account is a day old.
  await at('1 day')
  expect(await summary()).toMatchObject({ riders: 5, sentiment: { negative: 5 } })
})

test('a rejected burst never counts, and the next rating of the same burst is held', async () => {
  await newcomers(1, 5, COMPLAINT)
  await decideAll('rejected', { reasonCode: 'campaign' })
  await rate(newcomer(6), COMPLAINT)
  expect((await states()).toSorted()).toEqual(['held', ...Array(5).fill('rejected')])
  await at('1 day')
  expect(await summary()).toMatchObject({ tooFew: true })
  expect(
    await ratings.db.sql(
      `select distinct from_state, to_state, reason, actor is not null as by_person from app.feedback_events
        where to_state in ('held', 'rejected') and from_state <> 'received' order by 2`,
    ),
  ).toEqual([
    { from_state: 'counted', to_state: 'held', reason: 'burst', by_person: false },
    { from_state: 'held', to_state: 'rejected', reason: 'campaign', by_person: true },
  ])
})

test('rejects a decision that does not apply to ratings, and changes nothing', async () => {
  await newcomers(1, 5, COMPLAINT)
  for (const [decision, path] of [
    ['approved_with_edits', 'edits'],
    ['changes_requested', 'reasonCode'],
  ] as const)
    await expect(decideAll(decision)).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { errors: [{ path }] },
    })
  expect(await held()).toBe(5)
  await decideAll('approved')
  await expect(decideAll('rejected')).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'approved', allowedTransitions: [] },
  })
})

test("a reviewer sees the rating, similar ones and counts of the author's history, but never the author", async () => {
  await newcomers(1, 4, COMPLAINT)
  await rate(newcomer(5), { ...COMPLAINT, p_comment: 'Call 0712 345 678' })
  const [row] = await ratings.db.sql<{ face: Record<string, unknown> }>(
    `select app.review_view_feedback(e) as face from app.review_entries e
       join app.feedback f on f.id = e.subject_id where f.comment is not null`,
  )
  expect(row?.face).toMatchObject({
    vehicle: { publicCode: SIMBA.publicCode },
    stars: 1,
    tags: ['reckless', 'rude'],
    comment: 'Call 0712 345 678',
    commentFlags: ['phone'],
    newAccount: true,
    state: 'held',
    author: { account: true, newAccount: true, sent: 0, rejected: 0, vehicles: 0 },
  })
  expect(row?.face.siblings).toHaveLength(4)
  expect(JSON.stringify(row?.face)).not.toContain('0f000000')
})
