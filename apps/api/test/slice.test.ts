import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterEach(() => api.stack.shiftClock('0'))
afterAll(() => api.close())

/** On Moi Avenue, where no other test reports anything. */
const PLACE = { lat: -1.28127, lng: 36.82262 }
const crash = (more: object = {}) => ({ id: randomUUID(), category: 'crash', injury: 'none', place: PLACE, ...more })
const report = (as: 'amina' | 'baraka' | 'eve', body: object) => api.call('POST', '/api/v1/reports', { as, body })
const nearby = async (query = '') =>
  (await api.call('GET', `/api/v1/incidents/nearby?lat=${PLACE.lat}&lng=${PLACE.lng}${query}`, { as: 'eve' })).json()

test('merges two reports of a crash into one incident, in all lists and by id', async () => {
  const sent = await report('amina', crash())
  const { incidentId, location } = await sent.json()
  expect(sent.status).toBe(201)
  expect(location).toMatchObject({ inServiceArea: true, serviceArea: 'Nairobi' })
  await api.stack.shiftClock('2 minutes')
  expect(await (await report('baraka', crash())).json()).toMatchObject({ incidentId, state: 'linked' })

  const expected = { id: incidentId, category: 'crash', reports: 2, precision: 'point' }
  const feed = await nearby('&radiusM=100')
  expect(feed.data).toMatchObject([{ ...expected, distanceM: expect.any(Number) }])
  expect(feed).toMatchObject({ page: { nextCursor: null }, location: { inServiceArea: true } })
  for (const address of ['/api/v1/incidents', '/api/v1/incidents?bbox=36.82,-1.29,36.83,-1.28'])
    expect((await (await api.call('GET', address, { as: 'eve' })).json()).data).toContainEqual(
      expect.objectContaining(expected),
    )
  expect(await (await api.call('GET', `/api/v1/incidents/${incidentId}`, { as: 'eve' })).json()).toMatchObject(expected)
})

test('returns 422 as documented for an unknown vehicle, without the place', async () => {
  const refused = await report('eve', crash({ vehicle: { identifier: 'no plate' } }))
  const { code, errors, location } = await refused.json()
  expect([refused.status, code, location]).toEqual([422, 'unknown_vehicle', undefined])
  expect(errors).toMatchObject([{ path: 'vehicle.identifier', code: 'unknown_vehicle' }])
})

test('returns 200 with the stored report for a retry, and 409 for other content with its id', async () => {
  const body = crash({ note: 'Near the petrol station.' })
  expect((await report('amina', body)).status).toBe(201)
  const again = await report('amina', body)
  expect([again.status, (await again.json()).repeated]).toEqual([200, true])
  const changed = await report('amina', { ...body, note: 'Elsewhere.' })
  expect([changed.status, (await changed.json()).code]).toEqual([409, 'id_reused'])
  const stolen = await report('eve', body)
  expect([stolen.status, (await stolen.json()).code]).toEqual([409, 'id_reused'])
})

test('stores one row for 50 concurrent requests with the same report', async () => {
  const body = crash()
  const answers = await Promise.all(Array.from({ length: 50 }, () => report('baraka', body)))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(49).fill(200), 201])
  expect(await api.stack.query('select count(*)::int as n from app.reports where id = $1', [body.id])).toEqual([
    { n: 1 },
  ])
})

test('returns 422 with the service area and the location for a place outside', async () => {
  const response = await report('eve', crash({ place: { lat: -1.5177, lng: 37.2634 } }))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    code: 'outside_service_area',
    location: { inServiceArea: false, serviceArea: 'Nairobi', corridor: null },
    errors: [{ path: 'place', code: 'outside_service_area', message: expect.any(String) }],
  })
})

test('returns all errors of a report at once', async () => {
  const response = await report('eve', { id: 'x', category: 'gossip', place: { lat: 100, lng: 36 }, colour: 'red' })
  const { errors } = await response.json()
  expect(response.status).toBe(422)
  expect(errors.map((e: { path: string }) => e.path).toSorted()).toEqual(['category', 'colour', 'id', 'place.lat'])
})

test.each([
  ['a NUL in the note', { note: 'a\u0000b' }, 'note'],
  ['half a surrogate pair in the note', { note: 'a\ud800b' }, 'note'],
  ['a NUL in the plate', { vehicle: { identifier: 'KDA\u0000123A' } }, 'vehicle.identifier'],
  ['a time in the year 0', { occurredAt: '0000-01-01T00:00:00Z' }, 'occurredAt'],
  ['an id that tells its time', { id: '01a1f97b-1f25-7058-81d8-8e1e296863de' }, 'id'],
  ['a place of neither kind', { place: {} }, 'place.stopId'],
])('rejects %s with the path of its field, never with an internal error', async (_, change, path) => {
  const response = await report('eve', crash(change))
  const { errors } = await response.json()
  expect([response.status, errors.map((e: { path: string }) => e.path)]).toEqual([422, [path]])
})

test('treats the same instant with another offset as the same report', async () => {
  const occurredAt = new Date(Date.now() - 60_000).toISOString()
  const body = crash({ occurredAt })
  expect((await report('baraka', { ...body, occurredAt: occurredAt.replace('Z', '+00:00') })).status).toBe(201)
  expect((await report('baraka', body)).status).toBe(200)
})

test('shows a harassment report in no public response, and returns no incident to its reporter', async () => {
  const body = { id: randomUUID(), category: 'harassment', place: PLACE, note: 'The conductor, on the way to Rongai.' }
  expect(await (await report('eve', body)).json()).toMatchObject({ state: 'in_review', incidentId: null })
  await api.stack.shiftClock('90 minutes')
  const answers = JSON.stringify([
    await nearby('&limit=100'),
    await (await api.call('GET', '/api/v1/incidents?limit=100', { as: 'eve' })).json(),
    await (await api.call('GET', '/api/v1/incidents?bbox=36.7,-1.4,37,-1.1&limit=100', { as: 'amina' })).json(),
  ])
  for (const hidden of ['harassment', 'Rongai', body.id]) expect(answers).not.toContain(hidden)
})

test('rejects a tampered or foreign cursor', async () => {
  for (const cursor of ['e30', Buffer.from('{"d":1}').toString('base64url'), 'x'.repeat(60)]) {
    const response = await api.call('GET', `/api/v1/incidents?cursor=${cursor}`, { as: 'eve' })
    expect([response.status, (await response.json()).errors[0].path]).toEqual([422, 'cursor'])
  }
})

test('accepts coordinates that are almost zero', async () => {
  for (const tiny of [5e-324, -1e-300]) {
    const address = `/api/v1/incidents/nearby?lat=${tiny}&lng=${tiny}`
    expect((await api.call('GET', address, { as: 'eve' })).status).toBe(200)
  }
})

test('sends an ETag with the feed, and 304 when it is unchanged', async () => {
  const address = `/api/v1/incidents/nearby?lat=${PLACE.lat}&lng=${PLACE.lng}`
  const first = await api.call('GET', address, { as: 'eve' })
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await api.call('GET', address, { as: 'eve', headers })).status).toBe(304)
})

test('returns the service area as a geometry, and the location of a place', async () => {
  const area = await (await api.call('GET', '/api/v1/service-area?lat=-1.2812&lng=36.8226', { as: 'eve' })).json()
  expect(area.areas).toMatchObject([{ slug: 'nairobi', name: 'Nairobi', geometry: { type: 'MultiPolygon' } }])
  expect(area.location).toMatchObject({ inServiceArea: true })
  expect((await api.call('GET', '/api/v1/service-area?lat=-1.28', { as: 'eve' })).status).toBe(422)
})
