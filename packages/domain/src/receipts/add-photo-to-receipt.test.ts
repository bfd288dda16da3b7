import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPhoto, erasedIn } from '../photos/test/a-photo.ts'
import { PHONES, useCity } from '../reports/test/city.ts'
import { MAX_PHOTOS } from '../shared/limits.ts'

const city = useCity()
const { report, reportAs, decide, queue, page } = city

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const OTHER = '3M7R5QXK0C9D3F8GHJNPTVWYZA'
const add = (more: object = {}) =>
  city.db.as('rider_server').rpc('add_photo_to_receipt', { p_code: CODE, ...aPhoto(), ...more }) as Promise<
    Record<string, unknown>
  >
const get = () => city.db.as('rider_server').rpc('get_receipt', { p_code: CODE })
const rows = () => city.db.sql('select report_id, state from app.report_photos')

test('adds a photo to the report of the code; a reviewer of it corroborates its incident', async () => {
  const { id, incidentId } = await reportAs('amina', { p_receipt_code: CODE })
  const p_id = randomUUID()
  expect(await add({ p_id })).toMatchObject({
    state: 'linked',
    photos: ['pending'],
    object: `${id}/${p_id}.webp`,
    wanted: true,
  })
  expect(await rows()).toEqual([{ report_id: id, state: 'pending' }])
  expect(await queue()).toMatchObject([{ subject: id, reason: 'photo', hours: 24 }])
  await decide(id, 'approved')
  expect(await get()).toMatchObject({ photos: ['passed'] })
  expect(await page(incidentId)).toMatchObject({ corroboration: 'corroborated', reports: 1 })
})

test('accepts a photo once per id, and refuses another picture or another report with it', async () => {
  await reportAs('amina', { p_receipt_code: CODE })
  await reportAs('eve', { p_receipt_code: OTHER })
  const photo = aPhoto()
  const all = await city.db.parallel([1, 2, 3].map(() => () => add(photo)))
  for (const each of all) expect(each).toMatchObject({ photos: ['pending'], wanted: true })
  for (const other of [{ p_sent_sha256: 'cd'.repeat(32) }, { p_code: OTHER }])
    await expect(add({ ...photo, ...other })).rejects.toMatchObject({ slug: 'id_reused' })
  expect(await rows()).toHaveLength(1)
})

test('counts the photos of the phone and of the code together, also concurrently', async () => {
  const { id } = await reportAs('amina', { p_receipt_code: CODE, p_injury: 'some' })
  await city.db.as('rider_server').rpc('add_report_photo', { p_report: id, ...aPhoto(), p_device: PHONES.amina })
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => add()))
  expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(MAX_PHOTOS - 1)
  await expect(add()).rejects.toMatchObject({ slug: 'report_full' })
  expect(await rows()).toHaveLength(MAX_PHOTOS)
})

test('adds to a report with an account too, and raises the version that its reviewer decides on', async () => {
  const { id } = await report('amina', { p_receipt_code: CODE, p_injury: 'some' })
  const version = async () =>
    (await city.db.sql<{ version: number }>('select version from app.review_entries where subject_id = $1', [id]))[0]
      ?.version
  const before = await version()
  await add()
  expect(await version()).toBe(Number(before) + 1)
})

test('refuses a photo of a closed report, and of a wrong shape', async () => {
  await reportAs('amina', { p_receipt_code: CODE })
  for (const wrong of [{ p_bytes: 2_097_153 }, { p_width: 1601 }, { p_sha256: 'x' }, { p_id: null }])
    await expect(add(wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
  const { object } = await add()
  await city.db.as('rider_server').rpc('withdraw_receipt', { p_code: CODE })
  await expect(add()).rejects.toMatchObject({ slug: 'invalid_transition' })
  expect(await rows()).toEqual([])
  expect(await erasedIn(city.db)).toEqual([object])
})
