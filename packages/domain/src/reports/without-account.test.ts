import { randomUUID } from 'node:crypto'
import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, reportAs, page, count, queue, expectRows } = city

test('joins and counts a report without an account, but never corroborates by it alone', async () => {
  const { incidentId } = await reportAs('amina', { p_vehicle: SIMBA.plate })
  await city.db.shiftClock('2 minutes')
  await reportAs('baraka', { p_vehicle: SIMBA.plate })
  await city.db.shiftClock('4 minutes')
  await report('eve', { p_device: PHONES.eve, p_vehicle: SIMBA.plate })
  expect(await page(incidentId)).toMatchObject({ reports: 3, corroboration: 'unverified', vehicle: null })
})

test('counts a rider who reports again without signing in once', async () => {
  const { incidentId } = await report('amina', { p_device: PHONES.amina })
  await reportAs('amina')
  expect(await page(incidentId)).toMatchObject({ reports: 1 })
  await reportAs('baraka')
  expect(await page(incidentId)).toMatchObject({ reports: 2 })
})

test('stores a repeat by the same phone once, also concurrently', async () => {
  const args = { p_id: randomUUID() }
  const first = await reportAs('amina', args)
  const answers = await city.db.parallel(Array.from({ length: 20 }, () => () => reportAs('amina', args)))
  expect(answers).toEqual(answers.map(() => ({ ...first, repeated: true })))
  await expectRows(1, 1, 1)
})

test('refuses its id to another phone, or an account on another phone', async () => {
  const args = { p_id: randomUUID() }
  await reportAs('amina', args)
  for (const again of [
    () => reportAs('eve', args),
    () => report('amina', args),
    () => report('eve', { ...args, p_device: PHONES.eve }),
  ])
    await expect(again()).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  await expectRows(1, 1, 1)
})

test('accepts a repeat after signing in on the same phone, without ownership', async () => {
  const args = { p_id: randomUUID() }
  await reportAs('amina', args)
  expect(await report('amina', { ...args, p_device: PHONES.amina })).toMatchObject({ repeated: true })
  expect(await city.db.sql('select reporter_id from app.reports')).toEqual([{ reporter_id: null }])
  await expect(city.db.as('amina').rpc('get_own_report', { p_id: args.p_id })).rejects.toMatchObject({
    slug: 'not_found',
  })
  await expect(city.withdraw('amina', args.p_id)).rejects.toMatchObject({ slug: 'not_found' })
})

test('refuses a repeat without an account of a report sent with one', async () => {
  const args = { p_id: randomUUID(), p_device: PHONES.amina }
  await report('amina', args)
  await expect(reportAs('amina', args)).rejects.toMatchObject({ slug: 'id_reused' })
})

test('limits each phone like an account, independently of others', async () => {
  const sent = await Promise.allSettled(Array.from({ length: 8 }, () => reportAs('eve')))
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(5)
  await expect(reportAs('eve')).rejects.toMatchObject({ slug: 'rate_limited' })
  await reportAs('amina')
  await report('eve', { p_device: PHONES.eve })
  expect(await count('app.reports')).toBe(7)
})

test('holds simultaneous complaints of phones without an account, and none of accounts', async () => {
  const complaint = { p_category: 'overloading', p_injury: undefined, p_vehicle: SIMBA.plate }
  for (const phone of ['amina', 'baraka'] as const)
    expect(await reportAs(phone, complaint)).toMatchObject({ state: 'linked' })
  expect(await report('chebet', complaint)).toMatchObject({ state: 'linked' })
  expect(await queue()).toEqual([])
  expect(await reportAs('eve', complaint)).toMatchObject({ state: 'in_review' })
  expect(await queue()).toMatchObject([{ reason: 'burst', author: null }])
})

test('purges a device without reports after 30 days, not one with reports', async () => {
  await reportAs('amina')
  await city.db.shiftClock('29 days')
  await city.db.sql('select app.sweep()')
  expect(await count('app.devices')).toBe(3)
  await city.db.shiftClock('31 days')
  await city.db.sql('select app.sweep()')
  expect(await count('app.devices')).toBe(1)
})
