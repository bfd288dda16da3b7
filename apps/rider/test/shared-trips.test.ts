import { afterAll, beforeAll, expect, test } from 'vitest'
import * as ends from '../app/api/shared-trips/[id]/end/route.ts'
import * as one from '../app/api/shared-trips/[id]/route.ts'
import * as trips from '../app/api/shared-trips/route.ts'
import { newShared } from '../src/ride/ride.ts'
import { open, seal } from '../src/ride/seal.ts'
import { openRider, type Rider } from './rider.ts'

let rider: Rider
beforeAll(async () => {
  rider = await openRider()
})
afterAll(() => rider.close())

const { id, secret, key } = await newShared()
const params = { id }
const here = {
  plate: 'KZZ101D',
  route: null,
  lat: -1.2812,
  lng: 36.8226,
  accuracyM: 9,
  agoS: 0,
  at: new Date().toISOString(),
}

test('what is shared without an account is read by who has the key, stored by nobody, and gone at its end', async () => {
  const begun = await rider.send(trips, '/api/shared-trips', { json: { id, secret } })
  expect([begun.status, begun.headers.get('set-cookie')]).toEqual([200, null])
  const sealed = await seal(key, id, 1, here)
  await rider.send(one, `/api/shared-trips/${id}`, { method: 'PUT', params, json: { secret, counter: 1, sealed } })
  const seen = await rider.send(one, `/api/shared-trips/${id}`, { params })
  expect(seen.headers.get('cache-control')).toContain('no-store')
  const { trip } = await seen.json()
  expect(await open(key, id, trip.counter, trip.sealed)).toEqual(here)
  const [row] = await rider.stack.query('select * from app.shared_trips')
  for (const never of [key, secret, 'KZZ101D', '36.82']) expect(JSON.stringify(row)).not.toContain(never)
  const ended = await rider.send(ends, `/api/shared-trips/${id}/end`, { params, json: { secret } })
  expect(await ended.json()).toEqual({ id, ended: true })
  const after = await rider.send(one, `/api/shared-trips/${id}`, { params })
  expect([after.status, await after.json()]).toEqual([200, { trip: null }])
  expect(await rider.stack.query('select from app.shared_trips')).toEqual([])
})

test('refuses a key, a place or anything else that the server could read', async () => {
  const more = { secret, counter: 1, sealed: 'A'.repeat(60) }
  for (const wrong of [
    { ...more, key },
    { ...more, lat: 1 },
    { ...more, sealed: 'in Kawangware' },
  ]) {
    const refused = await rider.send(one, `/api/shared-trips/${id}`, { method: 'PUT', params, json: wrong })
    expect(refused.status).toBe(422)
  }
  const unknown = await newShared()
  const other = { params: { id: unknown.id }, method: 'PUT' as const, json: { ...more, secret: unknown.secret } }
  expect((await rider.send(one, `/api/shared-trips/${unknown.id}`, other)).status).toBe(404)
})

test('refuses another site', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const refused = await rider.send(trips, '/api/shared-trips', { json: { id, secret }, headers })
  expect(refused.status).toBe(403)
})
