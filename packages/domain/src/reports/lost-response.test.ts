import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPhoto } from '../photos/test/a-photo.ts'
import { PHONES, useCity } from './test/city.ts'

// The first report of a phone without an account brings the device cookie with its answer. When that answer is lost, the
// retry comes from another device. `amina` is the device of the lost cookie, `baraka` the one that the same phone has now.

const city = useCity()
const { report, reportAs, page, count, expectRows } = city

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const withReceipt = (more: object = {}) => ({ p_id: randomUUID(), p_receipt_code: CODE, ...more })
const photo = (phone: keyof typeof PHONES, p_report: string) =>
  city.db.as('service').rpc('add_report_photo', { p_report, ...aPhoto(), p_device: PHONES[phone] })
const refused = { slug: 'id_reused', detail: undefined }

test('the receipt code proves that a retry from another device is the same report', async () => {
  const args = withReceipt()
  const first = await reportAs('amina', args)
  expect(await reportAs('baraka', args)).toEqual({ ...first, repeated: true })
  expect(await reportAs('baraka', args)).toEqual({ ...first, repeated: true })
  await expectRows(1, 1, 1)
  expect(await photo('baraka', args.p_id)).toMatchObject({ repeated: false })
  await expect(photo('amina', args.p_id)).rejects.toMatchObject({ slug: 'not_found' })
  const added = { p_code: CODE, p_id: randomUUID(), p_words: 'There were two of them.' }
  expect(await city.db.as('service').rpc('add_to_receipt', added)).toMatchObject({ additions: 1, photos: ['pending'] })
})

test('another device learns nothing with a wrong or missing receipt code, nor with other content', async () => {
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

test('a report without a receipt code stays with its device', async () => {
  const args = { p_id: randomUUID() }
  await reportAs('amina', args)
  await expect(reportAs('baraka', args)).rejects.toMatchObject(refused)
})

test('the receipt code moves nothing to an account, nor away from one', async () => {
  const args = withReceipt()
  await reportAs('amina', args)
  await expect(report('eve', { ...args, p_device: PHONES.eve })).rejects.toMatchObject(refused)
  const own = { p_id: randomUUID(), p_receipt_code: '4M7R5QXK0C9D3F8GHJNPTVWYZA' }
  await report('chebet', { ...own, p_device: PHONES.amina })
  for (const again of [() => reportAs('baraka', own), () => report('eve', { ...own, p_device: PHONES.eve })])
    await expect(again()).rejects.toMatchObject(refused)
})

test('both requests of a phone without a cookie are answered when they come at the same moment', async () => {
  const args = withReceipt()
  const [one, other] = await city.db.parallel([() => reportAs('amina', args), () => reportAs('baraka', args)])
  expect([one?.repeated, other?.repeated].toSorted()).toEqual([false, true])
  expect(other?.incidentId).toBe(one?.incidentId)
  await expectRows(1, 1, 1)
})

test('a retry from another device does not make one witness two', async () => {
  const args = withReceipt()
  const { incidentId } = await reportAs('amina', args)
  await reportAs('baraka', args)
  expect(await page(incidentId)).toMatchObject({ reports: 1, corroboration: 'unverified' })
  await city.db.shiftClock('2 minutes')
  await report('baraka', { p_device: PHONES.baraka })
  expect(await page(incidentId)).toMatchObject({ reports: 1, corroboration: 'unverified' })
})

test('a retry from a device that has reported the same since then counts as one witness', async () => {
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
])('a device that has also reported %s keeps its report, so that one phone does not count as two', async (_, other) => {
  const args = withReceipt()
  const { incidentId } = await other()
  const first = await reportAs('amina', args)
  expect(await reportAs('baraka', args)).toEqual({ ...first, repeated: true })
  expect(await page(incidentId)).toMatchObject({ reports: 1 })
  await expect(photo('baraka', args.p_id)).rejects.toMatchObject({ slug: 'not_found' })
})

test('a device at its limit waits, so that two devices do not send more than two devices may', async () => {
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

test('the device of a lost cookie is forgotten, the one that proved the report is not', async () => {
  const args = withReceipt()
  await reportAs('amina', args)
  await reportAs('baraka', args)
  await city.db.shiftClock('31 days')
  await city.db.sql('select app.sweep()')
  expect(await count('app.devices')).toBe(1)
  expect(await reportAs('baraka', args)).toMatchObject({ repeated: true })
})

test('once its author is forgotten nobody takes a report over', async () => {
  const args = withReceipt()
  await reportAs('amina', args)
  await city.db.as('service').rpc('withdraw_receipt', { p_code: CODE })
  await city.db.shiftClock('91 days')
  await city.db.sql('select app.sweep()')
  await city.db.as('service').rpc('register_device', { p_device: PHONES.baraka })
  await expect(reportAs('baraka', args)).rejects.toMatchObject(refused)
})
