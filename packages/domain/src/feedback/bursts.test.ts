import { decide, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { type Received, rider, useRatings } from './test/ratings.ts'

const ratings = useRatings()
const { at, rate, crowd, summary, states, stored } = ratings
const COMPLAINT = { p_stars: 1, p_tags: ['reckless', 'rude'] }
const held = async () => (await states()).filter((state) => state === 'held').length

/** Dalmas decides on everything that was ever put before him. */
const decideAll = async (decision: string, input?: Record<string, unknown>) => {
  const entries = await ratings.db.sql<{ subject: string }>('select subject_id as subject from app.review_entries')
  for (const { subject } of entries) await decide(ratings.db, subject, decision, input)
}

test('near-identical complaints of five new accounts in a day are all held, and each waits for a reviewer', async () => {
  await crowd(1, 4, COMPLAINT)
  expect(await held()).toBe(0)
  await at('23 hours')
  await rate(rider(5), { p_stars: 2, p_tags: ['reckless'] })
  expect(await held()).toBe(5)
  expect(await ratings.db.sql('select kind, reason, due_at - created_at as due from app.review_entries')).toHaveLength(
    5,
  )
  await rate(rider(6), COMPLAINT)
  expect(await held()).toBe(6)
  await at('2 days')
  expect(await summary()).toMatchObject({ tooFew: true })
})

test('whoever is held is told the same as everyone', async () => {
  const answers: Received[] = []
  for (let n = 1; n <= 6; n++) answers.push(await rate(rider(n), COMPLAINT))
  const faces = answers.map(({ id: _, ...rest }) => rest)
  expect(new Set(faces.map((face) => JSON.stringify(face))).size).toBe(1)
  const read = await ratings.db.as(rider(6)).rpc('get_ride_feedback', { p_id: answers[5]?.id })
  expect(JSON.stringify([...answers, read])).not.toMatch(/held|burst|state/)
})

test('five who complain at the same moment do not slip past', async () => {
  await ratings.db.parallel([1, 2, 3, 4, 5].map((n) => () => rate(rider(n), COMPLAINT)))
  expect(await held()).toBe(5)
})

test.each([
  ['praise', [1, 2, 3, 4, 5].map(() => ({ p_stars: 5, p_tags: ['clean'] }))],
  [
    'complaints about different things',
    ['reckless', 'rude', 'dirty', 'late', 'loud'].map((t) => ({ p_stars: 1, p_tags: [t] })),
  ],
  ['four complaints', [1, 2, 3, 4].map(() => COMPLAINT)],
])('%s are no burst', async (_, all) => {
  for (const [n, args] of all.entries()) await rate(rider(n + 1), args)
  expect(await held()).toBe(0)
  expect(await stored()).toMatchObject([{ reviews: 0 }])
})

test('comments in the same words are a burst, whatever the tags', async () => {
  const tags = ['reckless', 'rude', 'dirty', 'late', 'loud']
  for (const [n, tag] of tags.entries())
    await rate(rider(n + 1), {
      p_stars: 1,
      p_tags: [tag],
      p_comment: `The driver of this matatu is a thief number ${n}`,
    })
  expect(await held()).toBe(5)
})

test('complaints spread over days, on another vehicle, or from accounts that we know for a week are no burst', async () => {
  await crowd(1, 5, { p_rode_at: '2040-02-25T10:00:00Z' })
  await at('8 days')
  await crowd(1, 6, COMPLAINT)
  expect(await held()).toBe(0)
  for (let n = 11; n <= 16; n++) {
    await at(`${8 + n} days`)
    await rate(rider(n), COMPLAINT)
  }
  expect(await held()).toBe(0)
})

test('a reviewer lets a burst pass: it counts, and does not make the next complaint suspicious', async () => {
  await crowd(1, 5, COMPLAINT)
  await decideAll('approved')
  await rate(rider(6), COMPLAINT)
  expect(await states()).toEqual(Array(6).fill('counted'))
  await at('1 day')
  expect(await summary()).toMatchObject({ riders: 6, sentiment: { negative: 6 } })
})

test('what a reviewer rejects never counts, and the next of the same burst is held', async () => {
  await crowd(1, 5, COMPLAINT)
  await decideAll('rejected', { reasonCode: 'campaign' })
  await rate(rider(6), COMPLAINT)
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

test('a decision that makes no sense for a rating is refused and moves nothing', async () => {
  await crowd(1, 5, COMPLAINT)
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

test('a reviewer sees what was said, what is alike, and counts of the rider’s record, never who it is', async () => {
  await crowd(1, 4, COMPLAINT)
  await rate(rider(5), { ...COMPLAINT, p_comment: 'Call 0712 345 678' })
  const [row] = await ratings.db.sql<{ face: Record<string, unknown> }>(
    `select app.review_face_feedback(e) as face from app.review_entries e
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
  expect(JSON.stringify(row?.face)).not.toContain('0e000000')
})
