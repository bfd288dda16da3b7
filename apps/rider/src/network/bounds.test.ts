import { expect, test } from 'vitest'
import { boundsOf } from './bounds.ts'

test('a line lies in its circle, whichever way it runs and of how many parts it is', () => {
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

test('a very short line is still seen with what is around it', () => {
  expect(boundsOf({ type: 'LineString', coordinates: [[36.8, -1.3]] }).radiusM).toBe(500)
})
