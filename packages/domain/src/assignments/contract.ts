import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import {
  bothOrNeither,
  byId,
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
  description: '`stage_count`: every vehicle at a stage. `vehicle_survey`: vehicles one by one.',
})

export const BlockedReason = z
  .enum(['not_found', 'unsafe', 'already_done', 'too_hard'])
  .meta({ id: 'BlockedReason', description: 'Why nobody can do it.' })

export const SlotState = z
  .enum(['open', 'claimed', 'submitted', 'approved', 'changes_requested', 'blocked'])
  .meta({ id: 'SlotState', description: 'A released, expired or rejected slot is open again at once.' })

/** The largest side of an area, in degrees: about 55 km. */
export const MAX_AREA_DEGREES = 0.5

export const FieldArea = z
  .strictObject({ south: Latitude, west: Longitude, north: Latitude, east: Longitude })
  .meta({ id: 'FieldArea', description: 'A part of the map between two parallels and two meridians.' })

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

export const Quota = z
  .object({
    vehicles: z.int().nullable().meta({ description: 'How many vehicles to record; null: no number.' }),
    minutes: z.int().nullable().meta({ description: 'How long to count, of a stage count; null: no number.' }),
    facts: z
      .array(z.enum(ASKED_FACTS))
      .meta({ description: 'What is asked of each vehicle beside its plate; empty: whatever is known.' }),
  })
  .meta({ id: 'Quota', description: 'What each slot of an assignment is asked for.' })

/** The fields of an assignment that every surveyor and admin sees. */
export const Assignment = z.object({
  id: z.uuid(),
  kind: AssignmentKind,
  title: z.string().meta({ description: 'In English.' }),
  instructions: z.string(),
  titleSw: z.string().nullable().meta({ description: 'In Swahili, where somebody wrote it.' }),
  instructionsSw: z.string().nullable(),
  place: orNull(FieldPlace),
  area: orNull(FieldArea),
  placeName: z.string().nullable().meta({ description: 'Of the stop.' }),
  corridor: orNull(CorridorRef),
  route: orNull(RouteRef),
  dueAt: Instant.nullable().meta({ description: 'No slot is given out after this; what is held can be handed in.' }),
  quota: Quota,
})

/** A slot as its holder sees it. */
export const Claim = z
  .object({
    assignmentId: z.uuid(),
    slotId: z.uuid(),
    token: z.int().meta({ description: 'Of this claim. Sent with its entries; a later claim has a larger one.' }),
    state: SlotState,
    claimedAt: Instant,
    heldUntil: Instant.meta({ description: 'The end of the lease; of a returned slot, of its reservation.' }),
    renewableUntil: Instant.meta({ description: 'Touching the session renews the lease up to here.' }),
    offline: z.boolean(),
    sessionId: z.uuid().nullable(),
    entries: z.int().meta({ description: 'How many vehicles were recorded under it.' }),
    counts: z
      .array(z.object({ id: z.uuid(), startedAt: Instant, minutes: z.int(), vehicles: z.int() }))
      .meta({ description: 'Its stage counts.' }),
  })
  .meta({ id: 'Claim', description: 'The caller’s hold on a slot, for as long as the lease lasts.' })

export const SurveyorAssignment = Assignment.extend({
  distanceM: z.number().nullable(),
  slotCount: z.int(),
  openSlots: z.int(),
  mine: z.array(Claim),
}).meta({
  id: 'SurveyorAssignment',
  description: 'A piece of field work as surveyors see it: never who else holds a slot.',
})

export const exampleAssignment = {
  id: '5a2b8c1d-3e4f-4a5b-9c6d-7e8f9a0b1c2d',
  kind: 'stage_count',
  title: 'Morning peak at Odeon',
  instructions: 'Every minibus that leaves between 7 and 9.',
  titleSw: 'Kilele cha asubuhi Odeon',
  instructionsSw: 'Kila matatu inayoondoka kati ya saa moja na saa tatu.',
  area: null,
  place: { lat: -1.2828, lng: 36.825, accuracyM: 250, stopId: '00000000-0000-5000-8000-0000000000a2' },
  placeName: 'Odeon',
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
  entries: 0,
  counts: [],
} as const
const forSurveyors = { tag: 'Surveyor', access: { role: 'surveyor' }, cache: 'no-store' } as const

export const listSurveyorAssignments = operation({
  ...forSurveyors,
  name: 'listSurveyorAssignments',
  method: 'get',
  path: '/api/v1/surveyor/assignments',
  rpc: 'list_surveyor_assignments',
  summary: 'Field work to do',
  description:
    'Assignments with their slots: with `lat` and `lng` the nearest first, else the first due. `mine` holds your own claims with their leases; who else holds a slot is not told.',
  query: PageQuery.extend({
    state: z.enum(['open', 'mine', 'all']).default('open').meta({
      description: '`open`: a slot is free. `mine`: you hold a slot, handed one in, or were given one back.',
    }),
    ...optionalPlace(),
  }).refine(...bothOrNeither),
  reply: z.object({ data: z.array(SurveyorAssignment), page: Page }),
  errors: [],
  examples: {
    query: { state: 'open', lat: -1.2812, lng: 36.8226 },
    reply: {
      data: [{ ...exampleAssignment, distanceM: 322, slotCount: 3, openSlots: 2, mine: [exampleClaim] }],
      page: { nextCursor: null },
    },
  },
})

const ClaimBody = z
  .strictObject({
    sessionId: z.uuid().optional().meta({ description: 'Your open session, if you have one.' }),
    offline: z.boolean().default(false).meta({ description: 'Take the 12 hours at once, to work without signal.' }),
  })
  .meta({ id: 'ClaimBody', description: 'How a slot is claimed.' })

/** The surveyor app's own routes have the assignment in the body, where the API has it in the path. */
const ofAssignment = { assignmentId: z.uuid() }
const withId = <Body extends { assignmentId: string }>({ assignmentId, ...body }: Body) => ({
  ...body,
  id: assignmentId,
})

const claim = {
  ...forSurveyors,
  method: 'post',
  rpc: 'claim_assignment_slot',
  summary: 'Claim a slot',
  description:
    'Takes a free slot for two hours; touching your session renews it, for 12 hours in all. One slot at a time (409 `claim_limit`). Claiming again where you hold a slot answers with that one, and makes its lease an offline one if you ask for it. If somebody else was faster, 409 `slot_taken`. Needs the course "Surveyor basics": else 403 `not_eligible` with `course`.',
  reply: Claim.extend({
    repeated: z.boolean().meta({ description: 'You held it already.' }),
  }).meta({ id: 'ClaimAnswer', description: 'The claim as it is after the step.' }),
  errors: ['not_eligible', 'not_found', 'session_required', 'claim_limit', 'slot_taken'],
} as const

export const claimAssignmentSlot = operation({
  ...claim,
  name: 'claimAssignmentSlot',
  path: '/api/v1/surveyor/assignments/{id}/claim',
  params: byId('assignment'),
  body: ClaimBody,
  examples: {
    params: { id: exampleAssignment.id },
    body: { offline: false },
    reply: { ...exampleClaim, repeated: false },
  },
})

/** The field app's own route: the same, with the assignment in the body. */
export const claimSlotInApp = operation({
  ...claim,
  name: 'claimSlotInApp',
  path: '/api/assignments/claim',
  body: ClaimBody.extend(ofAssignment).transform(withId),
  examples: { body: { assignmentId: exampleAssignment.id }, reply: { ...exampleClaim, repeated: false } },
})

const ReleaseBody = z
  .strictObject({ token: z.int().min(1).meta({ description: 'Of the claim.' }), blocked: BlockedReason.optional() })
  .meta({ id: 'ReleaseBody', description: 'A slot to give back, and why if nobody could do it now.' })

const release = {
  ...forSurveyors,
  method: 'post',
  rpc: 'release_assignment_slot',
  summary: 'Give a slot back',
  description:
    'Gives back the slot that you claimed under the token, for others to claim; with `blocked` it says why nobody can do it, and the slot is not given out again. The same again answers with what is stored.',
  reply: z
    .object({
      assignmentId: z.uuid(),
      slotId: z.uuid(),
      token: z.int(),
      state: z.enum(['released', 'blocked']),
      reason: orNull(BlockedReason),
      repeated: z.boolean(),
    })
    .meta({ id: 'Release', description: 'The slot after it was given back.' }),
  errors: ['not_found', 'invalid_transition'],
} as const
const exampleRelease = { token: 412, blocked: 'unsafe' } as const
const exampleReleased = {
  assignmentId: exampleAssignment.id,
  slotId: exampleClaim.slotId,
  token: 412,
  state: 'blocked',
  reason: 'unsafe',
  repeated: false,
} as const

export const releaseAssignmentSlot = operation({
  ...release,
  name: 'releaseAssignmentSlot',
  path: '/api/v1/surveyor/assignments/{id}/release',
  params: byId('assignment'),
  body: ReleaseBody,
  examples: { params: { id: exampleAssignment.id }, body: exampleRelease, reply: exampleReleased },
})

/** The field app's own route: the same, with the assignment in the body. */
export const releaseSlotInApp = operation({
  ...release,
  name: 'releaseSlotInApp',
  path: '/api/assignments/release',
  body: ReleaseBody.extend(ofAssignment).transform(withId),
  examples: { body: { ...exampleRelease, assignmentId: exampleAssignment.id }, reply: exampleReleased },
})

const SubmitSlotBody = z
  .strictObject({ token: z.int().min(1).meta({ description: 'Of the claim.' }) })
  .meta({ id: 'SubmitSlotBody', description: 'A slot to hand in.' })

const submit = {
  ...forSurveyors,
  method: 'post',
  rpc: 'submit_assignment_slot',
  summary: 'Hand a slot in',
  description:
    'You are finished with the slot that you claimed under the token: what you recorded under it is all of it, and you are free for another. Send it after the entries and stage counts. With none yet 409 `nothing_recorded`. Also after the lease has run out, as long as nobody else has the slot. The end of a lease hands in by itself what was recorded. The same again answers with what is stored.',
  reply: z
    .object({
      assignmentId: z.uuid(),
      slotId: z.uuid(),
      token: z.int(),
      state: z.literal('submitted'),
      entries: z.int().meta({ description: 'How many vehicles were recorded under the claim.' }),
      counts: z.int().meta({ description: 'How many stage counts there are under it.' }),
      repeated: z.boolean(),
    })
    .meta({ id: 'SlotSubmission', description: 'The slot after it was handed in.' }),
  errors: ['not_found', 'nothing_recorded', 'invalid_transition'],
} as const
const exampleSubmission = {
  assignmentId: exampleAssignment.id,
  slotId: exampleClaim.slotId,
  token: 412,
  state: 'submitted',
  entries: 12,
  counts: 0,
  repeated: false,
} as const

export const submitAssignmentSlot = operation({
  ...submit,
  name: 'submitAssignmentSlot',
  path: '/api/v1/surveyor/assignments/{id}/submit',
  params: byId('assignment'),
  body: SubmitSlotBody,
  examples: { params: { id: exampleAssignment.id }, body: { token: 412 }, reply: exampleSubmission },
})

/** The field app's own route: the same, with the assignment in the body. */
export const submitSlotInApp = operation({
  ...submit,
  name: 'submitSlotInApp',
  path: '/api/assignments/submit',
  body: SubmitSlotBody.extend(ofAssignment).transform(withId),
  examples: { body: { token: 412, assignmentId: exampleAssignment.id }, reply: exampleSubmission },
})
