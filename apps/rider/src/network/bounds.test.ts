import { expect, test } from 'vitest'
import { boundsOf } from './bounds.ts'

test('returns a circle around a line of any direction and number of parts', () => {
  const road = [
    [36.8, -1.3],
    [36.9, -1.2],
  ]
  const one = boundsOf({ type: 'LineString', coordinates: road })
  expect(one.centre.lat).toBeCloseTo(-1.25)
  expect(one.centre.lng).toBeCloseTo(36.85)
  expect(one.radiusM).toBeCloseTo(6679, -1)
  expect(boundsOf({ type: 'MultiLineString', coordinates: road.map((point) => [point]) })).toEqual(one)
})

test('uses a minimum radius for a very short line', () => {
  expect(boundsOf({ type: 'LineString', coordinates: [[36.8, -1.3]] }).radiusM).toBe(500)
})
