import { expect, test } from 'vitest'
import { CATEGORIES, CATEGORY_CODES } from './categories.ts'
import { incidentScore, type Scored, sortByScore } from './incident-score.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

const CONFIDENCE = ['verified', 'corroborated', 'unverified', 'disputed'] as const
const AGES = [0, 0.1, 0.5, 1, 2, 4, 12, 48].map(hoursAgo)
const DISTANCES = [0, 50, 400, 2_000, 10_000, 25_000]

const ALL: Scored[] = CATEGORY_CODES.flatMap((category) =>
  CONFIDENCE.flatMap((corroboration) =>
    AGES.flatMap((lastSeenAt) => DISTANCES.map((distanceM) => ({ category, corroboration, lastSeenAt, distanceM }))),
  ),
)
const score = (incident: Scored) => incidentScore(incident, NOW)

/** Expects each step of one factor, from best to worst, to lower the score of every incident. */
function expectFalling<K extends keyof Scored>(factor: K, steps: readonly Scored[K][]): void {
  for (const incident of ALL) {
    const scores = steps.map((step) => score({ ...incident, [factor]: step }))
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(steps.length)
  }
}

test('falls with lower confidence, with age and with distance, whatever the rest', () => {
  expectFalling('corroboration', CONFIDENCE)
  expectFalling('lastSeenAt', AGES)
  expectFalling('distanceM', DISTANCES)
})

test('falls with lower severity and is equal for equal severity', () => {
  const codes = CATEGORY_CODES.toSorted((a, b) => CATEGORIES[b].severity - CATEGORIES[a].severity)
  for (const incident of ALL)
    for (const [index, category] of codes.entries()) {
      const next = codes[index + 1]
      if (!next) continue
      const [a, b] = [score({ ...incident, category }), score({ ...incident, category: next })]
      if (CATEGORIES[category].severity === CATEGORIES[next].severity) expect(a).toBe(b)
      else expect(a).toBeGreaterThan(b)
    }
})

test('ranks a confirmed road block now above an unconfirmed theft of four hours ago at any distance', () => {
  for (const far of DISTANCES)
    for (const near of DISTANCES) {
      const theft = {
        category: 'theft',
        corroboration: 'unverified',
        lastSeenAt: hoursAgo(4),
        distanceM: near,
      } as const
      const block = {
        category: 'road_block',
        corroboration: 'corroborated',
        lastSeenAt: hoursAgo(0),
        distanceM: far,
      } as const
      expect(sortByScore([theft, block], NOW)).toEqual([block, theft])
    }
})

test('keeps the order as time passes, and the given order of equal ones', () => {
  const later = NOW + 3 * 3_600_000
  const ids = (nowMs: number) =>
    sortByScore(
      ALL.map((incident, id) => ({ ...incident, id })),
      nowMs,
    ).map((incident) => incidentScore(incident, NOW).toPrecision(9))
  expect(ids(later)).toEqual(ids(NOW))
  const twins = ['a', 'b', 'c'].map(
    (id) => ({ id, category: 'crash', corroboration: 'verified', lastSeenAt: hoursAgo(1) }) as const,
  )
  expect(sortByScore(twins, NOW).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('counts a time in the future, from a clock that is off, as now', () => {
  const now: Scored = { category: 'crash', corroboration: 'verified', lastSeenAt: hoursAgo(0) }
  expect(score({ ...now, lastSeenAt: hoursAgo(-1) })).toBe(score(now))
})
