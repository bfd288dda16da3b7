import { ReviewDecision, ReviewKind } from '@salama/domain/review-entries/contract'
import { openDatabase } from '@salama/testing'
import { type Call, pairsIn, readFunctions, textOf } from '@salama/testing/functions'
import { beforeAll, expect, test } from 'vitest'
import { audit, review } from '../../messages/en.json' with { type: 'json' }
import { actionKey, DETAILS, sentenceKey } from './action-key.ts'

const SENT = ReviewKind.exclude(['dispute']).options

let events: Call[]
beforeAll(async () => {
  const db = await openDatabase()
  const { callsOf } = await readFunctions(db).finally(db.close)
  // What was read is noted by one function, which has no state before it.
  const reads = callsOf('app.note_read').map(({ by, args: [who, action, kind, id, detail] }) => ({
    by,
    args: [who, action, kind, id, undefined, detail],
  }))
  events = [...callsOf('app.audit').filter(({ by }) => by !== 'app.note_read'), ...reads]
})
const sorted = (names: (string | undefined)[]) => [...new Set(names)].toSorted()

test('has exactly one message for every action of the audit log', () => {
  const actions = events.flatMap(({ by, args: [, action] }) =>
    // Its actions are the decisions, which have a test of their own.
    by === 'app.decide_review' ? [] : [actionKey(textOf(action) ?? `computed by ${by}`)],
  )
  const known = [
    'undone',
    'assigned',
    'reopened',
    'batch_decided',
    'batch_undone',
    'reversal_asked',
    'reversal_withdrawn',
    'reversed',
  ]
    .map((name) => `review.moved.${name}`)
    .concat(Object.keys(audit.actions).map((name) => `audit.actions.${name}`))
  expect(sorted(actions)).toEqual(known.toSorted())
})

test('has exactly one sentence for every action of the audit log', () => {
  const actions = events.flatMap(({ by, args: [, action] }) =>
    by === 'app.decide_review' ? [] : [sentenceKey(textOf(action) ?? `computed by ${by}`)],
  )
  const decisions = ReviewDecision.options.map((decision) => sentenceKey(`review.${decision}`))
  expect(sorted([...actions, ...decisions])).toEqual(Object.keys(audit.sentences).toSorted())
})

test('has exactly one message for every subject type of the audit log', () => {
  // What somebody sent can be of each kind.
  const kindsOf = (by: string) => (/^api\.(restrict|open)_author$/.test(by) ? SENT : [`computed by ${by}`])
  const kinds = events.flatMap(({ by, args: [, , kind] }) => textOf(kind) ?? kindsOf(by))
  expect(sorted(kinds)).toEqual(Object.keys(audit.subjects).toSorted())
})

test('has a message and a position for every detail of the audit log, and no others', () => {
  const details = events.flatMap(({ args: [, , , , , detail] }) => pairsIn(detail))
  expect(sorted(details.map(({ key }) => key))).toEqual(Object.keys(audit.details).toSorted())
  expect(DETAILS.toSorted()).toEqual(Object.keys(audit.details).toSorted())
})

test('has a message for every review decision', () => {
  const known = Object.keys(review.moved).map((name) => `review.moved.${name}`)
  expect(known).toEqual(
    expect.arrayContaining(ReviewDecision.options.map((decision) => actionKey(`review.${decision}`))),
  )
})
