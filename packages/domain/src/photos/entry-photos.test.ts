import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { ReviewedCollectionEntry } from '../review-subjects/contract.ts'
import { useField } from '../surveyor/test/field.ts'
import { aPhoto, erasedIn } from './test/a-photo.ts'

const field = useField()

type Added = { id: string; object: string; repeated: boolean }
const add = (who: 'chebet' | 'baraka' | 'eve', id: string, more: object = {}) =>
  field.rpc(who, 'add_collection_entry_photo', { p_entry: id, ...aPhoto(), ...more }) as Promise<Added>
const entry = async () => field.submit('chebet', (await field.start('chebet')).id)
const photos = () => field.count('app.entry_photos')
const erased = () => erasedIn(field.db)

test('adds a photo to a surveyor’s own entry, and counts it on the entry', async () => {
  const { id } = await entry()
  const { object } = await add('chebet', id)
  expect(object).toMatch(new RegExp(`^entries/${id}/.*\\.webp$`))
  expect(await field.entry('chebet', id)).toMatchObject({ photos: 1 })
})

test('accepts a repeat unchanged, and rejects the id for another picture or entry', async () => {
  const [{ id }, other] = [await entry(), await field.submit('chebet', (await field.session('chebet'))?.id ?? '')]
  const { id: p_id } = await add('chebet', id)
  expect(await add('chebet', id, { p_id })).toMatchObject({ id: p_id, repeated: true })
  await expect(add('chebet', id, { p_id, p_sent_sha256: 'cd'.repeat(32) })).rejects.toMatchObject({ slug: 'id_reused' })
  await expect(add('chebet', other.id, { p_id })).rejects.toMatchObject({ slug: 'id_reused' })
  expect(await photos()).toBe(1)
})

test('stores three photos when five are sent concurrently', async () => {
  const { id } = await entry()
  const outcomes = await field.db.parallel([1, 2, 3, 4, 5].map(() => () => field.settle(add('chebet', id))))
  expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', 'report_full', 'report_full'])
  expect(await photos()).toBe(3)
})

test('refuses photos of other people, and enforces the bounds in the database', async () => {
  const { id } = await entry()
  await expect(add('eve', id)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(add('baraka', id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(
    field.db.as('anon').rpc('add_collection_entry_photo', { p_entry: id, ...aPhoto() }),
  ).rejects.toMatchObject({
    code: '42501',
  })
  for (const more of [{ p_sha256: 'x' }, { p_bytes: 2_097_153 }, { p_width: 1601 }, { p_height: null }])
    await expect(add('chebet', id, more)).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await photos()).toBe(0)
})

test('says before a picture is decoded whether it may come, in the words of its refusal', async () => {
  const { id } = await entry()
  const photo = aPhoto()
  const check = (who: 'chebet' | 'baraka' | 'eve', more: object = {}) =>
    field.rpc(who, 'check_collection_entry_photo', {
      p_entry: id,
      p_id: photo.p_id,
      p_sent_sha256: photo.p_sent_sha256,
      ...more,
    })
  expect(await check('chebet')).toBeNull()
  await expect(check('baraka')).rejects.toMatchObject({ slug: 'not_found' })
  await expect(check('eve')).rejects.toMatchObject({ slug: 'role_required' })
  await add('chebet', id, photo)
  expect(await check('chebet')).toMatchObject({ id: photo.p_id, repeated: true })
  await expect(check('chebet', { p_sent_sha256: 'x' })).rejects.toMatchObject({ slug: 'id_reused' })
  await add('chebet', id)
  await add('chebet', id)
  await expect(check('chebet', { p_id: randomUUID() })).rejects.toMatchObject({ slug: 'report_full' })
  await field.decide(id, 'approved')
  await expect(check('chebet', { p_id: randomUUID() })).rejects.toMatchObject({ slug: 'invalid_transition' })
  expect(await photos()).toBe(3)
})

test('requires another review after a new photo, and rejects one for a decided entry', async () => {
  const { id } = await entry()
  const version = async () =>
    (await field.db.sql<{ version: number }>('select version from app.review_entries where subject_id = $1', [id]))[0]
      ?.version ?? 0
  const before = await version()
  await add('chebet', id)
  expect(await version()).toBe(before + 1)
  await field.decide(id, 'approved')
  await expect(add('chebet', id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'approved' },
  })
})

test('returns the photos in the queue and the photos on the entry', async () => {
  const { id } = await entry()
  const { id: photo } = await add('chebet', id)
  const { data } = Object(await field.rpc('dalmas', 'list_review_queue'))
  expect(data).toMatchObject([{ subjectId: id, about: { photoIds: [photo] } }])
  expect(ReviewedCollectionEntry.parse(await field.face(id))).toMatchObject({ pictures: [{ id: photo, width: 800 }] })
})

test('returns pictures only to reviewers', async () => {
  const { id } = await entry()
  const { id: photo, object } = await add('chebet', id)
  const args = { p_entry: id, p_id: photo }
  expect(await field.rpc('dalmas', 'get_collection_entry_photo', args)).toMatchObject({ object })
  expect(await field.face(id)).toMatchObject({ pictures: [{ id: photo, width: 800, height: 600 }] })
  for (const who of ['eve', 'chebet', 'baraka'] as const)
    await expect(field.rpc(who, 'get_collection_entry_photo', args)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(
    field.rpc('dalmas', 'get_collection_entry_photo', { ...args, p_entry: randomUUID() }),
  ).rejects.toMatchObject({ slug: 'not_found' })
})

test('returns an own picture to its surveyor, also of the entry that a correction takes the place of', async () => {
  const first = await entry()
  const { id: photo, object } = await add('chebet', first.id)
  const second = await field.submit('chebet', (await field.session('chebet'))?.id ?? '', { p_revises: first.id })
  expect(await field.entry('chebet', second.id)).toMatchObject({ photos: 1, photoIds: [photo] })
  const get = (who: 'chebet' | 'baraka' | 'eve', id: string) =>
    field.rpc(who, 'get_own_collection_entry_photo', { p_entry: id, p_id: photo })
  expect([await get('chebet', first.id), await get('chebet', second.id)]).toMatchObject([{ object }, { object }])
  await expect(get('baraka', first.id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(get('eve', first.id)).rejects.toMatchObject({ slug: 'role_required' })
  const other = await field.submit('chebet', (await field.session('chebet'))?.id ?? '')
  await expect(get('chebet', other.id)).rejects.toMatchObject({ slug: 'not_found' })
})

test('purges pictures 90 days after the decision, and with the account', async () => {
  const [one, two] = [await entry(), await field.submit('chebet', (await field.session('chebet'))?.id ?? '')]
  const [{ object: first }, { object: second }] = [await add('chebet', one.id), await add('chebet', two.id)]
  await field.decide(one.id, 'approved')
  await field.db.sql('select app.sweep()')
  expect(await photos()).toBe(2)
  await field.db.shiftClock('91 days')
  await field.db.sql('select app.sweep()')
  expect(await erased()).toEqual([first])
  await field.db.sql('select app.erase_surveyor_of($1)', [CAST.chebet.id])
  expect([await photos(), (await erased()).toSorted()]).toEqual([0, [first, second].toSorted()])
})
