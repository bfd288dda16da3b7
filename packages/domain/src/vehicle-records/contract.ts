import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { VehicleFacts } from '../collection-entries/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import {
  byId,
  Instant,
  orNull,
  Page,
  PageQuery,
  Reason,
  RouteRef,
  SaccoRef,
  Searched,
  Version,
} from '../shared/shapes.ts'
import { exampleVehicle, Vehicle } from '../vehicles/contract.ts'

export const VehicleState = z
  .enum(['mentioned', 'known'])
  .describe('`mentioned`: riders named the plate and nobody registered it; no public reply has it.')

export const AdminVehicle = Vehicle.extend({
  version: Version.describe('The version of its facts; 0 if they have never been changed. Send it with a change.'),
  state: VehicleState,
}).meta({ id: 'AdminVehicle', description: 'A vehicle with the version of its facts.' })

export const exampleAdminVehicle = { ...exampleVehicle, version: 2, state: 'known' } as const

export const listVehicles = operation({
  name: 'listVehicles',
  method: 'get',
  path: '/api/v1/admin/vehicles',
  ...forAdmins,
  summary: 'List vehicles',
  description: 'Returns vehicles by plate, with the latest version number of their facts.',
  query: PageQuery.extend({
    q: Searched.trim().min(1).max(80).optional().describe('Filter by a part of the plate, public code or fleet name.'),
    saccoId: z.uuid().optional().describe('Filter by operator group.'),
    routeId: z.uuid().optional().describe('Filter by route.'),
    state: z.enum(['in_use', 'retired']).optional().describe('Filter by state: in use or retired.'),
  }),
  reply: z.object({ data: z.array(AdminVehicle), page: Page }),
  examples: { query: { q: 'kzz' }, reply: { data: [exampleAdminVehicle], page: { nextCursor: null } } },
})

/** The facts that a surveyor can record too, with the same bounds. */
const seen = VehicleFacts.shape

export const VehicleBody = z
  .strictObject({
    plate: seen.plate,
    fleetName: seen.fleetName.unwrap().nullable(),
    saccoId: z.uuid().nullable(),
    routeIds: seen.routeIds.unwrap(),
    capacity: seen.capacity.unwrap().nullable(),
    reason: Reason.describe('The reason, stored with the version and in the audit log.'),
    version: Version.min(0).describe('The version that you saw.'),
  })
  .meta({ id: 'VehicleBody', description: 'All facts of a vehicle, replacing the current ones.' })

export const editVehicle = operation({
  name: 'editVehicle',
  method: 'put',
  path: '/api/v1/admin/vehicles/{id}',
  ...forAdmins,
  summary: 'Edit a vehicle',
  description:
    'Stores all facts of the vehicle as a new version, with a reason. `checkedAt` does not change, because nobody observed the vehicle, and a later observation by a surveyor replaces the edit. Sending the current facts creates no new version. A vehicle that was only mentioned is registered.',
  params: byId('vehicle'),
  body: VehicleBody,
  reply: AdminVehicle,
  errors: ['not_found', 'version_conflict', 'plate_taken'],
  examples: {
    params: { id: exampleVehicle.id },
    body: {
      plate: EXAMPLE.plate,
      fleetName: 'Example 1',
      saccoId: null,
      routeIds: [],
      capacity: 33,
      reason: 'The logbook says so.',
      version: 1,
    },
    reply: exampleAdminVehicle,
  },
})

export const VehicleFactsVersion = z
  .object({
    version: Version,
    inForce: z.boolean().describe('True for the version that is currently public.'),
    plate: z.string(),
    fleetName: z.string().nullable(),
    sacco: orNull(SaccoRef),
    saccoName: z.string().nullable().describe('The operator’s name as recorded, if no group has that name.'),
    routes: z.array(RouteRef),
    capacity: z.int().nullable(),
    sticker: z.record(z.string(), z.unknown()).nullable(),
    checks: z.record(z.string(), z.string()),
    observedAt: Instant.nullable().describe('When the surveyor saw it; null if known from another source.'),
    surveyor: orNull(PersonRef).describe('Also null if the account was deleted.'),
    sessionId: z.uuid().nullable(),
    entryId: z.uuid().nullable(),
    approvedAt: Instant.nullable(),
    approvedBy: orNull(PersonRef),
    reason: z
      .string()
      .nullable()
      .describe('The reason, if an admin edited the facts; `observedAt` is then the last observation before.'),
  })
  .meta({
    id: 'VehicleFactsVersion',
    description: 'One version of a vehicle’s facts and its origin.',
  })

export const listVehicleFacts = operation({
  name: 'listVehicleFacts',
  method: 'get',
  path: '/api/v1/admin/vehicles/{id}/facts',
  ...forAdmins,
  summary: 'List versions of a vehicle’s facts',
  description:
    'Returns every version of a vehicle’s facts, newest first, with the surveyor, time, session and reviewer. Versions are never changed or removed. An older observation that was approved later is a version too, but not the current one. Empty for a vehicle that no surveyor has recorded.',
  params: byId('vehicle'),
  query: PageQuery,
  reply: z.object({ data: z.array(VehicleFactsVersion), page: Page }),
  errors: ['not_found'],
  examples: {
    params: { id: exampleVehicle.id },
    query: { limit: 20 },
    reply: {
      data: [
        {
          version: 2,
          inForce: true,
          plate: exampleVehicle.plate,
          fleetName: exampleVehicle.fleetName,
          sacco: exampleVehicle.sacco,
          saccoName: null,
          routes: [],
          capacity: 33,
          sticker: { status: 'seen' },
          checks: { tyres: 'ok' },
          observedAt: '2026-11-20T06:10:00Z',
          surveyor: { id: '0a000000-0000-4000-8000-000000000003', email: 'chebet@salama.test', displayName: null },
          sessionId: '3a1f0c7e-6a0b-4d0e-9a11-5d2f7c0b8e01',
          entryId: '6b9c2d10-4f3e-4c1a-8d77-0a5b9e2c3f02',
          approvedAt: '2026-11-20T09:00:00Z',
          approvedBy: { id: '0a000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test', displayName: null },
          reason: null,
        },
      ],
      page: { nextCursor: null },
    },
  },
})
