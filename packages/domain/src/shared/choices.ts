// The values that forms offer, and the limits of the console's. The contracts use them. No schemas here: a page that
// needs a list should not load a validation library.

export const REVIEW_KINDS = ['report', 'feedback', 'collection_entry', 'dispute'] as const

/** What an admin can decide about an author whom nobody names. */
export const AUTHOR_MEASURES = ['hold', 'limit', 'suspend'] as const

/** The states of an entry of which nothing is decided. */
export const OPEN_STATES = ['pending', 'claimed', 'escalated'] as const

const OUTCOMES = ['approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate'] as const
export const CLOSED_STATES = [...OUTCOMES, 'withdrawn'] as const
export const REVIEW_SORTS = ['due', 'age', 'kind', 'place', 'record'] as const

export const REVIEW_DECISIONS = [...OUTCOMES, 'escalated'] as const

export const REPORT_STATES = [
  'accepted',
  'linked',
  'in_review',
  'needs_info',
  'rejected',
  'duplicate',
  'withdrawn',
] as const

export const INJURIES = ['none', 'some', 'unknown'] as const

/** Who may see a report, from the fewest. */
export const VISIBILITIES = ['private', 'aggregate', 'coarse', 'public'] as const

/** What a surveyor checks in a vehicle; the same list is in supabase/schemas/25_vehicles/fact_problems.sql. */
export const VEHICLE_CHECKS = [
  'tyres',
  'lights',
  'mirrors',
  'doors',
  'windows',
  'seats',
  'seatBelts',
  'fireExtinguisher',
  'firstAidKit',
  'speedGovernor',
  'emergencyExit',
  'routeSign',
] as const

/** What an assignment can ask of each vehicle beside its plate; api.create_assignment has the same list. */
export const ASKED_FACTS = [
  'sacco',
  'routeIds',
  'fleetName',
  'capacity',
  'sticker',
  'checks',
  'note',
  'place',
  'photo',
] as const

/** The largest side of an area, in degrees: about 55 km. */
export const MAX_AREA_DEGREES = 0.5

/** Limits of an assignment; api.create_assignment enforces the same. */
export const MAX_ASSIGNMENT = { title: 120, instructions: 2_000, slots: 50, vehicles: 500, minutes: 720 } as const
export const MIN_MINUTES = 5

/** The size limit of the file in bytes. That of a city with 130 routes has 0.5 million; those of the largest cities 30 million. */
export const MAX_FEED_BYTES = 32 * 1024 * 1024

export const FEED_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The most matching entries of the queue that are counted. */
export const MAX_COUNTED = 500

/** The maximum of entries in one bulk decision, which is one transaction. */
export const MAX_BULK = 300

/** How an admin is told by e-mail. */
export const ALERT_MAILS = ['off', 'at_once', 'digest'] as const
