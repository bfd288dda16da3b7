import type { Incident, NearbyIncident } from '@salama/domain/incidents/contract'
import { sortByRank } from '@salama/domain/shared'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

type Place = { lat: number; lng: number }
type Area = Place & { radiusM: number }
/** `distanceM`: from the reader, where the phone knows that place. */
export type Listed = Incident & { distanceM?: number }

/** How far the middle may move, as a part of the radius, until another list is wanted. */
const MOVED = 0.25

const apartM = (a: Place, b: Place) =>
  Math.hypot(a.lat - b.lat, (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180)) * METRES_PER_DEGREE

/** Whether what the map shows is no longer what the list is of: it was moved, or shows much more or much less. */
export const isElsewhere = (shown: Area, listed: Area) =>
  apartM(shown, listed) > Math.min(shown.radiusM, listed.radiusM) * MOVED ||
  shown.radiusM > listed.radiusM * 2 ||
  shown.radiusM < listed.radiusM / 2

/** As people see them: in their order, and how far from the reader, which the middle of the list is not. */
export const listedFor = (mine: Place | null, incidents: readonly NearbyIncident[], nowMs: number): Listed[] =>
  sortByRank(incidents, nowMs).map(({ distanceM, ...incident }) =>
    mine ? { ...incident, distanceM: apartM(mine, incident.place) } : incident,
  )
