import { randomUUID } from 'node:crypto'
import { KOJA, MACHAKOS, SIMBA, TEST_ROAD } from '@salama/testing'
import { expect, test } from 'vitest'
import { MAX_NOTE } from '../shared/limits.ts'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, count, expectRows } = city

test('a report without anyone hurt is linked to a public incident at once', async () => {
  const answer = await report('amina')
  expect(answer).toMatchObject({
    state: 'linked',
    shown: 'live',
    repeated: false,
    location: { inServiceArea: true, serviceArea: 'Nairobi', corridor: TEST_ROAD, distanceM: 0 },
  })
  expect(answer.incidentId).not.toBeNull()
})

test('a stop stands for its place, with an accuracy of 250 m', async () => {
  const { incidentId } = await report('amina', { p_lat: undefined, p_lng: undefined, p_stop_id: KOJA.id })
  expect(await city.db.sql('select lat, lng, accuracy_m from app.reports')).toEqual([
    { lat: KOJA.lat, lng: KOJA.lng, accuracy_m: 250 },
  ])
  expect(await page(incidentId)).toMatchObject({ placeName: 'Koja' })
})

test('the same report sent again changes nothing and is answered with what is stored', async () => {
  const args = { p_id: randomUUID(), p_note: 'Two matatus.' }
  const first = await report('amina', args)
  await city.db.shiftClock('10 minutes')
  expect(await report('amina', args)).toEqual({ ...first, repeated: true })
  await expectRows(1, 1, 1)
})

test('the same report sent 50 times at once is one row', async () => {
  const args = { p_id: randomUUID() }
  const answers = await city.db.parallel(Array.from({ length: 50 }, () => () => report('amina', args)))
  expect(answers.filter((answer) => !answer.repeated)).toHaveLength(1)
  await expectRows(1, 1, 1)
})

test('an id cannot carry other content', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  await expect(report('amina', { p_id: id, p_note: 'Something else.' })).rejects.toMatchObject({ slug: 'id_reused' })
  await expectRows(1, 1, 1)
})

test('another rider cannot claim a report id, nor learn anything from trying', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  await expect(report('eve', { p_id: id })).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  await expectRows(1, 1, 1)
})

test('two riders who send the same id at the same moment cannot both own it', async () => {
  const id = randomUUID()
  const sent = await Promise.allSettled([report('amina', { p_id: id }), report('eve', { p_id: id })])
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  await expectRows(1, 1, 1)
})

test('nobody reports without signing in, and the key of the server only for a phone that is registered', async () => {
  const args = { p_id: randomUUID(), p_category: 'crash', p_lat: KOJA.lat, p_lng: KOJA.lng }
  const call = (who: 'anon' | 'service', more: object = {}) =>
    city.db.as(who).rpc('submit_incident_report_without_vehicle', { ...args, ...more })
  await expect(call('anon', { p_device: PHONES.eve })).rejects.toMatchObject({ code: '42501' })
  for (const more of [{}, { p_device: 'x'.repeat(43) }])
    await expect(call('service', more)).rejects.toMatchObject({ slug: 'unauthenticated' })
  await expectRows(0, 0, 0)
})

test('a receipt code serves one report', async () => {
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

test('a letter of another script does not turn one plate into another', async () => {
  await expect(report('amina', { p_vehicle: 'KDA 123\u0410' })).rejects.toMatchObject({ slug: 'unknown_vehicle' })
})

test('outside the service area a report is refused with the corridor answer and stores nothing', async () => {
  await expect(report('amina', { p_lat: MACHAKOS.lat, p_lng: MACHAKOS.lng })).rejects.toMatchObject({
    slug: 'outside_service_area',
    detail: { location: { inServiceArea: false, serviceArea: 'Nairobi', corridor: null } },
  })
  await expectRows(0, 0, 0)
})

test('what only the database can know is refused together, each with its own code and path', async () => {
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

test('a token used straight at the database meets the same bounds', async () => {
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

test('the sixth report in ten minutes is refused with the time to wait, and a retry still gets through', async () => {
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

test('six reports of one rider at once do not slip past the limit', async () => {
  const sent = await Promise.allSettled(Array.from({ length: 8 }, () => report('amina')))
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(5)
})

test('a note with a phone number, an address or an id number is flagged for the reviewer', async () => {
  await report('amina', { p_note: 'Driver 0712 345 678, a.b@c.co.ke, ID no. 12345678' })
  expect(await city.db.sql('select note_flags from app.reports')).toEqual([
    { note_flags: ['phone', 'email', 'id_number'] },
  ])
})

test('every change of a report is written down, in order', async () => {
  const { id } = await report('amina')
  expect(
    await city.db.sql('select from_state, to_state from app.report_events where report_id = $1 order by id', [id]),
  ).toEqual([
    { from_state: 'received', to_state: 'accepted' },
    { from_state: 'accepted', to_state: 'linked' },
  ])
})

test('a move that the table does not know is refused with the moves that it does', async () => {
  const { id } = await report('amina')
  await expect(city.db.sql(`select app.move_report($1, 'rejected')`, [id])).rejects.toMatchObject({
    message: 'invalid_transition',
    detail: '{"currentState": "linked", "allowedTransitions": ["held", "in_review", "purged", "withdrawn"]}',
  })
})
