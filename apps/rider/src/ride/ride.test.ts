import { beforeEach, expect, test } from 'vitest'
import { lastVehicle, rememberVehicle } from '@/vehicle/last-vehicle.ts'
import { endOf, newRide, newShared, RIDE_MS, readEndings, readRide, saveEndings, saveRide, tripPath } from './ride.ts'

const kept = new Map<string, string>()
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value) === kept,
  removeItem: (key: string) => void kept.delete(key),
}
beforeEach(() => kept.clear())

const NOW = Date.parse('2026-11-20T14:00:00Z')
const from = (query: string, before = readRide(store, NOW)) => newRide(new URLSearchParams(query), before, NOW)

test('keeps the ride for four hours, and then nothing of it', () => {
  const ride = from('vehicle=KZZ101D')
  saveRide(store, ride)
  rememberVehicle(store, 'KZZ 101D', NOW)
  expect(readRide(store, NOW + RIDE_MS - 1)).toEqual(ride)
  expect(readRide(store, endOf(ride))).toBeNull()
  expect([...kept]).toEqual([])
})

test('forgets with a ride its own vehicle, and no other one that was looked up since', () => {
  saveRide(store, from('vehicle=KZZ101D'))
  rememberVehicle(store, 'KDA 123A', NOW + RIDE_MS)
  expect(readRide(store, NOW + RIDE_MS)).toBeNull()
  expect(lastVehicle(store, NOW + RIDE_MS)).toBe('KDA 123A')
})

test('ends a ride of a clock that was set back, and reads nothing of what is no ride', () => {
  saveRide(store, from('vehicle=KZZ101D'))
  expect(readRide(store, NOW - 1)).toBeNull()
  for (const text of ['', '{', '[]', '7', '{"startedAt":"today"}']) {
    kept.set('salama-rider.ride', text)
    expect(readRide(store, NOW)).toBeNull()
  }
})

test('begins with a plate or a route, and a trip that is shared goes on with the next vehicle', async () => {
  expect(from('route=1&name=46K')).toMatchObject({ plate: null, route: { id: '1', name: '46K' }, shared: null })
  expect(from('route=1')).toMatchObject({ route: null })
  const before = { ...from('vehicle=KZZ101D'), startedAt: NOW - 5, shared: await newShared() }
  expect(from('vehicle=KDA123A', before)).toMatchObject({
    plate: 'KDA123A',
    startedAt: NOW - 5,
    shared: before.shared,
  })
  expect(from('vehicle=KDA123A', { ...before, shared: null })).toMatchObject({ startedAt: NOW })
})

test('makes a link that has the key in its fragment alone, and nothing of the secret', async () => {
  const shared = await newShared()
  const link = new URL(tripPath('sw', shared), 'https://salama.test')
  expect([link.pathname, link.search, link.hash]).toEqual([`/sw/trip/${shared.id}`, '', `#${shared.key}`])
  expect(link.href).not.toContain(shared.secret)
  expect(Buffer.from(shared.key, 'base64url')).toHaveLength(32)
})

test('keeps what the server has still to be told has ended, without the key, for four hours', async () => {
  const { id, secret } = await newShared()
  const ending = { id, secret, at: NOW }
  saveEndings(store, [ending])
  expect(readEndings(store, NOW + RIDE_MS - 1)).toEqual([ending])
  expect(readEndings(store, NOW + RIDE_MS)).toEqual([])
  saveEndings(store, [])
  expect([...kept]).toEqual([])
})
