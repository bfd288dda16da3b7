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
 * By these in turn, lower first: over a day old, certainty, age, and distance, of which something twice as severe has
 * half.
 */
function ranksOf({ category, corroboration, lastSeenAt, distanceM = 0 }: Ranked, nowMs: number): number[] {
  const hours = (nowMs - Date.parse(lastSeenAt)) / HOUR_MS
  const age = AGES_H.filter((limit) => hours >= limit).length
  const distance = (NEAR_M + distanceM) / CATEGORIES[category].severity
  return [age === AGES_H.length ? 1 : 0, CERTAINTY[corroboration], age, distance]
}

/** The first that people should see first; equal ones stay in their order. */
export function sortByRank<T extends Ranked>(incidents: readonly T[], nowMs: number): T[] {
  const ranked = incidents.map((incident) => ({ incident, ranks: ranksOf(incident, nowMs) }))
  ranked.sort((a, b) => a.ranks.map((rank, at) => rank - (b.ranks[at] ?? 0)).find((apart) => apart !== 0) ?? 0)
  return ranked.map(({ incident }) => incident)
}
