import { expect, test } from 'vitest'
import { type AreaText, areaIn, textOf } from './area.ts'

const GOOD: AreaText = { north: '-1.28', south: '-1.30', west: '36.80', east: '36.83' }

test('parses four numbers as an area, also with commas, and round-trips a drawn one', () => {
  expect(areaIn(GOOD)).toEqual({ north: -1.28, south: -1.3, west: 36.8, east: 36.83 })
  expect(areaIn({ ...GOOD, north: '-1,28' })).toEqual(areaIn(GOOD))
  expect(areaIn(textOf({ north: -1.28, south: -1.3, west: 36.8, east: 36.83 }))).toEqual(areaIn(GOOD))
})

test.each<[string, Partial<AreaText>]>([
  ['an empty side', { east: ' ' }],
  ['a word', { east: 'east' }],
  ['upside down', { north: '-1.31' }],
  ['the wrong way round', { east: '36.79' }],
  ['no height', { north: '-1.30' }],
  ['more than half a degree', { east: '37.31' }],
  ['off the globe', { north: '90.1', south: '89.9' }],
])('rejects %s as an area', (_, change) => {
  expect(areaIn({ ...GOOD, ...change })).toBeNull()
})
