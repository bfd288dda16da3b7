import type { Incident, NearbyIncident } from '@salama/domain/incidents/contract'
import { sortByRank } from '@salama/domain/shared'

/** `distanceM`: from the reader. */
export type Listed = Incident & { distanceM?: number }

/** As people see them: in their order, and how far where the list is around the reader and not the middle of a map. */
export const listedFor = (isMine: boolean, incidents: readonly NearbyIncident[], nowMs: number): Listed[] =>
  sortByRank(incidents, nowMs).map(({ distanceM, ...incident }) => (isMine ? { ...incident, distanceM } : incident))
