import { expect, test } from 'vitest'
import { besideOf, canPart, groupMarkers, nextOf, pixelAt } from './groups.ts'

const at = (id: string, x: number, y = 0) => ({ id, x, y })
const ids = (groups: { id: string }[][]) => groups.map((group) => group.map(({ id }) => id).join(''))

test('groups overlapping markers and loses none', () => {
  const markers = [at('a', 0), at('b', 100), at('c', 39), at('d', 0, 41), at('e', 101, 1)]
  expect(ids(groupMarkers(markers, (marker) => marker))).toEqual(['ac', 'be', 'd'])
  expect(groupMarkers([], (marker: { x: number; y: number }) => marker)).toEqual([])
})

test('does not chain a row of markers into one group', () => {
  const markers = Array.from({ length: 6 }, (_, index) => at(String(index), index * 30))
  expect(ids(groupMarkers(markers, (marker) => marker))).toEqual(['01', '23', '45'])
})

test('doubles every distance with each zoom level', () => {
  const [a, b] = [
    { lat: -1.28, lng: 36.82 },
    { lat: -1.29, lng: 36.83 },
  ]
  const apart = (zoom: number) => {
    const [one, other] = [pixelAt(a, zoom), pixelAt(b, zoom)]
    return Math.hypot(one.x - other.x, one.y - other.y)
  }
  expect(apart(13) / apart(12)).toBeCloseTo(2)
  // 0.01 degrees at the equator are 512 * 2^12 / 360 * 0.01 pixels each way.
  expect(apart(12)).toBeCloseTo(Math.SQRT2 * 58.25, 0)
})

test('splits groups on zoom, except markers of one stage', () => {
  const koja = { lat: -1.2812, lng: 36.8226 }
  expect(canPart([koja, { ...koja }])).toBe(false)
  expect(canPart([koja, { lat: -1.29, lng: 36.8226 }])).toBe(true)
  expect(canPart([])).toBe(false)
})

test('cycles through the markers of a group', () => {
  const markers: [{ id: string }, ...{ id: string }[]] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  const seen: string[] = []
  let chosen: string | undefined
  for (let press = 0; press < 4; press++) {
    chosen = nextOf(markers, chosen).id
    seen.push(chosen)
  }
  expect(seen).toEqual(['a', 'b', 'c', 'a'])
})

test('moves a cluster beside the own dot that it would cover, on the side where it is', () => {
  const dot = { x: 100, y: 100 }
  expect(besideOf({ x: 110, y: 100 }, [{ x: 0, y: 0 }, dot])).toEqual([24, 0])
  expect(besideOf(dot, [dot])).toEqual([0, -34])
  expect(besideOf({ x: 100, y: 140 }, [dot])).toBeUndefined()
})
