import type { VEHICLE_CHECKS } from '@salama/domain/collection-entries/contract'
import type { FieldPlace } from '@/outbox/content.ts'

// The form state of a collection entry, as this phone stores it.

export type Check = (typeof VEHICLE_CHECKS)[number]
export type Finding = 'ok' | 'faulty' | 'missing'
/** A group or route that was chosen from the list; a group without an id is the name that is written on the vehicle. */
export type Choice = { id: string | null; name: string }

export type Draft = {
  id: string
  plate: string
  /** The plate of an unusual form that the person has confirmed, as its key. */
  confirmedPlate: string | null
  fleetName: string
  sacco: Choice | null
  /** What still stands as it was for the vehicle before, so that the form can say so. */
  carried: Carried[]
  /** What stands in the box of the group and has not been chosen yet; likewise for the routes. */
  typedSacco: string
  routes: Choice[]
  typedRoute: string
  capacity: string
  stickerStatus: 'seen' | 'placed' | 'missing' | null
  stickerCode: string
  checks: Partial<Record<Check, Finding>>
  note: string
  place: FieldPlace | null
  /** The returned entry that this one puts right, and the fields that it is about (none: all). */
  revises: string | null
  fields: string[]
}

/**
 * What the next vehicle at the same stage is likely to have in common with the last one. Not the seats: nobody would see
 * that a number was never counted.
 */
export const CARRIED = ['sacco', 'routes'] as const
type Carried = (typeof CARRIED)[number]
export type LastValues = Pick<Draft, Carried>
