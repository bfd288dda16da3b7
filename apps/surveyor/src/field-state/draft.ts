import type { ASKED_FACTS, VEHICLE_CHECKS } from '@salama/domain/shared'
import type { FieldPlace } from '@/outbox/content.ts'

// The form state of a collection entry, as this phone stores it.

export type Check = (typeof VEHICLE_CHECKS)[number]
export type Finding = 'ok' | 'faulty' | 'missing'
/** A sacco or route selected from the list; a sacco without an id is a name as written on the vehicle. */
export type Choice = { id: string | null; name: string }

/** What an assignment can ask for beside the plate. */
export type AskedFact = (typeof ASKED_FACTS)[number]

export type Draft = {
  id: string
  plate: string
  /** The key of an unusual plate that the person has confirmed. */
  confirmedPlate: string | null
  fleetName: string
  sacco: Choice | null
  /** Fields that were carried over from the previous vehicle, so that the form can show it. */
  carried: Carried[]
  /** Typed text in the sacco field that is not yet a selection; the same for routes. */
  typedSacco: string
  routes: Choice[]
  typedRoute: string
  capacity: string
  stickerStatus: 'seen' | 'placed' | 'missing' | null
  stickerCode: string
  checks: Partial<Record<Check, Finding>>
  note: string
  place: FieldPlace | null
  /** What was asked for and cannot be seen or done: an answer, too. */
  notSeen?: AskedFact[]
  /** The claim that it counts for, null for none; undefined: the current one. */
  claim?: number | null
  /** The current one when the draft was begun. */
  begunFor?: number
  /** See `FieldContent`: of an entry that was taken out of the outbox again. */
  retryIds?: string[]
  /** The entry that this one revises, and the fields to fix (none: all). */
  revises: string | null
  fields: string[]
}

/** What the next vehicle at a stage probably shares. Not the capacity: a number never counted would go unnoticed. */
const CARRIED = ['sacco', 'routes'] as const
type Carried = (typeof CARRIED)[number]
export type LastValues = Pick<Draft, Carried>

/** Its id is generated once, so that retries are idempotent. */
export const newDraft = (last: LastValues | null, claim?: number | null): Draft => ({
  ...(claim !== undefined && { claim }),
  id: crypto.randomUUID(),
  plate: '',
  confirmedPlate: null,
  fleetName: '',
  sacco: last?.sacco ?? null,
  typedSacco: '',
  routes: last?.routes ?? [],
  typedRoute: '',
  carried: CARRIED.filter((field) => last !== null && [last[field] ?? []].flat().length > 0),
  capacity: '',
  stickerStatus: null,
  stickerCode: '',
  checks: {},
  note: '',
  place: null,
  revises: null,
  fields: [],
})
