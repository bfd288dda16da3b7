import { z } from 'zod'
import { ReportPlace } from '../reports/contract.ts'
import { ASKED_FACTS, VEHICLE_CHECKS } from '../shared/choices.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { MAX_NOTE, VEHICLE_FACTS } from '../shared/limits.ts'
import { forSurveyors, operation } from '../shared/operation.ts'
import { byId, Instant, Location, orNull, Page, PageQuery, RequestInstant, SentAt, Text } from '../shared/shapes.ts'
import { FieldPlace } from '../surveyor/contract.ts'

const Finding = z.enum(['ok', 'faulty', 'missing', 'not_checked'])

/** What a surveyor can record of a vehicle. An omitted fact is unknown. */
export const VehicleFacts = z
  .strictObject({
    plate: Text.trim().min(4).max(VEHICLE_FACTS.plate).describe('In any spelling.'),
    fleetName: Text.trim().min(1).max(VEHICLE_FACTS.fleetName).optional(),
    sacco: z
      .union([
        z.strictObject({ id: z.uuid() }),
        z.strictObject({ name: Text.trim().min(VEHICLE_FACTS.sacco.least).max(VEHICLE_FACTS.sacco.most) }),
      ])
      .optional()
      .describe('A known operator group, or the name written on the vehicle.'),
    routeIds: z.array(z.uuid()).max(VEHICLE_FACTS.routes).optional(),
    capacity: z
      .int()
      .min(VEHICLE_FACTS.seats.least)
      .max(VEHICLE_FACTS.seats.most)
      .optional()
      .describe('Number of seats.'),
    sticker: z
      .strictObject({
        status: z.enum(['seen', 'placed', 'missing']),
        code: Text.trim().min(9).max(20).optional().describe('The public code on the sticker.'),
      })
      .optional(),
    checks: z
      .partialRecord(z.enum(VEHICLE_CHECKS), Finding)
      .optional()
      .describe('Condition and safety, from a fixed list.'),
    notSeen: z
      .array(z.enum(ASKED_FACTS))
      .max(ASKED_FACTS.length)
      .optional()
      .describe('What was asked for and could not be seen or done. It counts as an answer.'),
  })
  .meta({
    id: 'VehicleFacts',
    description: 'The observed facts of a vehicle. Omit facts that were not checked.',
  })

export const CollectionEntryState = z
  .enum(['submitted', 'in_review', 'held', 'approved', 'changes_requested', 'rejected', 'replaced', 'withdrawn'])
  .meta({
    id: 'CollectionEntryState',
    description:
      '`held`: received more than seven days after its session, so an admin decides whether it counts. `replaced`: corrected by a newer entry. `withdrawn`: withdrawn by its surveyor.',
  })

/** What may be wrong with an entry; supabase/schemas/80_surveyor/quality_flags.sql has the rules. */
export const QualityFlag = z
  .enum([
    'plate_unusual',
    'seats_unusual',
    'seats_differ',
    'duplicate_hour',
    'far_from_place',
    'too_fast',
    'time_uncertain',
  ])
  .meta({ id: 'QualityFlag', description: 'A hint for the reviewer. It does not cause a rejection.' })

/** supabase/schemas/80_surveyor/quota.sql has the rule. */
export const NotCounted = z.enum([...ASKED_FACTS, 'repeat', 'far_from_place', 'rejected']).meta({
  id: 'NotCounted',
  description:
    'Why an entry does not count for the quota of its claim. `repeat`: its plate was recorded for the same assignment before. `rejected`: by a reviewer. Otherwise a fact that was asked for and has no answer.',
})

export const CollectionEntry = z
  .object({
    id: z.uuid(),
    state: CollectionEntryState,
    sessionId: z.uuid(),
    assignmentId: z.uuid().nullable(),
    claimToken: z.int().nullable(),
    revises: z.uuid().nullable(),
    revisedBy: z.uuid().nullable(),
    vehicle: VehicleFacts,
    vehicleId: z.uuid().nullable().describe('Set once it is approved.'),
    capturedAt: Instant,
    receivedAt: Instant,
    place: orNull(FieldPlace),
    location: orNull(Location),
    note: z.string().nullable(),
    photos: z.int().describe('Number of its photos received.'),
    photoIds: z.array(z.uuid()).describe('Its photos, and those of the entries that it corrects.'),
    seenBefore: z.boolean().describe('The plate was already recorded on that day (in the city). Only a hint.'),
    qualityFlags: z.array(QualityFlag),
    notCounted: z.array(NotCounted).describe('Empty if it counts for the quota of its claim.'),
    late: z.boolean().describe('Received after its session or lease had ended. It counts like any other.'),
    contested: z.boolean().describe('Another surveyor has claimed its slot since.'),
    decision: orNull(
      z
        .object({
          decidedAt: Instant,
          reason: z.string().nullable(),
          note: z.string().nullable(),
          facts: z.array(z.string()).describe('The facts to check again.'),
          reservedUntil: Instant.nullable().describe('The slot is reserved until this time.'),
        })
        .meta({ id: 'CollectionEntryDecision', description: 'A reviewer’s decision on an entry.' }),
    ),
  })
  .meta({ id: 'CollectionEntry', description: 'A record of one vehicle by a surveyor, and its state.' })

export const CollectionEntryBody = z
  .strictObject({
    id: z.uuidv4().describe('Generated by the client (UUIDv4). Send the same id to retry safely.'),
    sessionId: z.uuid().describe('One of your sessions, open or ended.'),
    claimToken: z
      .int()
      .min(1)
      .optional()
      .describe('The token of the claim. A revision has the token of the entry that it revises.'),
    revises: z.uuid().optional().describe('Your entry that this one corrects: returned, or not yet decided.'),
    capturedAt: RequestInstant.optional().describe(
      'Defaults to now, also for a time in the future. One before its session counts as its start, and is flagged.',
    ),
    sentAt: SentAt,
    vehicle: VehicleFacts,
    place: ReportPlace.optional(),
    note: Text.trim().min(1).max(MAX_NOTE).optional(),
  })
  .meta({ id: 'CollectionEntryBody', description: 'A surveyor’s record of one vehicle.' })

const exampleFacts = {
  plate: EXAMPLE.plate,
  fleetName: 'Example 1',
  sacco: { name: 'Example Demo Transport' },
  capacity: 33,
  sticker: { status: 'seen', code: 'V-7K3M9QXR' },
  checks: { tyres: 'ok', seatBelts: 'missing' },
} as const
const exampleEntry = {
  id: '8e1d5f42-9b6a-4c7d-a0e3-1f2a3b4c5d6e',
  state: 'in_review',
  sessionId: '2c1f7a90-6a53-4c3e-8f0d-6b1d5a7e9c44',
  assignmentId: '5a2b8c1d-3e4f-4a5b-9c6d-7e8f9a0b1c2d',
  claimToken: 412,
  revises: null,
  revisedBy: null,
  vehicle: exampleFacts,
  vehicleId: null,
  capturedAt: '2026-11-20T06:40:00Z',
  receivedAt: '2026-11-20T06:52:04Z',
  place: { ...EXAMPLE.place, accuracyM: 12, stopId: null },
  location: { inServiceArea: true, serviceArea: EXAMPLE.city, corridor: null, distanceM: null },
  note: null,
  photos: 0,
  photoIds: [],
  seenBefore: false,
  qualityFlags: [],
  notCounted: [],
  late: false,
  contested: false,
  decision: null,
} as const

export const listCollectionEntries = operation({
  ...forSurveyors,
  name: 'listCollectionEntries',
  method: 'get',
  path: '/api/v1/surveyor/collection-entries',
  summary: 'List your entries',
  description:
    'Returns your entries with their decisions, most recently received first. Use it to compare with the entries on your device: `sessionId` returns those of one session, `state=changes_requested` those returned to you.',
  query: PageQuery.extend({
    sessionId: z.uuid().optional().describe('Filter by session.'),
    state: CollectionEntryState.optional(),
  }),
  reply: z.object({ data: z.array(CollectionEntry), page: Page }),
  examples: {
    query: { sessionId: exampleEntry.sessionId },
    reply: { data: [exampleEntry], page: { nextCursor: null } },
  },
})

export const getCollectionEntry = operation({
  ...forSurveyors,
  name: 'getCollectionEntry',
  method: 'get',
  path: '/api/v1/surveyor/collection-entries/{id}',
  summary: 'Get one of your entries',
  description: 'Returns your entry with its decision. Other surveyors’ entries return 404.',
  params: byId('entry'),
  reply: CollectionEntry,
  errors: ['not_found'],
  examples: { params: { id: exampleEntry.id }, reply: exampleEntry },
})

export const submitVehicleCollectionEntry = operation({
  ...forSurveyors,
  name: 'submitVehicleCollectionEntry',
  method: 'post',
  path: '/api/v1/surveyor/collection-entries',
  inApp: { path: '/api/submissions' },
  spread: ['place'],
  summary: 'Submit a vehicle collection entry',
  description:
    'Submits a surveyor’s record of one vehicle for review. The client generates the id: the same id with the same content returns 200 with the stored entry, with different content 409. Entries are accepted however late they arrive; `late` and `contested` only mark them. Entries under a claim belong to its slot, which is submitted with `/surveyor/assignments/{id}/submit`. To correct an entry that was returned or is not decided yet, send a new one with `revises`: the content of an entry never changes, and the reviewer sees both. Once it is decided this returns 409 `invalid_transition`.',
  body: CollectionEntryBody,
  maxBodyBytes: 256 * 1024,
  reply: CollectionEntry.extend({
    repeated: z.boolean().describe('The id was received before; nothing was changed.'),
  }).meta({ id: 'CollectionEntryReceived', description: 'The stored entry.' }),
  status: 201,
  errors: ['id_reused', 'invalid_transition', 'unknown_stop'],
  examples: {
    body: {
      id: exampleEntry.id,
      sessionId: exampleEntry.sessionId,
      capturedAt: '2026-11-20T06:40:00Z',
      vehicle: exampleFacts,
      place: { ...EXAMPLE.place, accuracyM: 12 },
    },
    reply: { ...exampleEntry, assignmentId: null, claimToken: null, repeated: false },
  },
})

export const withdrawCollectionEntry = operation({
  ...forSurveyors,
  name: 'withdrawCollectionEntry',
  method: 'post',
  path: '/api/v1/surveyor/collection-entries/{id}/withdraw',
  inApp: { path: '/api/submissions/{id}/withdraw' },
  summary: 'Withdraw an entry',
  description:
    'Withdraws your entry if it is not decided yet or was returned: it leaves the review and does not count. Repeating the request returns the stored entry; a decided entry returns 409 `invalid_transition`.',
  params: byId('entry'),
  reply: z
    .object({ id: z.uuid(), state: z.literal('withdrawn'), repeated: z.boolean() })
    .meta({ id: 'WithdrawnEntry', description: 'The withdrawn entry.' }),
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleEntry.id },
    reply: { id: exampleEntry.id, state: 'withdrawn', repeated: false },
  },
})
