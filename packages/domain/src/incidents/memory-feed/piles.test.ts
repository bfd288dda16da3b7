import { expect, test } from 'vitest'
import { FeedIndex } from './feed-index.ts'
import type { FeedRow } from './feed-rows.ts'
import { type Box, boxAround, degreesBetween, isInside, type Place } from './geometry.ts'
import { type Pile, Piles } from './piles.ts'
import { randomOf } from './test/random.ts'

const STOP = { lat: -1.3, lng: 36.8 }
const random = randomOf(20261127)
/** Some at one spot, the rest all over the city. */
const placeOf = (n: number): Place =>
  n % 5 === 0
    ? { lat: random.degrees(-1.303, -1.297), lng: random.degrees(36.797, 36.803) }
    : { lat: random.degrees(-1.5, -1.1), lng: random.degrees(36.6, 37.05) }

const places = Array.from({ length: 20_000 }, (_, n) => placeOf(n))
const rowOf = (place: Place, n: number): FeedRow => ({
  ...place,
  id: String(n).padStart(8, '0'),
  category: 'crash',
  lastSeenAt: 0,
  visibleUntil: 1,
  json: '{}',
  tag: '',
})

/** The places that are found within so many degrees, in order, and how many were looked at. */
function found(piles: Piles, from: Place, box: Box, most: number) {
  const all: number[] = []
  let looked = 0
  const reach = () => all[most - 1] ?? Number.POSITIVE_INFINITY
  piles.nearest(from, box, reach, (_, degrees) => {
    looked += 1
    all.push(degrees)
    all.sort((a, b) => a - b)
  })
  return { degrees: all.slice(0, most), looked }
}

test('finds what a look at every place would, and at the busiest stop looks at few of its thousands', () => {
  const piles = new Piles().load(places.map((place): Pile => ({ ...place, rows: [] }))) as Piles // it returns itself
  const all = (from: Place, box: Box) =>
    places.filter((place) => isInside(place, box)).map((place) => degreesBetween(place, from))
  for (let n = 0; n < 200; n += 1) {
    const from = n === 0 ? STOP : placeOf(n)
    const box = boxAround(from, random.pick([300, 2_000, 25_000]))
    const { degrees, looked } = found(piles, from, box, 21)
    const expected = all(from, box).sort((a, b) => a - b)
    expect(degrees).toEqual(expected.slice(0, 21))
    expect(looked).toBeLessThan(200)
  }
  expect(all(STOP, boxAround(STOP, 2_000)).length).toBeGreaterThan(3_000)
})

test('rows that came later are found as if they had been there from the start', () => {
  const rows = places.slice(0, 3_000).map(rowOf)
  const grown = new FeedIndex(rows.slice(0, 1_000))
  grown.replace([], rows.slice(1_000))
  const whole = new FeedIndex(rows)
  for (let n = 0; n < 50; n += 1) {
    const query = { ...placeOf(n), radiusM: 5_000, limit: 20, after: null }
    expect(grown.nearby(query)).toEqual(whole.nearby(query))
  }
})
