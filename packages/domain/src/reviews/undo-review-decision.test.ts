import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { ReviewEntry, ReviewEntryDetail } from '../review-entries/contract.ts'
import { type Kind, OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, claim, decide, undo, list, get, stateOf, everything, release } = queue

type Details = { reasonCode?: string; note?: string; edits?: object }

/** Adds a subject of a kind to the queue and decides on it as Dalmas. */
async function decided(kind: Kind, decision: string, more: Details = {}, author?: 'amina') {
  const { id, subject } = await open(kind, author && { author })
  const before = await stateOf(subject)
  const entry = await decide('dalmas', { entryId: id, decision, version: 1, ...more })
  return { entry, subject, before }
}
const settle = (work: Promise<unknown>) =>
  work.then(
    () => 'undone',
    (error: { slug: string }) => error.slug,
  )

test.each<[Kind, string, Details]>([
  ['report', 'approved', {}],
  ['report', 'approved_with_edits', { edits: { category: 'theft' } }],
  ['report', 'changes_requested', { reasonCode: 'unclear', note: 'Where was it?' }],
  ['report', 'rejected', { reasonCode: 'unclear' }],
  ['feedback', 'approved', {}],
  ['feedback', 'rejected', { reasonCode: 'abusive' }],
  ['collection_entry', 'approved', {}],
  ['collection_entry', 'approved_with_edits', { edits: { capacity: 14 } }],
  ['collection_entry', 'changes_requested', { reasonCode: 'facts_wrong' }],
  ['collection_entry', 'rejected', { reasonCode: 'not_there' }],
  ['dispute', 'approved', {}],
  ['dispute', 'approved_with_edits', { edits: { vehicle: 'KZZ 900X' }, reasonCode: 'partly_right' }],
  ['dispute', 'rejected', { reasonCode: 'not_so' }],
])('returns a %s that was %s to its place in the queue, and accepts another decision', async (kind, decision, more) => {
  const { entry, subject, before } = await decided(kind, decision, more)
  expect(await stateOf(subject)).not.toBe(before)
  const { decidedAt, undoUntil } = ReviewEntry.parse(entry)
  expect(Date.parse(undoUntil ?? '') - Date.parse(decidedAt ?? '')).toBe(24 * 3_600_000)
  const answer = ReviewEntry.parse(await undo(OTHER_ADMIN, entry))
  expect(answer).toMatchObject({ state: 'pending', version: 3, decidedAt: null, decidedBy: null, undoUntil: null })
  expect(await stateOf(subject)).toBe(before)
  expect((await list('dalmas')).data.map(({ id }) => id)).toContain(entry.id)
  expect((await list('dalmas', { p_state: 'closed' })).data.map(({ id }) => id)).not.toContain(entry.id)
  const again = await decide('dalmas', { entryId: entry.id, decision, version: 3, ...more })
  expect(again).toMatchObject({ state: decision, version: 4 })
  expect(await stateOf(subject)).not.toBe(before)
  expect(ReviewEntry.parse(await undo('dalmas', again))).toMatchObject({ state: 'pending', version: 5 })
  expect(await stateOf(subject)).toBe(before)
})

test('keeps the decision and its undo in history and audit log, with the reason', async () => {
  const { entry, subject } = await decided('report', 'rejected', { reasonCode: 'unclear', note: 'No idea.' })
  await undo(OTHER_ADMIN, entry, '  It was the line below. ')
  const { history } = ReviewEntryDetail.parse(await get('dalmas', entry.id))
  expect(history.slice(-2)).toMatchObject([
    { to: 'rejected', actor: { id: CAST.dalmas.id }, reasonCode: 'unclear', note: 'No idea.' },
    { from: 'rejected', to: 'pending', actor: { id: CAST[OTHER_ADMIN].id }, note: 'It was the line below.' },
  ])
  expect(
    await queue.db.sql(
      `select actor_id, action, subject_id, reason, detail from app.audit_log where action like 'review.%' order by id`,
    ),
  ).toEqual([
    expect.objectContaining({ actor_id: CAST.dalmas.id, action: 'review.rejected' }),
    {
      actor_id: CAST[OTHER_ADMIN].id,
      action: 'review.undone',
      subject_id: entry.id,
      reason: 'It was the line below.',
      detail: { kind: 'report', subjectId: subject, decision: 'rejected', version: 2 },
    },
  ])
})

test('returns an escalated entry to its admin, unless it is claimed', async () => {
  const { entry } = await decided('report', 'escalated', { reasonCode: 'not_sure' })
  await claim(OTHER_ADMIN, entry.id)
  await expect(undo('dalmas', entry)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'claimed', because: 'not_decided' },
  })
  await release(OTHER_ADMIN, entry.id)
  expect(await undo('dalmas', entry)).toMatchObject({ state: 'pending', escalatedBy: null, version: 3 })
  expect(await claim('dalmas', entry.id)).toMatchObject({ claimedByYou: true })
})

test('keeps an entry escalated when the second admin’s decision is undone', async () => {
  const { entry } = await decided('report', 'escalated', { reasonCode: 'not_sure' })
  const second = await decide(OTHER_ADMIN, { entryId: entry.id, decision: 'approved', version: 2 })
  expect(await undo(OTHER_ADMIN, second)).toMatchObject({ state: 'escalated', escalatedBy: { id: CAST.dalmas.id } })
  await expect(claim('dalmas', entry.id)).rejects.toMatchObject({ slug: 'own_escalation' })
})

test('refuses to undo after 24 hours, and purges the data for it', async () => {
  const { entry } = await decided('report', 'rejected', { reasonCode: 'unclear' })
  expect(await queue.db.sql('select 1 from app.review_snapshots')).toHaveLength(1)
  await queue.db.shiftClock('24 hours')
  await expect(undo('dalmas', entry)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'rejected', because: 'too_late', allowedTransitions: [] },
  })
  expect(await get('dalmas', entry.id)).toMatchObject({ state: 'rejected', undoUntil: null })
  await queue.db.sql('select app.sweep()')
  expect(await queue.db.sql('select 1 from app.review_snapshots')).toEqual([])
})

test('refuses to undo on a pending or withdrawn subject', async () => {
  const { id, subject } = await open('report', { author: 'amina' })
  await expect(undo('dalmas', { id, version: 1 })).rejects.toMatchObject({ detail: { because: 'not_decided' } })
  await queue.db.as('amina').rpc('withdraw_report', { p_id: subject })
  await expect(undo('dalmas', { id, version: 2 })).rejects.toMatchObject({
    detail: { currentState: 'withdrawn', because: 'not_decided' },
  })
})

test('refuses to undo a decision on a subject withdrawn since', async () => {
  const { entry, subject } = await decided('report', 'rejected', { reasonCode: 'unclear' }, 'amina')
  await queue.db.as('amina').rpc('withdraw_report', { p_id: subject })
  await expect(undo('dalmas', entry)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'withdrawn', because: 'subject_changed' },
  })
})

test('refuses to undo a question that was answered', async () => {
  const asked = { reasonCode: 'unclear', note: 'Where was it?' }
  const { entry, subject } = await decided('report', 'changes_requested', asked, 'amina')
  await queue.db.as('amina').rpc('answer_report', { p_id: subject, p_answer: 'At the stage.' })
  await expect(undo('dalmas', entry)).rejects.toMatchObject({ detail: { because: 'decided_again' } })
})

test('lets only admins undo, not on their own submissions, and changes nothing otherwise', async () => {
  const { id } = await open('report', { author: OTHER_ADMIN })
  const entry = await decide('dalmas', { entryId: id, decision: 'approved', version: 1 })
  const before = await everything()
  for (const who of ['eve', 'chebet'] as const)
    await expect(undo(who, entry)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(undo(OTHER_ADMIN, entry)).rejects.toMatchObject({ slug: 'own_submission' })
  await expect(undo('dalmas', { ...entry, version: 1 })).rejects.toMatchObject({
    slug: 'version_conflict',
    detail: { currentVersion: 2 },
  })
  await expect(undo('dalmas', entry, 'ab')).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { path: 'reason' },
  })
  await expect(undo('dalmas', { id: CAST.eve.id, version: 1 })).rejects.toMatchObject({ slug: 'not_found' })
  expect(await everything()).toEqual(before)
  expect(await get(OTHER_ADMIN, id)).toMatchObject({ undoUntil: null })
})

test('returns the same response for a repeat, and leaves a later decision unchanged', async () => {
  const { entry } = await decided('report', 'approved')
  const first = await undo('dalmas', entry)
  const before = await everything()
  expect(await undo('dalmas', entry)).toEqual(first)
  expect(await everything()).toEqual(before)
  await decide('dalmas', { entryId: entry.id, decision: 'approved', version: 3 })
  await expect(undo('dalmas', entry)).rejects.toMatchObject({ slug: 'version_conflict' })
})

test('accepts one of two concurrent undos, and rejects the other', async () => {
  for (let turn = 0; turn < 3; turn++) {
    await queue.empty()
    const { entry, subject, before } = await decided('dispute', 'rejected', { reasonCode: 'not_so' })
    const outcomes = await queue.db.parallel([
      () => settle(undo('dalmas', entry)),
      () => settle(undo(OTHER_ADMIN, entry)),
    ])
    expect(outcomes.toSorted()).toEqual(['undone', 'version_conflict'])
    expect(await stateOf(subject)).toBe(before)
    expect(await queue.db.sql(`select 1 from app.audit_log where action = 'review.undone'`)).toHaveLength(1)
  }
})
