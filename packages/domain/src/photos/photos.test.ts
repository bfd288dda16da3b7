import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'
import { PHONES, useCity } from '../reports/test/city.ts'
import { MAX_PHOTOS } from '../shared/limits.ts'
import { aPhoto, erasedIn } from './test/a-photo.ts'

const city = useCity()
const { report, reportAs, page, withdraw, decide } = city

const add = (who: 'amina' | 'eve' | 'rider_server' | 'anon', id: string, more: object = {}) =>
  city.db.as(who).rpc('add_report_photo', { p_report: id, ...aPhoto(), ...more }) as Promise<{
    id: string
    object: string
  }>
const states = async () =>
  (await city.db.sql<{ state: string }>('select state from app.report_photos order by added_at, id')).map(
    (r) => r.state,
  )
const entryOf = async (id: string) => {
  const [entry] = await city.db.sql<{ id: string; version: number; reason: string }>(
    `select id, version, reason from app.review_entries where subject_id = $1 and state = 'pending'`,
    [id],
  )
  if (!entry) throw new Error('Nothing waits')
  return entry
}
const erased = () => erasedIn(city.db)

test('corroborates an incident by an approved photo, also of a report without an account', async () => {
  const { id, incidentId } = await reportAs('amina')
  await add('rider_server', id, { p_device: PHONES.amina })
  expect(await page(incidentId)).toMatchObject({ corroboration: 'unverified' })
  expect(await entryOf(id)).toMatchObject({ reason: 'photo' })
  await decide(id, 'approved')
  expect(await states()).toEqual(['passed'])
  expect(await page(incidentId)).toMatchObject({ corroboration: 'corroborated', reports: 1 })
})

test('a rejected photo does not corroborate or change its report, and is purged after a day', async () => {
  const { id, incidentId } = await report('amina')
  const { object } = await add('amina', id)
  await decide(id, 'rejected', { reasonCode: 'personal_data' })
  expect(await states()).toEqual(['refused'])
  expect(await page(incidentId)).toMatchObject({ corroboration: 'unverified', lifecycle: 'active' })
  expect(await erased()).toEqual([])
  await city.db.shiftClock('24 hours')
  expect(await erased()).toEqual([object])
})

test('approves a report with one photo and rejects the other', async () => {
  const { id } = await report('amina', { p_injury: 'some' })
  await add('amina', id)
  const other = await add('amina', id)
  for (const [refusedPhotos, code] of [
    [[randomUUID()], 'unknown_reference'],
    ['all', undefined],
    [null, undefined],
  ])
    await expect(decide(id, 'approved_with_edits', { edits: { refusedPhotos } })).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { path: 'edits.refusedPhotos', ...(code && { code }) },
    })
  await decide(id, 'approved_with_edits', { edits: { injury: 'none', refusedPhotos: [other.id] } })
  expect((await states()).toSorted()).toEqual(['passed', 'refused'])
  expect(await city.db.sql('select state, injury from app.reports')).toEqual([{ state: 'linked', injury: 'none' }])
})

test('decides only the photos of a report that counts already', async () => {
  const { id } = await report('amina')
  const { id: photo } = await add('amina', id)
  for (const [decision, more] of [
    ['duplicate', { reasonCode: 'same_event', duplicateOf: randomUUID() }],
    ['approved_with_edits', { edits: { injury: 'some' } }],
  ] as const)
    await expect(decide(id, decision, more)).rejects.toMatchObject({ slug: 'invalid_request' })
  await decide(id, 'approved_with_edits', { edits: { refusedPhotos: [photo] } })
  expect(await states()).toEqual(['refused'])
})

test('does not approve a photo that arrived after the reviewer opened the report', async () => {
  const { id } = await report('amina', { p_injury: 'some' })
  const entry = await entryOf(id)
  await add('amina', id)
  await expect(
    city.db
      .as('dalmas')
      .rpc('submit_review_decision', { p_entry_id: entry.id, p_decision: 'approved', p_version: entry.version }),
  ).rejects.toMatchObject({ slug: 'version_conflict' })
  expect(await states()).toEqual(['pending'])
})

test('returns photos to reviewers only, not to their sender or others', async () => {
  const { id } = await report('amina')
  const { id: photo, object } = await add('amina', id)
  const entry = await entryOf(id)
  expect(await city.db.as('dalmas').rpc('get_review_entry', { p_id: entry.id })).toMatchObject({
    subject: { photos: [{ id: photo, state: 'pending', width: 800, height: 600 }] },
  })
  const args = { p_report: id, p_id: photo }
  expect(await city.db.as('dalmas').rpc('get_report_photo', args)).toMatchObject({ object })
  for (const who of ['eve', 'chebet', 'amina'] as const)
    await expect(city.db.as(who).rpc('get_report_photo', args)).rejects.toMatchObject({ slug: 'role_required' })
  for (const who of ['anon', 'rider_server'] as const)
    await expect(city.db.as(who).rpc('get_report_photo', args)).rejects.toMatchObject({ code: '42501' })
  await expect(city.db.as('dalmas').rpc('get_report_photo', { ...args, p_report: randomUUID() })).rejects.toMatchObject(
    { slug: 'not_found' },
  )
})

test('refuses photos of other people, and enforces the bounds on direct database calls', async () => {
  const { id } = await report('amina')
  await expect(add('eve', id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(add('rider_server', id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(add('anon', id)).rejects.toMatchObject({ code: '42501' })
  for (const more of [{ p_sha256: 'x' }, { p_bytes: 0 }, { p_bytes: 2_097_153 }, { p_width: 1601 }, { p_height: null }])
    await expect(add('amina', id, more)).rejects.toMatchObject({ slug: 'invalid_request' })
  const sent = await Promise.allSettled([1, 2, 3, 4, 5].map(() => add('amina', id)))
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(MAX_PHOTOS)
  expect(await states()).toEqual(['pending', 'pending', 'pending'])
})

test.each([
  ['is withdrawn', (id: string) => withdraw('amina', id)],
  ['is of somebody who leaves', () => city.db.sql('select app.erase_reports_of($1)', [CAST.amina.id])],
])('deletes photos and pictures when a report %s', async (_, end) => {
  const { id } = await report('amina')
  const { object } = await add('amina', id)
  await end(id)
  expect(await states()).toEqual([])
  expect(await erased()).toEqual([object])
})

test('purges the photos of a report 90 days after it was closed', async () => {
  const { id } = await report('amina')
  const { object } = await add('amina', id)
  await city.db.shiftClock('91 days')
  await city.db.sql('select app.sweep()')
  expect([await states(), await erased()]).toEqual([[], [object]])
})

test('rejects a photo for a withdrawn report', async () => {
  const { id } = await report('amina')
  await withdraw('amina', id)
  await expect(add('amina', id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'withdrawn' },
  })
})

test('erases a picture twice, ten minutes apart, and tries until it is deleted', async () => {
  const { id } = await report('amina')
  const { object } = await add('amina', id)
  await withdraw('amina', id)
  const worker = workerOf(() => city.db)
  const [first, ...others] = await worker.claim('erase_photo')
  if (!first) throw new Error('Nothing is to be deleted')
  expect([first.content, others]).toEqual([{ object }, []])
  await worker.fail(first, true)
  await city.db.shiftClock('9 minutes')
  expect(await worker.contents('erase_photo')).toEqual([{ object }])
  expect(await worker.contents('erase_photo_again')).toEqual([])
  await city.db.shiftClock('100 days')
  await city.db.sql('select app.sweep()')
  expect((await city.db.sql('select key from app.jobs')).map(({ key }) => key)).toEqual([object, object])
  expect(await worker.contents('erase_photo_again')).toEqual([{ object }])
})

test('says before a picture is decoded whether it may come, in the words of its refusal', async () => {
  const { id } = await report('amina')
  const photo = aPhoto()
  const sent = { p_id: photo.p_id, p_sent_sha256: photo.p_sent_sha256 }
  const check = (who: 'amina' | 'eve' | 'rider_server', more: object = {}) =>
    city.db.as(who).rpc('check_report_photo', { p_report: id, ...sent, ...more })
  expect(await check('amina')).toBeNull()
  for (const who of ['eve', 'rider_server'] as const)
    await expect(check(who)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(check('amina', { p_report: randomUUID() })).rejects.toMatchObject({ slug: 'not_found' })
  await add('amina', id, photo)
  expect(await check('amina')).toMatchObject({ id: photo.p_id, repeated: true, wanted: true })
  await expect(check('amina', { p_sent_sha256: 'x' })).rejects.toMatchObject({ slug: 'id_reused' })
  await add('amina', id)
  await add('amina', id)
  await expect(check('amina', { p_id: randomUUID() })).rejects.toMatchObject({ slug: 'report_full' })
  expect(await check('amina')).toMatchObject({ repeated: true })
  await withdraw('amina', id)
  await expect(check('amina')).rejects.toMatchObject({ slug: 'invalid_transition' })
  expect(await states()).toEqual([])
})

test('says the same to the holder of a receipt code', async () => {
  const code = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
  await report('amina', { p_receipt_code: code })
  const photo = aPhoto()
  const sent = { p_code: code, p_id: photo.p_id, p_sent_sha256: photo.p_sent_sha256 }
  const check = (more: object = {}) => city.db.as('rider_server').rpc('check_photo_to_receipt', { ...sent, ...more })
  expect(await check()).toBeNull()
  await expect(check({ p_code: code.replace('2', '3') })).rejects.toMatchObject({ slug: 'not_found' })
  await city.db.as('rider_server').rpc('add_photo_to_receipt', { p_code: code, ...photo })
  expect(await check()).toMatchObject({ photos: ['pending'], wanted: true })
  await expect(check({ p_sent_sha256: 'x' })).rejects.toMatchObject({ slug: 'id_reused' })
})
