import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { ReviewEntry } from '../review-entries/contract.ts'
import { type Kind, OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, claim, decide, list, get, stateOf, everything } = queue

type Reason = { code: string; decisions: string[] }
type Details = { decision: string; reasonCode?: string; note?: string; edits?: object; duplicateOf?: string }

const settle = (work: Promise<unknown>) =>
  work.then(
    () => 'decided',
    (error: { slug: string }) => error.slug,
  )

test.each([
  ['report', 'linked'],
  ['feedback', 'counted'],
  ['collection_entry', 'approved'],
  ['dispute', 'verified'],
] as const)('the approval of a %s closes the entry, makes the subject %s and is on the record', async (kind, state) => {
  const { id, subject } = await open(kind)
  const answer = await decide('dalmas', { entryId: id, decision: 'approved', version: 1 })
  expect(ReviewEntry.parse(answer)).toMatchObject({ state: 'approved', version: 2, decidedBy: { id: CAST.dalmas.id } })
  expect(await stateOf(subject)).toBe(state)
  expect(await queue.db.sql('select actor_id, action, subject_id, detail from app.audit_log')).toEqual([
    { actor_id: CAST.dalmas.id, action: 'review.approved', subject_id: id, detail: { kind, subjectId: subject } },
  ])
  expect((await get('dalmas', id)).history.map((event) => event.to)).toEqual(['pending', 'claimed', 'approved'])
  expect((await list('dalmas')).data).toEqual([])
})

test('passes the reviewer’s input to the subject unchanged', async () => {
  const { subject: original } = await open()
  const cases: [Details, object][] = [
    [
      { decision: 'approved_with_edits', edits: { category: 'theft' }, reasonCode: 'wrong_category' },
      { state: 'linked', category: 'theft' },
    ],
    [
      { decision: 'approved_with_edits', edits: { visibility: 'private' } },
      { state: 'accepted', visibility: 'private' },
    ],
    [
      { decision: 'changes_requested', reasonCode: 'unclear', note: 'Which stage?' },
      { state: 'needs_info', state_reason: 'unclear', asked: 'Which stage?' },
    ],
    [
      { decision: 'rejected', reasonCode: 'not_transport' },
      { state: 'rejected', state_reason: 'not_transport' },
    ],
    [
      { decision: 'duplicate', reasonCode: 'same_event', duplicateOf: original },
      { state: 'duplicate', duplicate_of: original },
    ],
  ]
  for (const [input, becomes] of cases) {
    const { id, subject } = await open()
    expect(await decide('dalmas', { entryId: id, version: 1, ...input })).toMatchObject({
      state: input.decision,
      reasonCode: input.reasonCode ?? null,
      note: input.note ?? null,
      edits: input.edits ?? null,
      duplicateOf: input.duplicateOf ?? null,
    })
    expect(await queue.db.sql('select * from app.reports where id = $1', [subject])).toMatchObject([becomes])
  }
})

test.each<[Kind, Details, string]>([
  [
    'collection_entry',
    { decision: 'changes_requested', reasonCode: 'plate_mismatch', edits: { facts: ['plate'] } },
    'changes_requested',
  ],
  ['dispute', { decision: 'rejected', reasonCode: 'not_so' }, 'refuted'],
  ['feedback', { decision: 'rejected', reasonCode: 'campaign' }, 'rejected'],
])('a %s accepts the decision %j', async (kind, input, state) => {
  const { id, subject } = await open(kind)
  await decide('dalmas', { entryId: id, version: 1, ...input })
  expect(await stateOf(subject)).toBe(state)
})

test.each([
  ['report', { injury: 'none' }],
  ['feedback', {}],
  ['collection_entry', { capacity: 14 }],
  ['dispute', { vehicle: null }],
] as const)('every decision for which a %s has a reason is one that it takes', async (kind, edits) => {
  const { reasons } = (await get('dalmas', (await open(kind)).id)) as unknown as { reasons: Reason[] }
  const offered = new Map(reasons.flatMap(({ code, decisions }) => decisions.map((decision) => [decision, code])))
  offered.delete('duplicate')
  for (const [decision, reasonCode] of offered) {
    await queue.empty()
    const { id } = await open(kind)
    const input = { decision, reasonCode, note: 'Which stage?', ...(decision === 'approved_with_edits' && { edits }) }
    expect(await decide('dalmas', { entryId: id, version: 1, ...input })).toMatchObject({ state: decision })
  }
})

test.each<[string, object, string, string]>([
  ['a decision that there is not', { decision: 'ignored' }, 'decision', 'invalid_value'],
  ['a refusal without a reason', { decision: 'rejected' }, 'reasonCode', 'required'],
  [
    'a reason of another kind',
    { decision: 'rejected', reasonCode: 'photo_unreadable' },
    'reasonCode',
    'not_allowed_here',
  ],
  [
    'a reason of another decision',
    { decision: 'changes_requested', reasonCode: 'not_transport' },
    'reasonCode',
    'not_allowed_here',
  ],
  ['an invented reason', { decision: 'rejected', reasonCode: 'because' }, 'reasonCode', 'not_allowed_here'],
  ['an approval with a reason', { decision: 'approved', reasonCode: 'unclear' }, 'reasonCode', 'not_allowed_here'],
  ['a long note', { decision: 'approved', note: 'x'.repeat(1001) }, 'note', 'invalid_value'],
  ['edits without edits', { decision: 'approved_with_edits', edits: {} }, 'edits', 'invalid_value'],
  ['edits that are a list', { decision: 'approved_with_edits', edits: [1] }, 'edits', 'invalid_value'],
  ['edits of another decision', { decision: 'approved', edits: { a: 1 } }, 'edits', 'not_allowed_here'],
  [
    'facts of what has none',
    { decision: 'changes_requested', reasonCode: 'unclear', edits: { facts: ['a'] } },
    'edits',
    'not_allowed_here',
  ],
  ['a duplicate of nothing', { decision: 'duplicate', reasonCode: 'same_event' }, 'duplicateOf', 'required'],
  ['an escalation without a reason', { decision: 'escalated' }, 'reasonCode', 'required'],
])('rejects a direct database call with %s', async (_, input, path, code) => {
  const { id } = await open()
  const before = await everything()
  await expect(decide('dalmas', { entryId: id, version: 1, decision: '', ...input })).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: expect.arrayContaining([{ path, code }]) },
  })
  expect(await everything()).toEqual(before)
})

test('rejects a question without text', async () => {
  const { id } = await open()
  const asked = { entryId: id, version: 1, decision: 'changes_requested', reasonCode: 'unclear' }
  await expect(decide('dalmas', asked)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'note' } })
})

test('rejects a subject as its own duplicate', async () => {
  const { id, subject } = await open()
  const itself = { entryId: id, version: 1, decision: 'duplicate', reasonCode: 'same_event', duplicateOf: subject }
  await expect(decide('dalmas', itself)).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('rolls back the decision when the subject rejects it', async () => {
  const { id, subject } = await open()
  await queue.db.sql(`update app.reports set state = 'purged' where id = $1`, [subject])
  const before = await everything()
  await expect(decide('dalmas', { entryId: id, decision: 'approved', version: 1 })).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'purged' },
  })
  expect(await everything()).toEqual(before)
})

test('refuses a decision on one’s own submission, or on a colleague’s active claim', async () => {
  const own = await open('report', { author: 'dalmas' })
  const claimed = await open()
  await claim(OTHER_ADMIN, claimed.id)
  const before = await everything()
  const approve = (entryId: string) => decide('dalmas', { entryId, decision: 'approved', version: 1 })
  await expect(approve(own.id)).rejects.toMatchObject({ slug: 'own_submission' })
  await expect(approve(claimed.id)).rejects.toMatchObject({ slug: 'entry_claimed' })
  await expect(approve(randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
  expect(await everything()).toEqual(before)
  await queue.db.shiftClock('16 minutes')
  expect(await approve(claimed.id)).toMatchObject({ state: 'approved' })
  expect((await queue.db.sql('select state from app.review_entries where id = $1', [own.id]))[0]).toEqual({
    state: 'pending',
  })
})

test('leaves an escalated entry pending for another admin, with the reason, also on a repeat', async () => {
  const { id, subject } = await open()
  const escalated = { entryId: id, decision: 'escalated', version: 1, reasonCode: 'not_sure', note: 'A colleague?' }
  expect(await decide('dalmas', escalated)).toMatchObject({ state: 'escalated', version: 2, escalatedByYou: true })
  expect(await stateOf(subject)).toBe('in_review')
  expect(await decide('dalmas', escalated)).toMatchObject({ state: 'escalated', version: 2 })
  const approval = { entryId: id, decision: 'approved', version: 2 }
  for (const attempt of [() => decide('dalmas', approval), () => claim('dalmas', id)])
    await expect(attempt()).rejects.toMatchObject({ slug: 'own_escalation' })
  await expect(decide(OTHER_ADMIN, { ...approval, version: 1 })).rejects.toMatchObject({
    slug: 'version_conflict',
    detail: { currentVersion: 2 },
  })
  expect((await get(OTHER_ADMIN, id)).history.at(-1)).toMatchObject({ to: 'escalated', note: 'A colleague?' })
  await claim(OTHER_ADMIN, id)
  await queue.db.shiftClock('16 minutes')
  expect((await list(OTHER_ADMIN, { p_state: 'escalated' })).data).toMatchObject([{ id, state: 'escalated' }])
  expect(await decide(OTHER_ADMIN, approval)).toMatchObject({ state: 'approved', version: 3 })
})

test('records a repeated decision once, and rejects a different one after it', async () => {
  const { id } = await open()
  const rejected = { entryId: id, decision: 'rejected', version: 1, reasonCode: 'unclear' }
  const first = await decide('dalmas', rejected)
  expect(await decide('dalmas', rejected)).toEqual(first)
  const before = await everything()
  for (const [who, input] of [
    ['dalmas', { ...rejected, reasonCode: 'abusive' }],
    ['dalmas', { ...rejected, version: 2_147_483_647 }],
    [OTHER_ADMIN, rejected],
  ] as const)
    await expect(decide(who, input)).rejects.toMatchObject({
      slug: 'invalid_transition',
      detail: { currentState: 'rejected', allowedTransitions: [] },
    })
  expect(await everything()).toEqual(before)
})

test('rejects a decision on a subject that its author has withdrawn', async () => {
  const { id, subject } = await open('report', { author: 'amina' })
  await claim('dalmas', id)
  await queue.db.as('amina').rpc('withdraw_report', { p_id: subject })
  await expect(decide('dalmas', { entryId: id, decision: 'approved', version: 1 })).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'withdrawn' },
  })
  expect(await stateOf(subject)).toBe('withdrawn')
})

test('accepts one of ten concurrent decisions', async () => {
  const { id } = await open()
  const input = (who: 'dalmas' | 'baraka') =>
    who === 'dalmas' ? { decision: 'approved' } : { decision: 'rejected', reasonCode: 'unclear' }
  const outcomes = await queue.db.parallel(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? 'dalmas' : OTHER_ADMIN) as 'dalmas' | 'baraka').map(
      (who) => () => settle(decide(who, { entryId: id, version: 1, ...input(who) })),
    ),
  )
  // The winner's four repeats get the same response.
  expect(outcomes.filter((outcome) => outcome === 'decided')).toHaveLength(5)
  expect(outcomes.filter((outcome) => outcome === 'invalid_transition')).toHaveLength(5)
  expect(await queue.db.sql('select from app.audit_log')).toHaveLength(1)
})

test('does not decide entries by the passing of time', async () => {
  const { id, subject } = await open()
  await claim('dalmas', id)
  await queue.db.shiftClock('400 days')
  expect((await list('dalmas')).data).toMatchObject([{ id, state: 'pending' }])
  expect(await stateOf(subject)).toBe('in_review')
})

test('refuses a decision on a dispute by a reporter of the incident', async () => {
  const { id } = await open('dispute', { author: 'dalmas' })
  const before = await everything()
  for (const attempt of [
    () => claim('dalmas', id),
    () => decide('dalmas', { entryId: id, decision: 'approved', version: 1 }),
  ])
    await expect(attempt()).rejects.toMatchObject({ slug: 'own_submission' })
  expect(await everything()).toEqual(before)
  expect(await get('dalmas', id)).toMatchObject({ own: true })
  expect(await decide(OTHER_ADMIN, { entryId: id, decision: 'approved', version: 1 })).toMatchObject({
    state: 'approved',
  })
})

test('does not deadlock between a withdrawal and the decision on its dispute', async () => {
  for (let turn = 0; turn < 5; turn++) {
    await queue.empty()
    const { id, subject } = await open('dispute', { author: 'amina' })
    const [report] = await queue.db.sql<{ id: string }>('select id from app.reports where incident_id = $1', [subject])
    const outcomes = await queue.db.parallel([
      () => settle(decide('dalmas', { entryId: id, decision: 'approved', version: 1 })),
      () => settle(queue.db.as('amina').rpc('withdraw_report', { p_id: report?.id })),
    ])
    expect(['decided', 'invalid_transition']).toContain(outcomes[0])
    expect(outcomes[1]).toBe('decided')
  }
})
