import { CATEGORIES, type CategoryCode } from './categories.ts'

// The order in which people see incidents. The only one, for lists and for maps; documented in docs/decisions/incidents.md
// and on the rider app's page about the data.

/** What others confirmed comes first, what several deny last. */
const CERTAINTY = { verified: 0, corroborated: 0, unverified: 1, disputed: 2 } as const

const HOUR_MS = 3_600_000
/** Within one of these hours neither is newer. What is older than the last is over for most readers. */
const AGES_H = [1, 4, 24]

/** How near a distance is to none: two places closer together than this are about as far. */
const NEAR_M = 1_000

export type Ranked = {
  category: CategoryCode
  corroboration: keyof typeof CERTAINTY
  lastSeenAt: string
  distanceM?: number
}

/**
 * Over a day old, certainty, age, and distance, of which something twice as severe has half: lower is first. Each step of
 * one weighs more than all that follows, because no distance is a thousand kilometres.
 */
function rankOf({ category, corroboration, lastSeenAt, distanceM = 0 }: Ranked, nowMs: number): number {
  const age = AGES_H.filter((hours) => nowMs - Date.parse(lastSeenAt) >= hours * HOUR_MS).length
  const step = (age > 2 ? 100 : 0) + CERTAINTY[corroboration] * 10 + age
  return step * 1e6 + (NEAR_M + distanceM) / CATEGORIES[category].severity
}

/** The first that people should see first; equal ones stay in their order. */
export const sortByRank = <T extends Ranked>(incidents: readonly T[], nowMs: number): T[] =>
  incidents.toSorted((a, b) => rankOf(a, nowMs) - rankOf(b, nowMs))
