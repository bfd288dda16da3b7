import { expect, test } from 'vitest'
import { coarseCells } from './style.ts'

test('a coarse incident is drawn as the whole cell that it may lie in, about 1.1 km wide', () => {
  const ring = coarseCells([{ lat: -1.285, lng: 36.825 }]).features[0]?.geometry.coordinates[0] ?? []
  const lngs = ring.map(([lng = 0]) => lng)
  const lats = ring.map(([, lat = 0]) => lat)
  expect(Math.min(...lngs)).toBeCloseTo(36.82)
  expect(Math.max(...lngs)).toBeCloseTo(36.83)
  expect(Math.min(...lats)).toBeCloseTo(-1.29)
  expect(Math.max(...lats)).toBeCloseTo(-1.28)
  expect(ring.at(0)).toEqual(ring.at(-1))
})
