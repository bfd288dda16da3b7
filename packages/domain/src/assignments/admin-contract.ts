import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { ASKED_FACTS, MAX_AREA_DEGREES, MAX_ASSIGNMENT, MIN_MINUTES } from '../shared/choices.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import {
  byId,
  Instant,
  Latitude,
  Longitude,
  orNull,
  Page,
  PageQuery,
  queryNumber,
  Reason,
  RequestInstant,
  Text,
} from '../shared/shapes.ts'
import {
  Assignment,
  AssignmentKind,
  exampleAssignment,
  exampleClaim,
  FieldArea,
  QuotaTally,
  SlotState,
} from './contract.ts'

export const AdminAssignment = Assignment.extend({
  createdAt: Instant,
  closedAt: Instant.nullable().describe(
    'Slots cannot be claimed after this time; claimed slots can still be submitted.',
  ),
  closeReason: z.string().nullable(),
  slots: z.array(
    z.object({
      id: z.uuid(),
      n: z.int(),
      state: SlotState,
      reason: z.string().nullable(),
      holderId: z.uuid().nullable(),
      holder: orNull(PersonRef),
      entries: z.int().describe('Number of collection entries received under this claim.'),
      tally: QuotaTally,
      countedMinutes: z.int().describe('Duration of its stop counts, without pauses.'),
      heldUntil: Instant.nullable(),
      blocks: z
        .array(z.object({ at: Instant, reason: z.string().nullable(), note: z.string().nullable() }))
        .describe('When surveyors reported it as impossible, with reasons and notes; newest first.'),
    }),
  ),
}).meta({ id: 'AdminAssignment', description: 'An assignment with all its slots, as admins see it.' })

export const AssignmentBody = z
  .strictObject({
    kind: AssignmentKind,
    title: Text.trim().min(1).max(MAX_ASSIGNMENT.title),
    instructions: Text.trim().max(MAX_ASSIGNMENT.instructions).default(''),
    titleSw: Text.trim().max(MAX_ASSIGNMENT.title).optional().describe('In the second language of the city.'),
    instructionsSw: Text.trim().max(MAX_ASSIGNMENT.instructions).optional(),
    place: z
      .union([z.strictObject({ lat: Latitude, lng: Longitude }), z.strictObject({ stopId: z.uuid() })])
      .optional(),
    area: FieldArea.refine(({ south, north }) => south < north && north - south <= MAX_AREA_DEGREES, {
      path: ['north'],
      error: 'Must be north of south, at most half a degree apart.',
    })
      .refine(({ west, east }) => west < east && east - west <= MAX_AREA_DEGREES, {
        path: ['east'],
        error: 'Must be east of west, at most half a degree apart.',
      })
      .optional()
      .describe('North of south and east of west, at most half a degree apart.'),
    corridorId: z.uuid().optional(),
    routeId: z.uuid().optional(),
    dueAt: RequestInstant.optional().describe('In the future, within a year.'),
    slotCount: z.int().min(1).max(MAX_ASSIGNMENT.slots).default(1).describe('Number of slots.'),
    quota: z
      .strictObject({
        vehicles: z.int().min(1).max(MAX_ASSIGNMENT.vehicles).optional(),
        minutes: z.int().min(MIN_MINUTES).max(MAX_ASSIGNMENT.minutes).optional().describe('Only for a `stage_count`.'),
        facts: z.array(z.enum(ASKED_FACTS)).max(ASKED_FACTS.length).optional(),
      })
      .optional()
      .describe('The target of each slot. Defaults to no target and all facts that are known.'),
  })
  .refine(({ kind, quota }) => kind === 'stage_count' || quota?.minutes === undefined, {
    path: ['quota', 'minutes'],
    error: 'Minutes are allowed only for a stop count.',
  })
  .refine(({ place, area, corridorId, routeId }) => place ?? area ?? corridorId ?? routeId, {
    path: ['place'],
    error: 'Send a place, an area, a corridor or a route.',
  })
  .meta({
    id: 'AssignmentBody',
    description: 'An assignment to create, with at least one of `place`, `area`, `corridorId` and `routeId`.',
  })

export const exampleForAdmin = {
  ...exampleAssignment,
  createdAt: '2026-11-20T05:00:00Z',
  closedAt: null,
  closeReason: null,
  slots: [
    {
      id: exampleClaim.slotId,
      n: 1,
      state: 'open',
      reason: null,
      holderId: null,
      holder: null,
      entries: 0,
      tally: { counted: 0, repeated: 0, far: 0, rejected: 0, incomplete: 0 },
      countedMinutes: 0,
      heldUntil: null,
      blocks: [{ at: '2026-11-20T07:10:00Z', reason: 'unsafe', note: 'A group asks for money at the entrance.' }],
    },
  ],
}

export const listAssignments = operation({
  ...forAdmins,
  name: 'listAssignments',
  method: 'get',
  path: '/api/v1/admin/assignments',
  summary: 'List assignments for admins',
  description: 'Returns assignments, newest first, with the state and holder of each slot.',
  query: PageQuery.extend({
    state: z
      .enum(['open', 'closed', 'all'])
      .default('all')
      .describe('`open`: slots can be claimed. `closed`: closed by an admin or past its due time.'),
  }),
  reply: z.object({ data: z.array(AdminAssignment), page: Page }),
  examples: { query: { state: 'all' }, reply: { data: [exampleForAdmin], page: { nextCursor: null } } },
})

export const getAssignment = operation({
  ...forAdmins,
  name: 'getAssignment',
  method: 'get',
  path: '/api/v1/admin/assignments/{id}',
  summary: 'Get an assignment',
  description: 'Returns an assignment with the state, holder and progress of each slot.',
  params: byId('assignment'),
  reply: AdminAssignment,
  errors: ['not_found'],
  examples: { params: { id: exampleAssignment.id }, reply: exampleForAdmin },
})

export const closeAssignment = operation({
  ...forAdmins,
  name: 'closeAssignment',
  method: 'post',
  path: '/api/v1/admin/assignments/{id}/close',
  summary: 'Close an assignment',
  description:
    'Slots can no longer be claimed. Claimed slots can still be submitted. A closed assignment cannot be reopened. Repeating the request changes nothing.',
  params: byId('assignment'),
  body: z
    .strictObject({ reason: Reason.describe('The reason, stored in the audit log.') })
    .meta({ id: 'CloseBody', description: 'The reason for closing the assignment.' }),
  reply: AdminAssignment,
  errors: ['not_found'],
  examples: {
    params: { id: exampleAssignment.id },
    body: { reason: 'The stop has moved.' },
    reply: { ...exampleForAdmin, closedAt: '2026-11-21T05:00:00Z', closeReason: 'The stop has moved.' },
  },
})

export const createAssignment = operation({
  ...forAdmins,
  name: 'createAssignment',
  method: 'post',
  path: '/api/v1/admin/assignments',
  spread: ['area', 'place', 'quota'],
  summary: 'Create an assignment',
  description:
    'Creates an assignment with a number of slots, at a place, along a corridor or on a route. A repeat with the same `Idempotency-Key` within 24 hours returns the first response; with a different body it is refused.',
  body: AssignmentBody,
  acceptsIdempotencyKey: true,
  reply: AdminAssignment,
  status: 201,
  errors: ['idempotency_key_reused', 'outside_service_area', 'unknown_stop'],
  examples: {
    body: {
      kind: 'stage_count',
      title: `Morning peak at ${EXAMPLE.stop}`,
      instructions: 'Every vehicle that leaves between 7 and 9.',
      titleSw: EXAMPLE.stop,
      instructionsSw: '7:00–9:00',
      place: { stopId: '00000000-0000-5000-8000-0000000000a2' },
      dueAt: '2026-11-27T06:00:00Z',
      slotCount: 1,
      quota: { minutes: 120 },
    },
    reply: exampleForAdmin,
  },
})

const WhyBody = Reason.describe('The reason, stored in the audit log.')

export const editAssignment = operation({
  ...forAdmins,
  name: 'editAssignment',
  method: 'put',
  path: '/api/v1/admin/assignments/{id}',
  summary: 'Edit an assignment',
  description:
    'Changes its texts, due time and number of slots; slots can only be added. With a later due time, slots can be claimed again. A closed assignment returns 409 `invalid_transition`.',
  params: byId('assignment'),
  body: z
    .strictObject({
      title: Text.trim().min(1).max(MAX_ASSIGNMENT.title),
      instructions: Text.trim().max(MAX_ASSIGNMENT.instructions).default(''),
      titleSw: Text.trim().max(MAX_ASSIGNMENT.title).optional(),
      instructionsSw: Text.trim().max(MAX_ASSIGNMENT.instructions).optional(),
      dueAt: RequestInstant.optional().describe('In the future, within a year; defaults to no due time.'),
      slotCount: z.int().min(1).max(MAX_ASSIGNMENT.slots),
      reason: WhyBody,
    })
    .meta({ id: 'EditAssignmentBody' }),
  reply: AdminAssignment,
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleAssignment.id },
    body: { title: `Morning peak at ${EXAMPLE.stop}`, slotCount: 3, reason: 'The rain made us lose a day.' },
    reply: exampleForAdmin,
  },
})

export const slotParams = byId('assignment').extend({
  n: queryNumber(z.int().min(1).max(50)).describe('The number of the slot.'),
})

export const freeAssignmentSlot = operation({
  ...forAdmins,
  name: 'freeAssignmentSlot',
  method: 'post',
  path: '/api/v1/admin/assignments/{id}/slots/{n}/free',
  summary: 'Free a slot',
  description:
    'Makes a blocked or claimed slot available again. Recorded entries are kept. A submitted slot is decided in review and returns 409 `invalid_transition`.',
  params: slotParams,
  body: z.strictObject({ reason: WhyBody }).meta({ id: 'FreeSlotBody' }),
  reply: AdminAssignment,
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleAssignment.id, n: 1 },
    body: { reason: 'The stop is safe again.' },
    reply: exampleForAdmin,
  },
})

export const assignAssignmentSlot = operation({
  ...forAdmins,
  name: 'assignAssignmentSlot',
  method: 'post',
  path: '/api/v1/admin/assignments/{id}/slots/{n}/assign',
  summary: 'Assign a slot to a surveyor',
  description:
    'The surveyor holds the slot for 12 hours, as for offline work, and is notified. The previous holder loses it; recorded entries are kept. `holderId` must be the current holder, otherwise 409 `slot_taken`. A user who is not a surveyor or is suspended returns 422 at `surveyorId`; one who has not passed the course 403 `not_eligible`; one who already holds a slot 409 `claim_limit`. A closed or overdue assignment, or a blocked or submitted slot, returns 409 `invalid_transition`. Assigning it to its current holder changes nothing.',
  params: slotParams,
  body: z
    .strictObject({
      surveyorId: z.uuid(),
      holderId: z.uuid().nullable().default(null).describe('The holder that you saw; null for an open slot.'),
      reason: WhyBody,
    })
    .meta({ id: 'AssignSlotBody' }),
  reply: AdminAssignment,
  errors: ['not_found', 'not_eligible', 'claim_limit', 'slot_taken', 'invalid_transition'],
  examples: {
    params: { id: exampleAssignment.id, n: 1 },
    body: { surveyorId: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60', holderId: null, reason: 'She knows the stop.' },
    reply: exampleForAdmin,
  },
})
