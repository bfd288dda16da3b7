import { randomUUID } from 'node:crypto'
import { CAST, KOJA, SIMBA, type Who } from '@salama/testing'
import { expect, test } from 'vitest'
import { AuthorStanding } from '../review-entries/contract.ts'
import { AuthorOpened } from './author-contract.ts'
import { OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const rpc = (who: Who, name: string, args: object) => queue.db.as(who).rpc(name, { ...args })
const PHONE = 'p'.repeat(43)

async function crash(who: Who, more: object = {}) {
  const id = randomUUID()
  const sent = { p_id: id, p_category: 'crash', p_injury: 'none', p_lat: KOJA.lat, p_lng: KOJA.lng, ...more }
  await rpc(who, 'submit_incident_report', { p_vehicle: SIMBA.plate, ...sent })
  return id
}
const restrict = async (p_id: string, p_measure: string, p_on = true, { who = 'dalmas', p_kind = 'report' } = {}) =>
  AuthorStanding.parse(
    await rpc(who as Who, 'restrict_author', { p_kind, p_id, p_measure, p_on, p_reason: 'Invented twice.' }),
  )
const waits = (subject: string) =>
  queue.db.sql('select reason from app.review_entries where subject_id = $1', [subject])

test('holds what an author sends next, without telling them, until it is lifted; the log names the report', async () => {
  const first = await crash('amina')
  expect(await waits(first)).toEqual([])
  expect(await restrict(first, 'hold')).toMatchObject({ account: true, measures: ['hold'] })
  expect(await restrict(first, 'hold')).toMatchObject({ account: true, measures: ['hold'] })

  const held = await crash('amina')
  expect(await waits(held)).toEqual([{ reason: 'author' }])
  expect(await queue.stateOf(held)).toBe('held')
  expect(await rpc('amina', 'get_received_report', { p_id: held })).toMatchObject({
    state: 'in_review',
    incidentId: null,
  })
  const rating = randomUUID()
  await rpc('amina', 'submit_ride_feedback', { p_id: rating, p_vehicle: SIMBA.plate, p_stars: 1 })
  expect(await queue.stateOf(rating)).toBe('held')
  const [entry] = (await queue.list('dalmas', { p_kind: 'report' })).data
  expect(entry).toMatchObject({ subjectId: held, about: { oddities: ['author_held'] } })
  expect(await queue.get('dalmas', entry?.id ?? '')).toMatchObject({ author: { measures: ['hold'] } })
  // Others are not affected, and an accepted one counts.
  expect(await waits(await crash('baraka'))).toEqual([])
  await queue.decide('dalmas', { entryId: entry?.id ?? '', decision: 'approved', version: 1 })
  expect(await queue.stateOf(held)).toBe('linked')

  expect(await restrict(held, 'hold', false)).toMatchObject({ account: true, measures: [] })
  expect(await waits(await crash('amina'))).toEqual([])
  expect(
    await queue.db.sql(`select action, subject_kind, subject_id, reason, detail from app.audit_log
                              where action like 'author.%' order by id`),
  ).toEqual([
    {
      action: 'author.restricted',
      subject_kind: 'report',
      subject_id: first,
      reason: 'Invented twice.',
      detail: { measure: 'hold' },
    },
    {
      action: 'author.freed',
      subject_kind: 'report',
      subject_id: held,
      reason: 'Invented twice.',
      detail: { measure: 'hold' },
    },
  ])
})

test('holds and limits a phone without an account, and does not suspend it; both end after 90 days', async () => {
  await rpc('rider_server', 'register_device', { p_device: PHONE })
  const first = await crash('rider_server', { p_device: PHONE })
  expect(await restrict(first, 'hold')).toMatchObject({ account: false, measures: ['hold'] })
  await restrict(first, 'limit')
  const second = await crash('rider_server', { p_device: PHONE })
  expect(await waits(second)).toEqual([{ reason: 'author' }])
  await expect(crash('rider_server', { p_device: PHONE })).rejects.toMatchObject({ slug: 'rate_limited' })
  await expect(restrict(first, 'suspend')).rejects.toMatchObject({ slug: 'invalid_request' })
  await queue.db.shiftClock('90 days')
  expect(await waits(await crash('rider_server', { p_device: PHONE }))).toEqual([])
  await queue.db.sql('select app.sweep()')
  expect(await queue.db.sql('select from app.author_measures')).toEqual([])
})

test('suspends an account from its report, and ends that from the same place', async () => {
  const id = await crash('eve')
  expect(await restrict(id, 'suspend')).toEqual({ account: true, measures: ['suspend'] })
  await expect(rpc('eve', 'get_current_user', {})).rejects.toMatchObject({ slug: 'invalid_token' })
  expect(await restrict(id, 'suspend', false)).toMatchObject({ account: true, measures: [] })
  await rpc('eve', 'get_current_user', {})
})

test('decides no field entry of a held surveyor in bulk', async () => {
  const { id, subject } = await queue.open('collection_entry')
  expect(await restrict(subject, 'hold', true, { p_kind: 'collection_entry' })).toMatchObject({ measures: ['hold'] })
  // What the same person reports as a rider would else tell who they are.
  const report = await crash('chebet')
  expect(await waits(report)).toEqual([])
  expect(await rpc('dalmas', 'open_author', { p_kind: 'report', p_id: report, p_reason: 'Who is it?' })).toMatchObject({
    others: [],
  })
  const { data } = await queue.bulk('dalmas', [{ entryId: id, version: 1 }], 'approved')
  expect(data).toMatchObject([{ problem: 'needs_own_review' }])
})

test('shows what a case leaves out for a reason, never who it is, and keeps the reason', async () => {
  const about = { p_category: 'robbery', p_injury: undefined }
  const other = await crash('amina', { ...about, p_vehicle: 'KZZ 900X' })
  const id = await crash('amina', about)
  await crash('baraka')
  const open = (who: Who, p_reason = 'Do they belong together?') =>
    rpc(who, 'open_author', { p_kind: 'report', p_id: id, p_reason })
  const more = AuthorOpened.parse(await open('dalmas'))
  expect(more.others).toMatchObject([{ kind: 'report', id: other, plate: 'KZZ 900X', category: 'robbery' }])
  expect(JSON.stringify(more)).not.toMatch(new RegExp(`amina|salama\\.test|${CAST.amina.id}`))
  expect(await queue.db.sql(`select subject_id, reason from app.audit_log where action = 'author.opened'`)).toEqual([
    { subject_id: id, reason: 'Do they belong together?' },
  ])
  await expect(open('dalmas', ' ')).rejects.toMatchObject({ slug: 'invalid_request' })
  for (const who of ['eve', 'chebet', 'amina'] as const)
    await expect(open(who)).rejects.toMatchObject({ slug: 'role_required' })
})

test('refuses who is no admin, one’s own, an admin’s suspension, and what nobody wrote any more', async () => {
  const id = await crash('amina')
  for (const who of ['eve', 'chebet', 'amina'] as const)
    await expect(restrict(id, 'hold', true, { who })).rejects.toMatchObject({ slug: 'role_required' })
  const own = await crash(OTHER_ADMIN)
  await expect(restrict(own, 'hold', true, { who: OTHER_ADMIN })).rejects.toMatchObject({ slug: 'own_submission' })
  await expect(restrict(own, 'suspend')).rejects.toMatchObject({ slug: 'invalid_transition' })
  await expect(restrict(randomUUID(), 'hold')).rejects.toMatchObject({ slug: 'not_found' })
  await restrict(id, 'hold')
  await rpc('amina', 'delete_own_account', { p_confirm: CAST.amina.id })
  await expect(restrict(id, 'hold')).rejects.toMatchObject({ slug: 'not_found' })
  expect(await queue.db.sql('select from app.author_measures')).toEqual([])
})
