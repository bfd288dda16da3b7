import { randomUUID } from 'node:crypto'
import { KOJA, MACHAKOS, SIMBA, TEST_ROAD } from '@salama/testing'
import { expect, test } from 'vitest'
import { MAX_NOTE } from '../shared/limits.ts'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, count, expectRows } = city

test('links a report without injuries to a public incident at once', async () => {
  const answer = await report('amina')
  expect(answer).toMatchObject({
    state: 'linked',
    shown: 'live',
    repeated: false,
    location: { inServiceArea: true, serviceArea: 'Nairobi', corridor: TEST_ROAD, distanceM: 0 },
  })
  expect(answer.incidentId).not.toBeNull()
})

test('uses the coordinates of a stop, with an accuracy of 250 m', async () => {
  const { incidentId } = await report('amina', { p_lat: undefined, p_lng: undefined, p_stop_id: KOJA.id })
  expect(await city.db.sql('select lat, lng, accuracy_m from app.reports')).toEqual([
    { lat: KOJA.lat, lng: KOJA.lng, accuracy_m: 250 },
  ])
  expect(await page(incidentId)).toMatchObject({ placeName: 'Koja' })
})

test('returns the stored report for a repeat, and changes nothing', async () => {
  const args = { p_id: randomUUID(), p_note: 'Two matatus.' }
  const first = await report('amina', args)
  await city.db.shiftClock('10 minutes')
  expect(await report('amina', args)).toEqual({ ...first, repeated: true })
  await expectRows(1, 1, 1)
})

test('stores one row for 50 concurrent sends of one report', async () => {
  const args = { p_id: randomUUID() }
  const answers = await city.db.parallel(Array.from({ length: 50 }, () => () => report('amina', args)))
  expect(answers.filter((answer) => !answer.repeated)).toHaveLength(1)
  await expectRows(1, 1, 1)
})

test('rejects an id with other content', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  await expect(report('amina', { p_id: id, p_note: 'Something else.' })).rejects.toMatchObject({ slug: 'id_reused' })
  await expectRows(1, 1, 1)
})

test('refuses another rider’s report id, and reveals nothing', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  await expect(report('eve', { p_id: id })).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  await expectRows(1, 1, 1)
})

test('gives an id that two riders send concurrently to one of them', async () => {
  const id = randomUUID()
  const sent = await Promise.allSettled([report('amina', { p_id: id }), report('eve', { p_id: id })])
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  await expectRows(1, 1, 1)
})

test('requires sign-in, or the server’s key with a registered device', async () => {
  const args = { p_id: randomUUID(), p_category: 'crash', p_lat: KOJA.lat, p_lng: KOJA.lng }
  const call = (who: 'anon' | 'rider_server', more: object = {}) =>
    city.db.as(who).rpc('submit_incident_report_without_vehicle', { ...args, ...more })
  await expect(call('anon', { p_device: PHONES.eve })).rejects.toMatchObject({ code: '42501' })
  for (const more of [{}, { p_device: 'x'.repeat(43) }])
    await expect(call('rider_server', more)).rejects.toMatchObject({ slug: 'unauthenticated' })
  await expectRows(0, 0, 0)
})

test('rejects a receipt code that another report has', async () => {
  const p_receipt_code = '0123456789ABCDEFGHJKMNPQRS'
  await report('amina', { p_receipt_code })
  await expect(report('eve', { p_receipt_code })).rejects.toMatchObject({
    slug: 'id_reused',
    detail: { path: 'receiptCode' },
  })
})

test.each([
  ['a sticker code without its dash', 'v7k3m9qxr'],
  ['a sticker code with an O for the zero', 'V-7K3M9QXR'],
  ['the plate in small letters with signs', 'kda-123.a'],
])('%s finds the vehicle', async (_, p_vehicle) => {
  await report('amina', { p_vehicle })
  expect(await city.db.sql('select vehicle_id from app.reports')).toEqual([{ vehicle_id: SIMBA.id }])
})

test('does not read a letter of another script as part of a plate', async () => {
  await expect(report('amina', { p_vehicle: 'KDA 123\u0410' })).rejects.toMatchObject({ slug: 'unknown_vehicle' })
})

test('rejects a report outside the service area with the location, and stores nothing', async () => {
  await expect(report('amina', { p_lat: MACHAKOS.lat, p_lng: MACHAKOS.lng })).rejects.toMatchObject({
    slug: 'outside_service_area',
    detail: { location: { inServiceArea: false, serviceArea: 'Nairobi', corridor: null } },
  })
  await expectRows(0, 0, 0)
})

test('returns all problems that the database finds at once, each with code and path', async () => {
  await expect(
    report('amina', { p_lat: undefined, p_lng: undefined, p_stop_id: randomUUID(), p_vehicle: 'V-00000000' }),
  ).rejects.toMatchObject({
    slug: 'unknown_stop',
    detail: {
      errors: [
        { path: 'place.stopId', code: 'unknown_stop' },
        { path: 'vehicle.identifier', code: 'unknown_vehicle' },
      ],
    },
  })
  await expectRows(0, 0, 0)
})

test('enforces the same bounds on direct database calls', async () => {
  await expect(
    report('eve', {
      p_category: 'gossip',
      p_injury: 'maybe',
      p_note: 'x'.repeat(MAX_NOTE + 1),
      p_lat: 91,
      p_accuracy_m: -1,
    }),
  ).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: {
      errors: ['category', 'injury', 'note', 'place', 'place.accuracyM'].map((path) =>
        expect.objectContaining({ path }),
      ),
    },
  })
  await expect(report('eve', { p_occurred_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  await expectRows(0, 0, 0)
})

test('rejects the sixth report in ten minutes with Retry-After, and accepts a retry', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  for (let i = 0; i < 4; i++) await report('amina')
  await expect(report('amina')).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.toSatisfy((s: number) => s > 590 && s <= 600) },
  })
  expect(await report('amina', { p_id: id })).toMatchObject({ repeated: true })
  await city.db.shiftClock('11 minutes')
  await report('amina')
  expect(await count('app.reports')).toBe(6)
})

test('enforces the limit on six concurrent reports of one rider', async () => {
  const sent = await Promise.allSettled(Array.from({ length: 8 }, () => report('amina')))
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(5)
})

test('flags a note with a phone number, an address or an id number', async () => {
  await report('amina', { p_note: 'Driver 0712 345 678, a.b@c.co.ke, ID no. 12345678' })
  expect(await city.db.sql('select note_flags from app.reports')).toEqual([
    { note_flags: ['phone', 'email', 'id_number'] },
  ])
})

test('records every status change of a report, in order', async () => {
  const { id } = await report('amina')
  expect(
    await city.db.sql('select from_state, to_state from app.report_events where report_id = $1 order by id', [id]),
  ).toEqual([
    { from_state: 'received', to_state: 'accepted' },
    { from_state: 'accepted', to_state: 'linked' },
  ])
})

test('rejects an unknown transition and names the allowed ones', async () => {
  const { id } = await report('amina')
  await expect(city.db.sql(`select app.move_report($1, 'rejected')`, [id])).rejects.toMatchObject({
    message: 'invalid_transition',
    detail: '{"currentState": "linked", "allowedTransitions": ["held", "in_review", "purged", "withdrawn"]}',
  })
})
