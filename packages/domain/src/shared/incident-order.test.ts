import { expect, test } from 'vitest'
import { type Ranked, sortByRank } from './incident-order.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
const crash: Ranked = { category: 'crash', corroboration: 'corroborated', lastSeenAt: hoursAgo(0), distanceM: 500 }

/** Expects this order from any other. */
function expectOrder(...wanted: Ranked[]): void {
  for (let turn = 0; turn < wanted.length; turn++) {
    const turned = [...wanted.slice(turn), ...wanted.slice(0, turn)]
    expect(sortByRank(turned, NOW)).toEqual(wanted)
    expect(sortByRank(turned.toReversed(), NOW)).toEqual(wanted)
  }
}

test('a confirmed incident of three hours ago is above five of one rider each, however new and near', () => {
  const confirmed: Ranked = { ...crash, category: 'breakdown', lastSeenAt: hoursAgo(3), distanceM: 5_000 }
  const five = [0, 1, 2, 3, 4].map((n): Ranked => ({ ...crash, corroboration: 'unverified', distanceM: n * 100 }))
  expectOrder(confirmed, ...five)
})

test('orders by certainty, then by age, then by distance', () => {
  expectOrder(
    crash,
    { ...crash, corroboration: 'verified', distanceM: 900 },
    { ...crash, lastSeenAt: hoursAgo(2), distanceM: 0 },
    { ...crash, lastSeenAt: hoursAgo(5), distanceM: 0 },
    { ...crash, corroboration: 'unverified', distanceM: 0 },
    { ...crash, corroboration: 'disputed', distanceM: 0 },
  )
})

test('what is over a day old comes last, confirmed or not', () => {
  expectOrder(
    { ...crash, corroboration: 'disputed', lastSeenAt: hoursAgo(20) },
    { ...crash, category: 'theft', lastSeenAt: hoursAgo(7 * 24) },
    { ...crash, category: 'theft', corroboration: 'unverified', lastSeenAt: hoursAgo(7 * 24) },
  )
})

test('of the same certainty and age, the worse one may be farther', () => {
  const dispute: Ranked = { ...crash, category: 'fare_dispute', distanceM: 0 }
  expectOrder({ ...crash, distanceM: 2_900 }, dispute, { ...crash, distanceM: 3_100 })
})

test('equal ones keep their order; a time in the future, from a clock that is off, is now', () => {
  const twins = ['a', 'b', 'c'].map((id) => ({ ...crash, id }))
  expect(sortByRank(twins, NOW).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  const early: Ranked = { ...crash, lastSeenAt: hoursAgo(-1) }
  expect(sortByRank([crash, early], NOW)).toEqual([crash, early])
})
