import { z } from 'zod'
import { ReportPlace } from '../reports/contract.ts'
import { VEHICLE_CHECKS } from '../shared/choices.ts'
import { MAX_NOTE } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import { byId, Instant, Location, orNull, Page, PageQuery, RequestInstant, Text } from '../shared/shapes.ts'
import { FieldPlace } from '../surveyor/contract.ts'

const Finding = z.enum(['ok', 'faulty', 'missing', 'not_checked'])

/** What a surveyor can record of a vehicle. An omitted fact is unknown. */
export const VehicleFacts = z
  .strictObject({
    plate: Text.trim().min(4).max(20).meta({ description: 'In any spelling.' }),
    fleetName: Text.trim().min(1).max(80).optional(),
    sacco: z
      .union([z.strictObject({ id: z.uuid() }), z.strictObject({ name: Text.trim().min(2).max(120) })])
      .optional()
      .meta({ description: 'An operator group that we know, or the name that is written on the vehicle.' }),
    routeIds: z.array(z.uuid()).max(20).optional(),
    capacity: z.int().min(1).max(200).optional().meta({ description: 'Seats.' }),
    sticker: z
      .strictObject({
        status: z.enum(['seen', 'placed', 'missing']),
        code: Text.trim().min(9).max(20).optional().meta({ description: 'The public code on it.' }),
      })
      .optional(),
    checks: z
      .partialRecord(z.enum(VEHICLE_CHECKS), Finding)
      .optional()
      .meta({ description: 'Condition and safety, from a fixed list.' }),
  })
  .meta({
    id: 'VehicleFacts',
    description: 'A vehicle as somebody saw it on the road. What was not looked at is left out.',
  })

export const CollectionEntryState = z
  .enum(['submitted', 'in_review', 'held', 'approved', 'changes_requested', 'rejected', 'replaced', 'withdrawn'])
  .meta({
    id: 'CollectionEntryState',
    description:
      '`held`: it came more than seven days after its session, so an admin decides whether it counts. `replaced`: a newer entry corrects it. `withdrawn`: its surveyor took it back.',
  })

/** What may be wrong with an entry; supabase/schemas/80_surveyor/quality_flags.sql has the rules. */
export const QualityFlag = z
  .enum(['plate_unusual', 'seats_unusual', 'seats_differ', 'duplicate_hour', 'far_from_place'])
  .meta({ id: 'QualityFlag', description: 'A hint for the reviewer. Nothing is rejected for it.' })

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
    vehicleId: z.uuid().nullable().meta({ description: 'Once it was approved.' }),
    capturedAt: Instant,
    receivedAt: Instant,
    place: orNull(FieldPlace),
    location: orNull(Location),
    note: z.string().nullable(),
    photos: z.int().meta({ description: 'How many of its photos have arrived.' }),
    seenBefore: z
      .boolean()
      .meta({ description: 'The plate had been recorded on that day (in Nairobi) when this came. Only a hint.' }),
    qualityFlags: z.array(QualityFlag),
    late: z
      .boolean()
      .meta({ description: 'It came after its session was over, or when its lease was. It counts like any other.' }),
    contested: z.boolean().meta({ description: 'Somebody else has claimed its slot since.' }),
    decision: orNull(
      z
        .object({
          decidedAt: Instant,
          reason: z.string().nullable(),
          note: z.string().nullable(),
          facts: z.array(z.string()).meta({ description: 'The facts to look at again.' }),
          reservedUntil: Instant.nullable().meta({ description: 'Until then nobody else can claim the slot.' }),
        })
        .meta({ id: 'CollectionEntryDecision', description: 'What a reviewer said of an entry.' }),
    ),
  })
  .meta({ id: 'CollectionEntry', description: 'What a surveyor recorded about one vehicle, and what became of it.' })

export const CollectionEntryBody = z
  .strictObject({
    id: z.uuidv4().meta({ description: 'Made by the client (UUIDv4). Send the same again to retry safely.' }),
    sessionId: z.uuid().meta({ description: 'One of your own sessions, over or not.' }),
    claimToken: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Of the claim that it was done under. A revision has that of the entry that it revises.' }),
    revises: z
      .uuid()
      .optional()
      .meta({ description: 'An own entry that this one corrects: a returned one, or one that is not decided.' }),
    capturedAt: RequestInstant.optional().meta({ description: 'Left out, or in the future: now.' }),
    vehicle: VehicleFacts,
    place: ReportPlace.optional(),
    note: Text.trim().min(1).max(MAX_NOTE).optional(),
  })
  .meta({ id: 'CollectionEntryBody', description: 'What a surveyor saw of one vehicle.' })

const common = { tag: 'Surveyor', access: { role: 'surveyor' }, cache: 'no-store' } as const

const exampleFacts = {
  plate: 'KZZ 101D',
  fleetName: 'Kifaru 1',
  sacco: { name: 'Kifaru Demo Sacco' },
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
  place: { lat: -1.2828, lng: 36.825, accuracyM: 12, stopId: null },
  location: { inServiceArea: true, serviceArea: 'Nairobi', corridor: null, distanceM: null },
  note: null,
  photos: 0,
  seenBefore: false,
  qualityFlags: [],
  late: false,
  contested: false,
  decision: null,
} as const

export const listCollectionEntries = operation({
  ...common,
  name: 'listCollectionEntries',
  method: 'get',
  path: '/api/v1/surveyor/collection-entries',
  rpc: 'list_collection_entries',
  summary: 'What you have handed in',
  description:
    'Your own entries, last received first, with what was decided. Compare it with what your phone holds: `sessionId` gives those of one session, `state=changes_requested` what came back to you.',
  query: PageQuery.extend({
    sessionId: z.uuid().optional().meta({ description: 'Only those of this session.' }),
    state: CollectionEntryState.optional(),
  }),
  reply: z.object({ data: z.array(CollectionEntry), page: Page }),
  errors: [],
  examples: {
    query: { sessionId: exampleEntry.sessionId },
    reply: { data: [exampleEntry], page: { nextCursor: null } },
  },
})

export const getCollectionEntry = operation({
  ...common,
  name: 'getCollectionEntry',
  method: 'get',
  path: '/api/v1/surveyor/collection-entries/{id}',
  rpc: 'get_collection_entry',
  summary: 'One of your own entries',
  description: 'What you recorded and what was decided. The entries of others do not exist for you.',
  params: byId('entry'),
  reply: CollectionEntry,
  errors: ['not_found'],
  examples: { params: { id: exampleEntry.id }, reply: exampleEntry },
})

export const submitVehicleCollectionEntry = operation({
  ...common,
  name: 'submitVehicleCollectionEntry',
  method: 'post',
  path: '/api/v1/surveyor/collection-entries',
  rpc: 'submit_vehicle_collection_entry',
  spread: ['place'],
  summary: 'Hand in what you recorded of a vehicle',
  description:
    'Takes what a surveyor recorded of one vehicle and puts it before a reviewer. The client makes the id: the same id with the same content answers 200 with what is stored, with other content 409. An entry is taken however late it comes: `late` and `contested` only mark it. Entries under a claim belong to its slot, which is handed in with `/surveyor/assignments/{id}/submit`. An entry that was returned, or is not decided yet, is corrected by a new one with `revises`: its content never changes, and the reviewer sees both. Once it is decided that answers 409 `invalid_transition`.',
  body: CollectionEntryBody,
  maxBodyBytes: 256 * 1024,
  reply: CollectionEntry.extend({
    repeated: z.boolean().meta({ description: 'This id had arrived before; nothing was changed.' }),
  }).meta({ id: 'CollectionEntryReceived', description: 'The entry as it is stored.' }),
  status: 201,
  errors: ['id_reused', 'invalid_transition', 'unknown_stop'],
  examples: {
    body: {
      id: exampleEntry.id,
      sessionId: exampleEntry.sessionId,
      capturedAt: '2026-11-20T06:40:00Z',
      vehicle: exampleFacts,
      place: { lat: -1.2828, lng: 36.825, accuracyM: 12 },
    },
    reply: { ...exampleEntry, assignmentId: null, claimToken: null, repeated: false },
  },
})

export const submitEntryInApp = operation({
  ...submitVehicleCollectionEntry,
  name: 'submitEntryInApp',
  path: '/api/submissions',
  location: '/api/v1/surveyor/collection-entries',
})

const withdraw = {
  ...common,
  method: 'post',
  rpc: 'withdraw_collection_entry',
  summary: 'Withdraw an entry',
  description:
    'Takes back an own entry that is not decided, or was returned: it leaves the review and counts for nothing. The same again answers with what is stored; a decided entry answers 409 `invalid_transition`.',
  reply: z
    .object({ id: z.uuid(), state: z.literal('withdrawn'), repeated: z.boolean() })
    .meta({ id: 'WithdrawnEntry', description: 'The entry after it was withdrawn.' }),
  errors: ['not_found', 'invalid_transition'],
} as const
const exampleWithdrawn = { id: exampleEntry.id, state: 'withdrawn', repeated: false } as const

export const withdrawCollectionEntry = operation({
  ...withdraw,
  name: 'withdrawCollectionEntry',
  path: '/api/v1/surveyor/collection-entries/{id}/withdraw',
  params: byId('entry'),
  examples: { params: { id: exampleEntry.id }, reply: exampleWithdrawn },
})

/** The field app's own route: the same, at its own path. */
export const withdrawEntryInApp = operation({
  ...withdraw,
  name: 'withdrawEntryInApp',
  path: '/api/submissions/{id}/withdraw',
  params: byId('entry'),
  examples: { params: { id: exampleEntry.id }, reply: exampleWithdrawn },
})
