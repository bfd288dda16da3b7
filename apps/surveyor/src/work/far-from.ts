import { STAGE_RADIUS_M } from '@salama/domain/shared'
import type { Draft } from '@/field-state/draft.ts'
import type { Assignment } from '@/field-state/field-cache.ts'
import { distanceM } from '@/gps.ts'
import { nearestOf } from './assignment-view-model.ts'

/** How far the recorded point is from the place of its assignment, if that is too far. */
export function farFrom({ place }: Draft, assignment: Assignment | null): number | null {
  if (!assignment || !place || 'stopId' in place) return null
  const nearest = nearestOf(assignment, place)
  if (!nearest) return null
  const metres = distanceM(place, nearest) - place.accuracyM
  return metres > STAGE_RADIUS_M ? Math.round(metres) : null
}
