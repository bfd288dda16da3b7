import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { aPhoto } from '../photos/test/a-photo.ts'
import { ReviewEntry, ReviewEntryDetail } from '../review-entries/contract.ts'
import { type Kind, OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, decide, undo, get, stateOf, everything } = queue

type Decided = { id: string; version: number }
const ask = (
  who: 'dalmas' | 'eve' | typeof OTHER_ADMIN,
  { id, version }: Decided,
  reason = 'It was another vehicle.',
) => queue.db.as(who).rpc('ask_review_reversal', { p_id: id, p_version: version, p_reason: reason })
const agree = (who: 'dalmas' | 'eve' | typeof OTHER_ADMIN, { id, version }: Decided, reason = 'I have read it, too.') =>
  queue.db.as(who).rpc('agree_to_review_reversal', { p_id: id, p_version: version, p_reason: reason })
const withdraw = (who: 'dalmas' | 'eve' | typeof OTHER_ADMIN, { id }: Decided) =>
  queue.db.as(who).rpc('withdraw_review_reversal', { p_id: id })
const refused = (because: string) => ({ slug: 'invalid_transition', detail: { because } })
const offer = async (who: 'dalmas' | typeof OTHER_ADMIN, { id }: Decided) =>
  ReviewEntryDetail.parse(await get(who, id)).reversal

/** A subject that Dalmas decided on a day ago. */
async function decided(kind: Kind, decision: string, more: object = {}, author?: 'amina', now = '25 hours') {
  const { id, subject } = await open(kind, author && { author })
  const before = await stateOf(subject)
  const entry = await decide('dalmas', { entryId: id, decision, version: 1, ...more })
  await queue.db.shiftClock(now)
  await queue.db.sql('select app.sweep()') // what an undo needs is gone
  return { entry, subject, before }
}

test.each<[Kind, string, object]>([
  ['report', 'approved', {}],
  ['report', 'approved_with_edits', { edits: { category: 'theft' } }],
  ['report', 'changes_requested', { reasonCode: 'unclear', note: 'Where was it?' }],
  ['feedback', 'approved', {}],
  ['collection_entry', 'approved', {}],
  ['collection_entry', 'changes_requested', { reasonCode: 'facts_wrong' }],
  ['dispute', 'approved', {}],
  ['dispute', 'rejected', { reasonCode: 'not_so' }],
])(
  'reverses a %s that was %s a day ago when a second admin agrees, and it is decided anew',
  async (kind, decision, more) => {
    const { entry, subject, before } = await decided(kind, decision, more)
    expect(await stateOf(subject)).not.toBe(before)
    await expect(undo('dalmas', entry)).rejects.toMatchObject(refused('too_late'))
    expect(ReviewEntry.parse(await ask('dalmas', entry))).toMatchObject({ state: decision, version: entry.version })
    expect(ReviewEntry.parse(await agree(OTHER_ADMIN, entry))).toMatchObject({ state: 'pending', version: 3 })
    expect(await stateOf(subject)).toBe(before)
    const again = await decide('dalmas', { entryId: entry.id, decision, version: 3, ...more })
    expect(again).toMatchObject({ state: decision, version: 4 })
  },
)

test('a second request for the same entry alerts admins again', async () => {
  const { entry } = await decided('report', 'approved')
  await ask('dalmas', entry)
  await withdraw('dalmas', entry)
  await ask('dalmas', entry)
  const alerts = await queue.db.sql(`select subject_id from app.admin_alerts where kind = 'reversal'`)
  expect(alerts).toEqual(Array(2).fill({ subject_id: entry.id }))
})

test('keeps both reasons in the history and the audit log, and alerts admins', async () => {
  const { entry, subject } = await decided('report', 'approved')
  await ask('dalmas', entry)
  expect(await offer(OTHER_ADMIN, entry)).toMatchObject({
    cannot: null,
    asked: { by: { id: CAST.dalmas.id }, byYou: false, reason: 'It was another vehicle.' },
  })
  expect(await queue.db.sql(`select subject_id from app.admin_alerts where kind = 'reversal'`)).toEqual([
    { subject_id: entry.id },
  ])
  await agree(OTHER_ADMIN, entry)
  const { history, reversal, dueAt } = ReviewEntryDetail.parse(await get('dalmas', entry.id))
  // The four hours of its class begin again.
  const { asOf } = (await queue.list('dalmas')) as unknown as { asOf: string }
  expect((Date.parse(dueAt) - Date.parse(asOf)) / 3_600_000).toBeCloseTo(4, 1)
  expect(reversal).toMatchObject({ asked: null, earlier: [{ reason: 'It was another vehicle.' }] })
  expect(history.at(-1)).toMatchObject({
    to: 'pending',
    actor: { id: CAST[OTHER_ADMIN].id },
    note: 'I have read it, too.',
  })
  expect(
    await queue.db.sql(
      `select actor_id, action, reason, detail from app.audit_log where action like 'review.revers%' order by id`,
    ),
  ).toEqual([
    {
      actor_id: CAST.dalmas.id,
      action: 'review.reversal_asked',
      reason: 'It was another vehicle.',
      detail: { kind: 'report', subjectId: subject, decision: 'approved' },
    },
    {
      actor_id: CAST[OTHER_ADMIN].id,
      action: 'review.reversed',
      reason: 'I have read it, too.',
      detail: { kind: 'report', subjectId: subject, decision: 'approved', version: 2 },
    },
  ])
})

test('lets nobody agree alone, unasked, to their own or without the role, and changes nothing', async () => {
  const { entry } = await decided('report', 'approved')
  const untouched = await everything()
  await expect(agree(OTHER_ADMIN, entry)).rejects.toMatchObject(refused('not_asked'))
  for (const act of [ask, agree, withdraw])
    await expect(act('eve', entry)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(ask('dalmas', { ...entry, version: 1 })).rejects.toMatchObject({ slug: 'version_conflict' })
  await expect(ask('dalmas', entry, 'ab')).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(ask('dalmas', { id: CAST.eve.id, version: 1 })).rejects.toMatchObject({ slug: 'not_found' })
  expect(await everything()).toEqual(untouched)
  await ask('dalmas', entry)
  const asked = await everything()
  await ask('dalmas', entry) // a lost answer
  await expect(agree('dalmas', entry)).rejects.toMatchObject(refused('asked_by_you'))
  await expect(ask(OTHER_ADMIN, entry)).rejects.toMatchObject(refused('already_asked'))
  await expect(withdraw(OTHER_ADMIN, entry)).rejects.toMatchObject(refused('asked_by_other'))
  expect(await everything()).toEqual(asked)
})

test('refuses an admin who sent it', async () => {
  const { id } = await open('report', { author: OTHER_ADMIN })
  const entry = await decide('dalmas', { entryId: id, decision: 'approved', version: 1 })
  await queue.db.shiftClock('25 hours')
  await ask('dalmas', entry)
  await expect(agree(OTHER_ADMIN, entry)).rejects.toMatchObject({ slug: 'own_submission' })
  expect(await offer(OTHER_ADMIN, entry)).toMatchObject({ cannot: 'own_submission' })
})

test('ends a request when it is withdrawn or after seven days; then one can ask anew', async () => {
  const { entry } = await decided('report', 'approved')
  await ask('dalmas', entry)
  await withdraw('dalmas', entry)
  await withdraw('dalmas', entry)
  await expect(agree(OTHER_ADMIN, entry)).rejects.toMatchObject(refused('not_asked'))
  await ask(OTHER_ADMIN, entry)
  await queue.db.shiftClock('9 days')
  await expect(agree('dalmas', entry)).rejects.toMatchObject(refused('not_asked'))
  await ask('dalmas', entry)
  expect(await agree(OTHER_ADMIN, entry)).toMatchObject({ state: 'pending' })
  expect((await offer('dalmas', entry)).earlier).toHaveLength(3)
})

test('says what to do instead where two admins are not needed, or nothing is left to reverse', async () => {
  const fresh = await open('report')
  const now = await decide('dalmas', { entryId: fresh.id, decision: 'approved', version: 1 })
  await expect(ask('dalmas', now)).rejects.toMatchObject(refused('can_be_undone'))
  const { entry: rejected } = await decided('report', 'rejected', { reasonCode: 'unclear' })
  await expect(ask('dalmas', rejected)).rejects.toMatchObject(refused('can_be_reopened'))
  const { entry, subject } = await decided('report', 'approved', {}, 'amina', '60 hours')
  await queue.db.as('amina').rpc('withdraw_report', { p_id: subject })
  await expect(ask('dalmas', entry)).rejects.toMatchObject(refused('subject_changed'))
  const { id } = await open('report')
  expect(await offer('dalmas', { id, version: 1 })).toMatchObject({ cannot: 'not_decided', asked: null })
})

test('returns the same response for a repeated agreement, and accepts one of two at the same moment', async () => {
  await queue.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.chebet.id])
  const { entry } = await decided('report', 'approved')
  await ask('dalmas', entry)
  const third = () =>
    queue.db
      .as('chebet')
      .rpc('agree_to_review_reversal', { p_id: entry.id, p_version: entry.version, p_reason: 'I agree.' })
  const outcomes = await queue.db.parallel(
    [() => agree(OTHER_ADMIN, entry), third].map(
      (act) => () =>
        act().then(
          () => 'agreed',
          (error: { slug: string }) => error.slug,
        ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['agreed', 'version_conflict'])
  const winner = outcomes[0] === 'agreed' ? agree(OTHER_ADMIN, entry) : third()
  expect(await winner).toMatchObject({ state: 'pending', version: 3 })
  expect(await queue.db.sql(`select 1 from app.audit_log where action = 'review.reversed'`)).toHaveLength(1)
})

test('who asked and is no admin any more has asked for nothing', async () => {
  const { entry } = await decided('report', 'approved')
  await ask('dalmas', entry)
  await queue.db.sql(`delete from app.user_roles where user_id = $1`, [CAST.dalmas.id])
  await expect(agree(OTHER_ADMIN, entry)).rejects.toMatchObject(refused('not_asked'))
})

test('photos wait for the next decision with their report; one that came later takes no report back', async () => {
  const { id, subject } = await open('report', { author: 'amina' })
  const add = () => queue.db.as('amina').rpc('add_report_photo', { p_report: subject, ...aPhoto() })
  const photos = () =>
    queue.db.sql(`select state from app.report_photos where report_id = $1 order by added_at`, [subject])
  await add()
  const versionOf = async (of: string) => ReviewEntry.parse(await get('dalmas', of)).version
  const entry = await decide('dalmas', { entryId: id, decision: 'approved', version: await versionOf(id) })
  expect(await photos()).toEqual([{ state: 'passed' }])
  await add()
  const [late] = await queue.db.sql<{ id: string }>(
    `select id from app.review_entries where subject_id = $1 and reason = 'photo'`,
    [subject],
  )
  const lateId = late?.id ?? ''
  const photo = await decide('dalmas', { entryId: lateId, decision: 'approved', version: await versionOf(lateId) })
  await queue.db.shiftClock('25 hours')
  await expect(ask('dalmas', photo)).rejects.toMatchObject(refused('subject_changed'))
  await ask('dalmas', entry)
  await agree(OTHER_ADMIN, entry)
  expect(await photos()).toEqual([{ state: 'pending' }, { state: 'pending' }])
})
