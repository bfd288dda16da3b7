import { CATEGORIES, type CategoryCode } from './categories.ts'

// The order in which people see incidents: the most urgent first. The only formula, for lists and for maps; documented
// in docs/decisions/incidents.md and on the rider app's page about the data.

/** How much an incident counts by our confidence in it. */
const CONFIDENCE = { verified: 1, corroborated: 0.9, unverified: 0.45, disputed: 0.2 } as const

/** After this time an incident counts half. One for all categories, so that time alone never changes the order. */
const HALF_LIFE_MS = 2 * 3600 * 1000

/** At this distance an incident has lost half of what distance can cost it, which is half of its score. */
const HALF_DISTANCE_M = 2_000

export type Scored = {
  category: CategoryCode
  corroboration: keyof typeof CONFIDENCE
  lastSeenAt: string
  distanceM?: number
}

/**
 * Severity × confidence × age × distance, each from above 0 to 1: none outweighs the rest, and worse is never higher.
 */
export function incidentScore({ category, corroboration, lastSeenAt, distanceM = 0 }: Scored, nowMs: number): number {
  const severity = CATEGORIES[category].severity / 4
  const age = 0.5 ** (Math.max(0, nowMs - Date.parse(lastSeenAt)) / HALF_LIFE_MS)
  const distance = 0.5 + 0.5 / (1 + distanceM / HALF_DISTANCE_M)
  return severity * CONFIDENCE[corroboration] * age * distance
}

/** The most urgent first; equal ones stay in their order. */
export const sortByScore = <T extends Scored>(incidents: readonly T[], nowMs: number): T[] =>
  incidents.toSorted((a, b) => incidentScore(b, nowMs) - incidentScore(a, nowMs))
