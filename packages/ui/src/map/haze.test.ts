import { expect, test } from 'vitest'
import { AREA_RADIUS_M, hazeOpacity, isInArea, nearestHazeZoom, roundPoints, signSize } from './haze.ts'

test('a haze is denser where others confirmed it, thin when it is old, and gone when one person said it days ago', () => {
  expect(hazeOpacity({ corroboration: 'unverified', age: 'fresh' })).toBe(0.15)
  expect(hazeOpacity({ corroboration: 'corroborated', age: 'aging' })).toBe(0.22)
  expect(hazeOpacity({ corroboration: 'verified' })).toBe(0.22)
  expect(hazeOpacity({ corroboration: 'disputed' })).toBe(0.15)
  const old = (['corroborated', 'unverified'] as const).map((corroboration) => [
    hazeOpacity({ corroboration, age: 'old' }),
    hazeOpacity({ corroboration, age: 'past' }),
  ])
  expect(old).toEqual([
    [0.1, 0.05],
    [0.08, 0],
  ])
})

test('a sign is large when confirmed and fresh, small when old, and largest when chosen', () => {
  const size = (corroboration: 'unverified' | 'corroborated', age: 'fresh' | 'aging' | 'old', isChosen = false) =>
    signSize({ corroboration, age }, isChosen)
  expect([size('corroborated', 'fresh'), size('unverified', 'fresh'), size('corroborated', 'aging')]).toEqual([
    40, 30, 30,
  ])
  expect([size('corroborated', 'old'), size('unverified', 'old')]).toEqual([24, 24])
  expect(size('unverified', 'old', true)).toBe(56)
})

test('a haze fills two thirds of the map at its nearest zoom, whatever the map’s size', () => {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    const zoom = nearestHazeZoom(size, -1.28)
    const [feature] = roundPoints([
      { kind: 'area', place: { lat: -1.28, lng: 36.82 }, radiusM: AREA_RADIUS_M, opacity: 1 },
    ]).features
    const radius = (feature?.properties.px ?? 0) * 2 ** zoom
    expect((Math.PI * radius ** 2) / (size.width * size.height)).toBeCloseTo(2 / 3)
  }
})

test('an area is its cell, about 1.1 km wide', () => {
  const centre = { lat: -1.285, lng: 36.825 }
  expect(AREA_RADIUS_M * 2).toBeCloseTo(1_113, 0)
  expect(isInArea(centre, { lat: -1.2801, lng: 36.8299 })).toBe(true)
  expect(isInArea(centre, { lat: -1.2799, lng: 36.825 })).toBe(false)
})
