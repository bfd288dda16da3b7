import { randomUUID } from 'node:crypto'
import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const { report, reportAs, queue, page, decide } = city

const add = (who: 'amina' | 'eve' | 'rider_server', id: string, args: object) =>
  city.db.as(who).rpc('add_to_report', { p_report_id: id, p_id: randomUUID(), ...args }) as Promise<object>
const stored = () => city.db.sql('select words, vehicle_plate, flags from app.report_additions order by at, id')

test('a user adds text and a vehicle to an own report; a reviewer sees both, and the report stays as it was', async () => {
  const { id, incidentId } = await report('amina')
  const before = await page(incidentId)
  expect(await add('amina', id, { p_words: 'Call 0712 345 678.', p_vehicle: 'kda123a' })).toMatchObject({
    additions: 1,
  })
  expect(await stored()).toEqual([{ words: 'Call 0712 345 678.', vehicle_plate: 'KDA123A', flags: ['phone'] }])
  expect(await queue()).toMatchObject([{ subject: id, reason: 'addition', hours: 24 }])
  expect(await page(incidentId)).toEqual(before)
  expect(await city.db.sql('select note, vehicle_plate from app.reports')).toEqual([
    { note: null, vehicle_plate: null },
  ])
  expect(await city.db.as('amina').rpc('get_own_report', { p_id: id })).toMatchObject({
    vehicle: null,
    additions: [{ words: 'Call 0712 345 678.', vehicle: { plate: SIMBA.plate, fleetName: SIMBA.fleetName } }],
  })
  await decide(id, 'approved')
  expect(await queue()).toEqual([])
  expect(await page(incidentId)).toMatchObject({ vehicle: null, corroboration: 'unverified' })
})

test('a phone without an account adds to its own report, once per id', async () => {
  const { id } = await reportAs('amina')
  const addition = { p_id: randomUUID(), p_vehicle: 'KZZ 900X', p_device: PHONES.amina }
  await city.db.parallel([1, 2, 3].map(() => () => add('rider_server', id, addition)))
  expect(await stored()).toEqual([{ words: null, vehicle_plate: 'KZZ900X', flags: [] }])
  await expect(add('rider_server', id, { ...addition, p_vehicle: 'KZZ 900Y' })).rejects.toMatchObject({
    slug: 'id_reused',
  })
})

test('refuses a stranger, and another phone', async () => {
  const { id } = await report('amina')
  const phone = await reportAs('amina')
  await expect(add('eve', id, { p_words: 'x' })).rejects.toMatchObject({ slug: 'not_found' })
  await expect(add('amina', phone.id, { p_words: 'x' })).rejects.toMatchObject({ slug: 'not_found' })
  const other = { p_words: 'x', p_device: PHONES.eve }
  await expect(add('rider_server', phone.id, other)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(add('rider_server', id, other)).rejects.toMatchObject({ slug: 'not_found' })
  expect(await stored()).toEqual([])
})

test('rejects an empty addition, an unknown code, an invalid plate and a fourth addition', async () => {
  const { id } = await report('amina')
  await expect(add('amina', id, {})).rejects.toMatchObject({ slug: 'invalid_request' })
  for (const p_vehicle of ['V-00000000', '???', 'nobody'])
    await expect(add('amina', id, { p_vehicle })).rejects.toMatchObject({ slug: 'unknown_vehicle' })
  for (const p_words of ['One.', 'Two.', 'Three.']) await add('amina', id, { p_words })
  await expect(add('amina', id, { p_words: 'Four.' })).rejects.toMatchObject({ slug: 'report_full' })
  await city.withdraw('amina', id)
  await expect(add('amina', id, { p_words: 'Late.' })).rejects.toMatchObject({ slug: 'invalid_transition' })
})
