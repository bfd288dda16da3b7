import { updateSharedTrip } from '@salama/domain/shared-trips/contract'
import { expect, test } from 'vitest'
import { newKey, open, seal, type TripPosition } from './seal.ts'

const TRIP = '0e0f9a52-94d0-4b6b-8f0e-0a7f0f3f9b11'
const HERE: TripPosition = {
  plate: 'KZZ 101D',
  route: '46K Kencom – Kawangware',
  lat: -1.2812,
  lng: 36.8226,
  accuracyM: 12,
  agoS: 3,
  at: '2026-11-20T14:22:00.000Z',
}

/** The text with one bit of it changed. */
const withChange = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

test('opens what was sealed, of any length, which the sealed text does not tell', async () => {
  const key = newKey()
  const nothing = { ...HERE, plate: null, route: null }
  const [full, empty] = [await seal(key, TRIP, 1, HERE), await seal(key, TRIP, 2, nothing)]
  expect(await open(key, TRIP, 1, full)).toEqual(HERE)
  expect(await open(key, TRIP, 2, empty)).toEqual(nothing)
  expect(full).toHaveLength(empty.length)
  expect(updateSharedTrip.body.shape.sealed.safeParse(full).success).toBe(true)
  const longest = { ...HERE, plate: 'W'.repeat(20), route: '“'.repeat(80) }
  expect(updateSharedTrip.body.shape.sealed.safeParse(await seal(key, TRIP, 3, longest)).success).toBe(true)
})

test('is different each time, and contains nothing that can be read', async () => {
  const key = newKey()
  const sealed = await Promise.all(Array.from({ length: 100 }, () => seal(key, TRIP, 1, HERE)))
  expect(new Set(sealed.map((each) => each.slice(0, 16))).size).toBe(100)
  const text = atob((sealed[0] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  for (const word of ['KZZ 101D', 'Kencom', '36.8226', key]) expect(text).not.toContain(word)
})

test('does not open with another key, for another trip or counter, or after a change', async () => {
  const key = newKey()
  const sealed = await seal(key, TRIP, 7, HERE)
  expect(await open(newKey(), TRIP, 7, sealed)).toBeNull()
  expect(await open(key, crypto.randomUUID(), 7, sealed)).toBeNull()
  for (const counter of [6, 8]) expect(await open(key, TRIP, counter, sealed)).toBeNull()
  for (const at of [0, 20, 200, sealed.length - 10]) expect(await open(key, TRIP, 7, withChange(sealed, at))).toBeNull()
  for (const broken of ['', 'A', sealed.slice(0, 100), '…']) expect(await open(key, TRIP, 7, broken)).toBeNull()
  for (const noKey of ['', 'A', '…', key.slice(1)]) expect(await open(noKey, TRIP, 7, sealed)).toBeNull()
})
