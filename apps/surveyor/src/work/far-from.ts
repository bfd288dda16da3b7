import { STAGE_RADIUS_M } from '@salama/domain/shared'
import type { Draft } from '@/field-state/draft.ts'
import type { Assignment } from '@/field-state/field-cache.ts'
import { distanceM } from '@/gps.ts'
import { nearestOf } from './assignment-view-model.ts'

export type Point = { lat: number; lng: number }

/** How far a point is from the place of its assignment, if that is too far. */
export function tooFarFrom(point: Point & { accuracyM: number }, assignment: Assignment): number | null {
  const nearest = nearestOf(assignment, point)
  if (!nearest) return null
  const metres = distanceM(point, nearest) - point.accuracyM
  return metres > STAGE_RADIUS_M ? Math.round(metres) : null
}

/** The same of what is recorded. */
export const farFrom = ({ place }: Draft, assignment: Assignment | null): number | null =>
  assignment && place && 'lat' in place ? tooFarFrom(place, assignment) : null
