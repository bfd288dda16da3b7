import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { ReviewEntry } from '../review-entries/contract.ts'
import { OTHER_ADMIN, useQueue } from './test/queue.ts'

// What admins do for each other: assign an entry, see who has it open, reopen what was rejected.

const queue = useQueue()
const { open, claim, decide, list, get, everything, stateOf } = queue
const rpc = (who: Parameters<typeof claim>[0], name: string, args: Record<string, unknown>) =>
  queue.db.as(who).rpc(name, args) as Promise<Record<string, unknown>>
const idsOf = (page: { data: { id: string }[] }) => page.data.map((entry) => entry.id)
const OTHER = CAST[OTHER_ADMIN].id

test('assigns an entry to a colleague, who finds it under their own, and blocks nobody', async () => {
  const [{ id }, other] = [await open(), await open('feedback')]
  const assigned = ReviewEntry.parse(await rpc('dalmas', 'assign_review_entry', { p_id: id, p_to: OTHER }))
  expect(assigned).toMatchObject({ assignedTo: { id: OTHER }, assignedToYou: false, version: 1, state: 'pending' })
  await rpc('dalmas', 'assign_review_entry', { p_id: id, p_to: OTHER })
  expect(await queue.db.sql(`select action, detail ->> 'to' as to from app.audit_log`)).toEqual([
    { action: 'review.assigned', to: OTHER },
  ])
  expect(idsOf(await list(OTHER_ADMIN, { p_mine: true }))).toEqual([id])
  expect(idsOf(await list('dalmas', { p_mine: true }))).toEqual([])
  expect(idsOf(await list('dalmas', { p_unassigned: true }))).toEqual([other.id])
  await claim('dalmas', id)
  expect(await rpc('dalmas', 'assign_review_entry', { p_id: id, p_to: null })).toMatchObject({ assignedTo: null })
})

test('assigns to no rider, not to the author, and nothing that is decided', async () => {
  const { id } = await open('report', { author: OTHER_ADMIN })
  const decided = await open()
  await decide('dalmas', { entryId: decided.id, decision: 'approved', version: 1 })
  const before = await everything()
  const assign = (who: Parameters<typeof claim>[0], entry: string, to: string) =>
    rpc(who, 'assign_review_entry', { p_id: entry, p_to: to })
  await expect(assign('dalmas', id, CAST.eve.id)).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(assign('dalmas', id, OTHER)).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(assign('dalmas', decided.id, OTHER)).rejects.toMatchObject({ slug: 'invalid_transition' })
  await expect(assign('dalmas', CAST.eve.id, OTHER)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(assign('eve', id, OTHER)).rejects.toMatchObject({ slug: 'role_required' })
  expect(await everything()).toEqual(before)
})

test('shows colleagues who has an entry open, for 45 seconds', async () => {
  const [{ id }, other] = [await open(), await open('feedback')]
  const watch = (who: Parameters<typeof claim>[0], entry: string) => rpc(who, 'watch_review_entry', { p_id: entry })
  expect(ReviewEntry.parse(await watch('dalmas', id)).viewers).toEqual([])
  expect(await watch(OTHER_ADMIN, id)).toMatchObject({ viewers: [{ id: CAST.dalmas.id }] })
  expect((await get('dalmas', id)).viewers).toMatchObject([{ id: OTHER }])
  await watch(OTHER_ADMIN, other.id)
  expect((await get('dalmas', id)).viewers).toEqual([])
  await queue.db.shiftClock('50 seconds')
  expect((await get('dalmas', other.id)).viewers).toEqual([])
  await expect(watch('eve', id)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(watch('dalmas', CAST.eve.id)).rejects.toMatchObject({ slug: 'not_found' })
})

test.each(['report', 'feedback', 'collection_entry'] as const)(
  'reopens a rejected %s after the time of undoing, as a new entry that can be approved',
  async (kind) => {
    const { id, subject } = await open(kind)
    const reason = { report: 'unclear', feedback: 'abusive', collection_entry: 'not_there' }[kind]
    await decide('dalmas', { entryId: id, decision: 'rejected', version: 1, reasonCode: reason })
    await queue.db.shiftClock('3 days')
    expect(await get(OTHER_ADMIN, id)).toMatchObject({ undoUntil: null, canReopen: true })
    const again = () => rpc(OTHER_ADMIN, 'reopen_review_entry', { p_id: id, p_reason: 'A photo shows it.' })
    const made = ReviewEntry.parse(await again())
    expect(made).toMatchObject({ state: 'pending', reason: 'reopened', subjectId: subject })
    expect(await again()).toMatchObject({ id: made.id })
    expect(await get('dalmas', id)).toMatchObject({ state: 'rejected', canReopen: false })
    expect((await get('dalmas', made.id)).earlier).toMatchObject([{ id, state: 'rejected' }])
    await decide('dalmas', { entryId: made.id, decision: 'approved', version: 1 })
    expect(await stateOf(subject)).not.toBe('rejected')
  },
)

test('reopens nothing approved, withdrawn, decided again, or your own', async () => {
  const reopen = (who: Parameters<typeof claim>[0], id: string) =>
    rpc(who, 'reopen_review_entry', { p_id: id, p_reason: 'Another look.' })
  const approved = await open()
  await decide('dalmas', { entryId: approved.id, decision: 'approved', version: 1 })
  const withdrawn = await open('report', { author: 'amina' })
  const own = await open('report', { author: OTHER_ADMIN })
  for (const { id } of [withdrawn, own])
    await decide('dalmas', { entryId: id, decision: 'rejected', version: 1, reasonCode: 'unclear' })
  await queue.db.as('amina').rpc('withdraw_report', { p_id: withdrawn.subject })
  const before = await everything()
  await expect(reopen('dalmas', approved.id)).rejects.toMatchObject({ detail: { because: 'not_rejected' } })
  await expect(reopen('dalmas', withdrawn.id)).rejects.toMatchObject({ detail: { because: 'subject_changed' } })
  await expect(reopen(OTHER_ADMIN, own.id)).rejects.toMatchObject({ slug: 'own_submission' })
  await expect(reopen('eve', own.id)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(reopen('dalmas', CAST.eve.id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(rpc('dalmas', 'reopen_review_entry', { p_id: own.id, p_reason: ' ' })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  expect(await everything()).toEqual(before)
})
