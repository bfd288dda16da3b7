import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_WORDS } from '../shared/limits.ts'
import { useCity } from './test/city.ts'

const city = useCity()
const { report, reportAs, decide, queue } = city

type OwnReportRow = { state: string; asked: string | null; answerBy: string | null; version: number }
const answer = (id: string, p_answer = 'North.', who: 'amina' | 'eve' = 'amina') =>
  city.db.as(who).rpc('answer_report', { p_id: id, p_answer }) as Promise<OwnReportRow>
const own = (id: string) => city.db.as('amina').rpc('get_own_report', { p_id: id }) as Promise<OwnReportRow>
const kept = (id: string) => city.db.sql('select state, answer from app.reports where id = $1', [id])

/** A crash with injuries, about which a reviewer has asked a question. */
async function asked(): Promise<string> {
  const { id } = await report('amina', { p_injury: 'some' })
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side?' })
  expect(await own(id)).toMatchObject({ state: 'needs_info', asked: 'Which side?' })
  return id
}

test('returns the report to the queue with the reporter’s answer', async () => {
  const id = await asked()
  expect(await answer(id)).toMatchObject({ id, state: 'in_review', asked: null, answerBy: null })
  expect(await kept(id)).toEqual([{ state: 'in_review', answer: 'North.' }])
  expect(await queue()).toMatchObject([{ subject: id, reason: 'answered', hours: 4 }])
})

test('stores a repeated answer once, also concurrently, and rejects a different one', async () => {
  const id = await asked()
  const answers = await city.db.parallel([1, 2, 3].map(() => () => answer(id)))
  expect(new Set(answers.map((each) => each.version)).size).toBe(1)
  expect(await queue()).toHaveLength(1)
  await expect(answer(id, 'South.')).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'in_review', allowedTransitions: ['withdrawn'] },
  })
  expect(await kept(id)).toEqual([{ state: 'in_review', answer: 'North.' }])
})

test('refuses the answer of another user or a visitor, and changes nothing', async () => {
  const id = await asked()
  const before = await own(id)
  await expect(answer(id, 'Lies.', 'eve')).rejects.toMatchObject({ slug: 'not_found' })
  await expect(answer(randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
  for (const who of ['anon', 'rider_server'] as const)
    await expect(city.db.as(who).rpc('answer_report', { p_id: id, p_answer: 'x' })).rejects.toMatchObject({
      code: '42501',
    })
  expect(await own(id)).toEqual(before)
  expect(await queue()).toEqual([])
})

test('requires the receipt from a user who signed in after reporting without an account', async () => {
  const { id } = await reportAs('amina', { p_injury: 'some' })
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side?' })
  await expect(answer(id)).rejects.toMatchObject({ slug: 'not_found' })
})

test('rejects an empty or too long answer, and leaves the question open', async () => {
  const id = await asked()
  for (const words of ['', 'x'.repeat(MAX_WORDS + 1)])
    await expect(answer(id, words)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'answer' } })
  expect(await own(id)).toMatchObject({ state: 'needs_info' })
})

test('rejects an answer after 14 days, or after withdrawal', async () => {
  const late = await asked()
  await city.db.shiftClock('15 days')
  await expect(answer(late)).rejects.toMatchObject({ slug: 'invalid_transition', detail: { currentState: 'rejected' } })
  await city.withdraw('amina', late)
  await expect(answer(late)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'withdrawn', allowedTransitions: [] },
  })
})

test('rejects an answer without a question, without revealing that a report is held', async () => {
  for (const who of ['baraka', 'eve', 'amina'] as const)
    await report(who, { p_category: 'overloading', p_injury: null, p_vehicle: 'KDA 123A', p_note: `By ${who}` })
  const [held] = await city.db.sql<{ id: string }>(`select id from app.reports where state = 'held'`)
  const id = held?.id ?? ''
  await expect(answer(id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'in_review', allowedTransitions: ['withdrawn'] },
  })
  expect(await kept(id)).toEqual([{ state: 'held', answer: null }])
})
