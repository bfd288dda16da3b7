import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPhoto } from '../photos/test/a-photo.ts'
import { PHONES, useCity } from './test/city.ts'

// The response to a phone's first report without an account sets the device cookie. When it is lost, the retry comes
// from another device. `amina` is the device of the lost cookie, `baraka` the one that the same phone has now.

const city = useCity()
const { report, reportAs, page, count, expectRows } = city

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const withReceipt = (more: object = {}) => ({ p_id: randomUUID(), p_receipt_code: CODE, ...more })
const photo = (phone: keyof typeof PHONES, p_report: string) =>
  city.db.as('rider_server').rpc('add_report_photo', { p_report, ...aPhoto(), p_device: PHONES[phone] })
const refused = { slug: 'id_reused', detail: undefined }

test('accepts a retry from another device with the receipt code', async () => {
  const args = withReceipt()
  const first = await reportAs('amina', args)
  expect(await reportAs('baraka', args)).toEqual({ ...first, repeated: true })
  expect(await reportAs('baraka', args)).toEqual({ ...first, repeated: true })
  await expectRows(1, 1, 1)
  expect(await photo('baraka', args.p_id)).toMatchObject({ repeated: false })
  await expect(photo('amina', args.p_id)).rejects.toMatchObject({ slug: 'not_found' })
  const added = { p_code: CODE, p_id: randomUUID(), p_words: 'There were two of them.' }
  expect(await city.db.as('rider_server').rpc('add_to_receipt', added)).toMatchObject({
    additions: 1,
    photos: ['pending'],
  })
})

test('reveals nothing to another device with a wrong or missing code or other content', async () => {
  const args = withReceipt({ p_note: 'Two matatus.' })
  await reportAs('amina', args)
  for (const more of [
    { p_receipt_code: undefined },
    { p_receipt_code: '3M7R5QXK0C9D3F8GHJNPTVWYZA' },
    { p_note: undefined },
    { p_note: 'Three matatus.' },
  ])
    await expect(reportAs('eve', { ...args, ...more })).rejects.toMatchObject(refused)
  await expect(photo('eve', args.p_id)).rejects.toMatchObject({ slug: 'not_found' })
  await expectRows(1, 1, 1)
})

test('keeps a report without a receipt code with its device', async () => {
  const args = { p_id: randomUUID() }
  await reportAs('amina', args)
  await expect(reportAs('baraka', args)).rejects.toMatchObject(refused)
})

test('does not move a report to or from an account by its receipt code', async () => {
  const args = withReceipt()
  await reportAs('amina', args)
  await expect(report('eve', { ...args, p_device: PHONES.eve })).rejects.toMatchObject(refused)
  const own = { p_id: randomUUID(), p_receipt_code: '4M7R5QXK0C9D3F8GHJNPTVWYZA' }
  await report('chebet', { ...own, p_device: PHONES.amina })
  for (const again of [() => reportAs('baraka', own), () => report('eve', { ...own, p_device: PHONES.eve })])
    await expect(again()).rejects.toMatchObject(refused)
})

test('answers both concurrent requests of a phone without a cookie', async () => {
  const args = withReceipt()
  const [one, other] = await city.db.parallel([() => reportAs('amina', args), () => reportAs('baraka', args)])
  expect([one?.repeated, other?.repeated].toSorted()).toEqual([false, true])
  expect(other?.incidentId).toBe(one?.incidentId)
  await expectRows(1, 1, 1)
})

test('counts one witness after a retry from another device', async () => {
  const args = withReceipt()
  const { incidentId } = await reportAs('amina', args)
  await reportAs('baraka', args)
  expect(await page(incidentId)).toMatchObject({ reports: 1, corroboration: 'unverified' })
  await city.db.shiftClock('2 minutes')
  await report('baraka', { p_device: PHONES.baraka })
  expect(await page(incidentId)).toMatchObject({ reports: 1, corroboration: 'unverified' })
})

test('counts one witness when the retrying device has reported the same since', async () => {
  const args = withReceipt()
  const { incidentId } = await reportAs('amina', args)
  await reportAs('baraka')
  expect(await page(incidentId)).toMatchObject({ reports: 2 })
  expect(await reportAs('baraka', args)).toMatchObject({ repeated: true, incidentId })
  expect(await page(incidentId)).toMatchObject({ reports: 1 })
})

test.each([
  ['without an account', () => reportAs('amina')],
  ['with an account', () => report('amina', { p_device: PHONES.amina })],
])('does not transfer a report when a device has also reported %s, so one phone counts once', async (_, other) => {
  const args = withReceipt()
  const { incidentId } = await other()
  const first = await reportAs('amina', args)
  expect(await reportAs('baraka', args)).toEqual({ ...first, repeated: true })
  expect(await page(incidentId)).toMatchObject({ reports: 1 })
  await expect(photo('baraka', args.p_id)).rejects.toMatchObject({ slug: 'not_found' })
})

test('rate limits a takeover like a report of the new device', async () => {
  const args = withReceipt()
  await reportAs('amina', args)
  for (let i = 0; i < 5; i++) await reportAs('eve')
  await expect(reportAs('eve', args)).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await city.db.sql('select count(*)::int as n from app.reports group by device_hash order by n')).toEqual([
    { n: 1 },
    { n: 5 },
  ])
  await city.db.shiftClock('11 minutes')
  expect(await reportAs('eve', args)).toMatchObject({ repeated: true })
})

test('purges the device of the lost cookie, not the one that proved the report', async () => {
  const args = withReceipt()
  await reportAs('amina', args)
  await reportAs('baraka', args)
  await city.db.shiftClock('31 days')
  await city.db.sql('select app.sweep()')
  expect(await count('app.devices')).toBe(1)
  expect(await reportAs('baraka', args)).toMatchObject({ repeated: true })
})

test('rejects a takeover once the author is anonymized', async () => {
  const args = withReceipt()
  await reportAs('amina', args)
  await city.db.as('rider_server').rpc('withdraw_receipt', { p_code: CODE })
  await city.db.shiftClock('91 days')
  await city.db.sql('select app.sweep()')
  await city.db.as('rider_server').rpc('register_device', { p_device: PHONES.baraka })
  await expect(reportAs('baraka', args)).rejects.toMatchObject(refused)
})
