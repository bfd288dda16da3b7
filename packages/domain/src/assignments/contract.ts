import { z } from 'zod'
import { ASKED_FACTS } from '../shared/choices.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forSurveyors, operation } from '../shared/operation.ts'
import {
  bothOrNeither,
  CorridorRef,
  Instant,
  Latitude,
  Longitude,
  optionalPlace,
  orNull,
  Page,
  PageQuery,
  RouteRef,
} from '../shared/shapes.ts'
import { FieldPlace } from '../surveyor/contract.ts'

export const AssignmentKind = z.enum(['stage_count', 'vehicle_survey']).meta({
  id: 'AssignmentKind',
  description: '`stage_count`: counting all vehicles at a stop. `vehicle_survey`: recording individual vehicles.',
})

export const BlockedReason = z
  .enum(['not_found', 'unsafe', 'already_done', 'too_hard'])
  .meta({ id: 'BlockedReason', description: 'The reason why the work cannot be done.' })

export const SlotState = z
  .enum(['open', 'claimed', 'submitted', 'approved', 'changes_requested', 'blocked'])
  .meta({ id: 'SlotState', description: 'A released, expired or rejected slot is open again immediately.' })

export const FieldArea = z
  .strictObject({ south: Latitude, west: Longitude, north: Latitude, east: Longitude })
  .meta({ id: 'FieldArea', description: 'A bounding box in degrees.' })

export const Quota = z
  .object({
    vehicles: z.int().nullable().describe('Number of vehicles to record; null for no target.'),
    minutes: z.int().nullable().describe('Minutes to count, for a stop count; null for no target.'),
    facts: z
      .array(z.enum(ASKED_FACTS))
      .describe('Facts to record for each vehicle besides its plate; empty for all that are known.'),
  })
  .meta({ id: 'Quota', description: 'The target of each slot.' })

/** The fields of an assignment that every surveyor and admin sees. */
export const Assignment = z.object({
  id: z.uuid(),
  kind: AssignmentKind,
  title: z.string().describe('In the first language of the city.'),
  instructions: z.string(),
  titleSw: z.string().nullable().describe('In the second language of the city, if available.'),
  instructionsSw: z.string().nullable(),
  place: orNull(FieldPlace),
  area: orNull(FieldArea),
  placeName: z.string().nullable().describe('The name of the stop.'),
  corridor: orNull(CorridorRef),
  route: orNull(RouteRef),
  dueAt: Instant.nullable().describe('Slots cannot be claimed after this time; claimed slots can still be submitted.'),
  quota: Quota,
})

/** supabase/schemas/80_surveyor/quota.sql has the rule. */
export const QuotaTally = z
  .object({ counted: z.int(), repeated: z.int(), far: z.int(), rejected: z.int(), incomplete: z.int() })
  .meta({ id: 'QuotaTally', description: 'How many of the vehicles count for the quota, and why the others do not.' })

/** A slot as its holder sees it. */
export const Claim = z
  .object({
    assignmentId: z.uuid(),
    slotId: z.uuid(),
    token: z.int().describe('Identifies the claim; sent with its entries. A later claim has a larger token.'),
    state: SlotState,
    claimedAt: Instant,
    heldUntil: Instant.describe('When the lease ends; for a returned slot, when its reservation ends.'),
    renewableUntil: Instant.describe('Touching the session renews the lease until this time at most.'),
    offline: z.boolean(),
    sessionId: z.uuid().nullable(),
    assignedByAdmin: z.boolean().describe('True if an admin assigned the slot.'),
    entries: z.int().describe('Number of vehicles recorded under it.'),
    tally: QuotaTally,
    counts: z
      .array(z.object({ id: z.uuid(), startedAt: Instant, minutes: z.int(), vehicles: z.int() }))
      .describe('Its stop counts.'),
  })
  .meta({ id: 'Claim', description: 'The caller’s claim on a slot.' })

export const SurveyorAssignment = Assignment.extend({
  distanceM: z.number().nullable(),
  closedAt: Instant.nullable().describe(
    'Slots cannot be claimed after this time; claimed slots can still be submitted.',
  ),
  slotCount: z.int(),
  openSlots: z.int(),
  others: z.int().describe('How many other surveyors hold a slot of it now.'),
  mine: z.array(Claim),
}).meta({
  id: 'SurveyorAssignment',
  description: 'An assignment as surveyors see it, without other holders of slots.',
})

export const exampleAssignment = {
  id: '5a2b8c1d-3e4f-4a5b-9c6d-7e8f9a0b1c2d',
  kind: 'stage_count',
  title: `Morning peak at ${EXAMPLE.stop}`,
  instructions: 'Every vehicle that leaves between 7 and 9.',
  titleSw: EXAMPLE.stop,
  instructionsSw: '7:00–9:00',
  area: null,
  place: { ...EXAMPLE.place, accuracyM: 250, stopId: '00000000-0000-5000-8000-0000000000a2' },
  placeName: EXAMPLE.stop,
  corridor: null,
  route: null,
  dueAt: '2026-11-27T06:00:00Z',
  quota: { vehicles: null, minutes: 120, facts: [] },
} as const

export const exampleClaim = {
  assignmentId: exampleAssignment.id,
  slotId: '6b3c9d2e-4f5a-4b6c-8d7e-8f9a0b1c2d3e',
  token: 412,
  state: 'claimed',
  claimedAt: '2026-11-20T06:52:04Z',
  heldUntil: '2026-11-20T08:52:04Z',
  renewableUntil: '2026-11-20T18:52:04Z',
  offline: false,
  sessionId: null,
  assignedByAdmin: false,
  entries: 0,
  tally: { counted: 0, repeated: 0, far: 0, rejected: 0, incomplete: 0 },
  counts: [],
} as const

export const listSurveyorAssignments = operation({
  ...forSurveyors,
  name: 'listSurveyorAssignments',
  method: 'get',
  path: '/api/v1/surveyor/assignments',
  summary: 'List assignments',
  description:
    'Returns assignments with their slots, nearest first with `lat` and `lng`, otherwise by due time. `mine` contains your own claims with their leases; other holders are not included.',
  query: PageQuery.extend({
    state: z
      .enum(['open', 'mine', 'all'])
      .default('open')
      .describe('`open`: a slot is available. `mine`: you hold, submitted or got back a slot.'),
    ...optionalPlace(),
  }).refine(...bothOrNeither),
  reply: z.object({ data: z.array(SurveyorAssignment), page: Page }),
  examples: {
    query: { state: 'open', ...EXAMPLE.place },
    reply: {
      data: [
        {
          ...exampleAssignment,
          distanceM: 322,
          closedAt: null,
          slotCount: 3,
          openSlots: 2,
          others: 1,
          mine: [exampleClaim],
        },
      ],
      page: { nextCursor: null },
    },
  },
})
