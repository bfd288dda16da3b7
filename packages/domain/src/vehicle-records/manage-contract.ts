import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { AuthorStanding } from '../review-entries/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import { byId, Instant, orNull, Reason } from '../shared/shapes.ts'
import { AdminVehicle, exampleAdminVehicle, VehicleBody } from './contract.ts'

const Why = Reason.describe('The reason, stored in the audit log.')

/** How much a merge moves, or moved. */
const Moved = z
  .object({
    reports: z.int(),
    incidents: z.int(),
    ratings: z.int(),
    ridersOfBoth: z.int().describe('Number of riders who rated both; each counts once after the merge.'),
    entries: z.int().describe('Number of approved collection entries.'),
    followers: z.int(),
    retiredCodes: z.int(),
    versions: z.int().describe('Number of versions of its facts. They stay readable with it.'),
  })
  .meta({ id: 'MovedByVehicleMerge' })

export const VehicleRecord = AdminVehicle.extend({
  merges: z
    .array(z.object({ id: z.uuid(), plate: z.string(), publicCode: z.string(), mergedAt: Instant, moved: Moved }))
    .describe('Vehicles merged into it, newest first. Their ids, plates and codes redirect to it.'),
}).meta({ id: 'VehicleRecord', description: 'A vehicle and the vehicles merged into it.' })

const exampleMoved = {
  reports: 3,
  incidents: 2,
  ratings: 8,
  ridersOfBoth: 1,
  entries: 1,
  followers: 2,
  retiredCodes: 0,
  versions: 2,
}
const exampleRecord = { ...exampleAdminVehicle, merges: [] }
const exampleFrom = {
  ...exampleAdminVehicle,
  id: '0c000000-0000-4000-8000-000000000002',
  publicCode: 'V-8N4P0RYS',
  plate: EXAMPLE.otherPlate,
}

export const getVehicleForAdmin = operation({
  ...forAdmins,
  name: 'getVehicleForAdmin',
  method: 'get',
  path: '/api/v1/admin/vehicles/{id}',
  summary: 'Get a vehicle',
  description:
    'Returns a vehicle and the vehicles merged into it. The id of a merged vehicle returns the vehicle that it was merged into.',
  params: byId('vehicle'),
  reply: VehicleRecord,
  errors: ['not_found'],
  examples: { params: { id: exampleAdminVehicle.id }, reply: exampleRecord },
})

export const createVehicle = operation({
  ...forAdmins,
  name: 'createVehicle',
  method: 'post',
  path: '/api/v1/admin/vehicles',
  summary: 'Create a vehicle',
  description:
    'Creates a vehicle that no surveyor has recorded yet, with its own public code. An unusual plate is refused unless `unusualPlate` confirms that it was checked. Returns 409 `plate_taken` also if a retired or merged vehicle has the plate.',
  body: VehicleBody.omit({ reason: true, version: true })
    .partial({ fleetName: true, saccoId: true, routeIds: true, capacity: true })
    .extend({
      unusualPlate: z.boolean().optional().describe('Confirms that an unusual plate is correct.'),
    })
    .meta({ id: 'NewVehicleBody', description: 'The facts of the vehicle.' }),
  acceptsIdempotencyKey: true,
  reply: AdminVehicle,
  status: 201,
  errors: ['plate_taken', 'idempotency_key_reused'],
  examples: {
    body: { plate: EXAMPLE.plate, fleetName: 'Example 1', saccoId: null, routeIds: [], capacity: 33 },
    reply: { ...exampleAdminVehicle, version: 0 },
  },
})

export const retireVehicle = operation({
  ...forAdmins,
  name: 'retireVehicle',
  method: 'post',
  path: '/api/v1/admin/vehicles/{id}/retire',
  summary: 'Retire a vehicle',
  description:
    'For a vehicle that is no longer on the road: lists, pickers and search omit it. Its page, plate, sticker and history stay, and reports about it are still accepted. Repeating the request changes nothing.',
  params: byId('vehicle'),
  body: z.strictObject({ reason: Why }).meta({ id: 'RetireVehicleBody' }),
  reply: AdminVehicle,
  errors: ['not_found'],
  examples: {
    params: { id: exampleAdminVehicle.id },
    body: { reason: 'Scrapped after the crash.' },
    reply: { ...exampleAdminVehicle, retiredAt: '2026-11-20T09:00:00Z' },
  },
})

export const restoreVehicle = operation({
  ...forAdmins,
  name: 'restoreVehicle',
  method: 'post',
  path: '/api/v1/admin/vehicles/{id}/restore',
  summary: 'Restore a retired vehicle',
  description: 'Lists, pickers and search include it again. Repeating the request changes nothing.',
  params: byId('vehicle'),
  body: z.strictObject({ reason: Why }).meta({ id: 'RestoreVehicleBody' }),
  reply: AdminVehicle,
  errors: ['not_found'],
  examples: {
    params: { id: exampleAdminVehicle.id },
    body: { reason: 'It is back from repair.' },
    reply: exampleAdminVehicle,
  },
})

const Into = z.uuid().describe('The vehicle to keep.')

export const previewVehicleMerge = operation({
  ...forAdmins,
  name: 'previewVehicleMerge',
  method: 'get',
  path: '/api/v1/admin/vehicles/{id}/merge',
  summary: 'Preview a merge of two vehicles',
  description: 'Returns the number of reports, incidents, ratings and entries that would be moved. Nothing is changed.',
  params: byId('vehicle'),
  query: z.object({ into: Into }),
  reply: z
    .object({
      from: AdminVehicle,
      into: VehicleRecord,
      moved: Moved,
      filled: z
        .array(z.enum(['fleetName', 'saccoId', 'routeIds', 'capacity']))
        .describe('Facts that the kept vehicle would take over because it lacks them.'),
    })
    .meta({ id: 'VehicleMergePreview' }),
  errors: ['not_found'],
  examples: {
    params: { id: exampleFrom.id },
    query: { into: exampleAdminVehicle.id },
    reply: { from: exampleFrom, into: exampleRecord, moved: exampleMoved, filled: ['capacity'] },
  },
})

export const mergeVehicles = operation({
  ...forAdmins,
  name: 'mergeVehicles',
  method: 'post',
  path: '/api/v1/admin/vehicles/{id}/merge',
  summary: 'Merge a vehicle into another one',
  description:
    'Moves reports, incidents, ratings and entries to the kept vehicle; the id, plate and public code redirect there. A rider who rated both counts once. It cannot be undone. Repeating the request changes nothing.',
  params: byId('vehicle'),
  body: z
    .strictObject({ into: Into, reason: Why })
    .meta({ id: 'MergeVehiclesBody', description: 'The vehicle to keep and the reason.' }),
  reply: VehicleRecord,
  errors: ['not_found'],
  examples: {
    params: { id: exampleFrom.id },
    body: { into: exampleAdminVehicle.id, reason: 'The D of the plate was read as an O.' },
    reply: {
      ...exampleRecord,
      merges: [
        {
          id: exampleFrom.id,
          plate: exampleFrom.plate,
          publicCode: exampleFrom.publicCode,
          mergedAt: '2026-11-20T09:00:00Z',
          moved: exampleMoved,
        },
      ],
    },
  },
})

export const VehicleCaseItem = z
  .object({
    kind: z.enum(['incident', 'report', 'feedback', 'collection_entry']),
    id: z.uuid(),
    at: Instant,
    state: z.string().describe('Its state, by its kind.'),
    category: orNull(Category),
    placeName: z.string().nullable(),
    stars: z.int().nullable(),
    says: z.string().nullable().describe('The beginning of what was written.'),
    incidentId: z.uuid().nullable(),
    reviewId: z.uuid().nullable().describe('Its entry of the review queue, if it ever had one.'),
    slot: orNull(z.object({ assignmentId: z.uuid(), n: z.int() })).describe('The slot of a collection entry.'),
    author: orNull(
      AuthorStanding.extend({
        n: z.int().describe('A number that means the same person within this case only.'),
        record: orNull(z.object({ decided: z.int(), accepted: z.int() })).describe(
          'How their last hundred were decided.',
        ),
      }),
    ),
  })
  .meta({ id: 'VehicleCaseItem', description: 'Something about a vehicle, without who said it.' })

export type VehicleCaseItem = z.infer<typeof VehicleCaseItem>

export const getVehicleCase = operation({
  name: 'getVehicleCase',
  method: 'get',
  path: '/api/v1/admin/vehicles/{id}/case',
  ...forAdmins,
  summary: 'Get everything about a vehicle',
  description:
    'Returns the incidents, reports, ratings and collection entries of a vehicle, newest first, at most 200. An author is a number that holds in this case only, with counts of how their last hundred submissions were decided and with what admins decided about them. Sensitive times are rounded to the full hour. Reading it is noted in the audit log.',
  params: byId('vehicle'),
  reply: z.object({
    data: z.array(VehicleCaseItem),
    total: z.int().describe('How many there are, also beyond the newest 200.'),
  }),
  errors: ['not_found'],
  examples: {
    params: { id: exampleRecord.id },
    reply: {
      data: [
        {
          kind: 'report',
          id: '5b0f2a44-0d3c-4a51-9a39-0e6f4b8f2c10',
          at: '2026-11-20T06:00:00Z',
          state: 'in_review',
          category: 'robbery',
          placeName: EXAMPLE.stop,
          stars: null,
          says: 'Two men at the stop.',
          incidentId: null,
          reviewId: '5b0f2a44-0d3c-4a51-9a39-0e6f4b8f2c11',
          slot: null,
          author: { n: 1, record: { decided: 3, accepted: 1 }, account: true, measures: ['hold'] },
        },
      ],
      total: 1,
    },
  },
})
