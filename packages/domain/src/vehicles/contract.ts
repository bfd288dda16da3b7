import { z } from 'zod'
import { exampleIncident, Incident } from '../incidents/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { IDENTIFIER_LENGTH, MAX_SEARCH } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import {
  Instant,
  OfIdOrSlug,
  orNull,
  Page,
  PageQuery,
  RequestInstant,
  RouteRef,
  SaccoRef,
  Searched,
  Text,
} from '../shared/shapes.ts'

export const Vehicle = z
  .object({
    id: z.uuid(),
    publicCode: z.string().describe('On the sticker inside the vehicle, and in its QR code.'),
    plate: z.string(),
    fleetName: z.string().nullable(),
    sacco: orNull(SaccoRef),
    routes: z.array(RouteRef),
    capacity: z.int().nullable().describe('Number of seats.'),
    checkedAt: Instant.nullable().describe('When a surveyor last confirmed these facts.'),
    retiredAt: Instant.nullable().describe(
      'When it was retired, so that lists and search omit it; null if it is in use.',
    ),
  })
  .meta({ id: 'Vehicle', description: 'Vehicles and their recorded facts.' })

export const exampleVehicle = {
  id: '0c000000-0000-4000-8000-000000000001',
  publicCode: 'V-7K3M9QXR',
  plate: EXAMPLE.plate,
  fleetName: 'Example 1',
  sacco: { id: '0b000000-0000-4000-8000-000000000001', slug: 'example-demo', name: 'Example Demo Transport' },
  routes: [],
  capacity: 33,
  checkedAt: null,
  retiredAt: null,
}

export const VehicleParams = z.object({
  identifier: Text.min(IDENTIFIER_LENGTH.least)
    .max(IDENTIFIER_LENGTH.most)
    .describe(
      'The id, the public code, or the number plate in any spelling; tried in that order. Where plates of the city have digits only, O is 0 and I is 1.',
    ),
})

export const getVehicle = operation({
  name: 'getVehicle',
  method: 'get',
  path: '/api/v1/vehicles/{identifier}',
  rpc: 'get_vehicle_profile',
  tag: 'Vehicles',
  summary: 'Get a vehicle',
  description: 'Returns the known facts of a vehicle: its operator, routes, and when a surveyor last confirmed them.',
  access: { scope: 'vehicles:read' },
  params: VehicleParams,
  reply: Vehicle,
  errors: ['not_found'],
  cache: { maxAgeS: 60 },
  examples: { params: { identifier: 'kzz101d' }, reply: exampleVehicle },
})

export const listKnownVehicles = operation({
  name: 'listKnownVehicles',
  method: 'get',
  path: '/api/v1/vehicles',
  tag: 'Vehicles',
  summary: 'List vehicles',
  description:
    'Returns the known vehicles by plate, without retired ones: all, those of an operator group, or those on a route.',
  access: { scope: 'vehicles:read' },
  query: PageQuery.extend({
    saccoId: OfIdOrSlug.describe('Filter by operator group: its id or slug.'),
    routeId: OfIdOrSlug.describe('Filter by route: its id or slug.'),
  }),
  reply: z.object({ data: z.array(Vehicle), page: Page }),
  cache: { maxAgeS: 60 },
  examples: {
    query: { saccoId: exampleVehicle.sacco.id },
    reply: { data: [exampleVehicle], page: { nextCursor: null } },
  },
})

export const listVehicleIncidents = operation({
  name: 'listVehicleIncidents',
  method: 'get',
  path: '/api/v1/vehicles/{identifier}/incidents',
  rpc: 'get_vehicle_incidents',
  tag: 'Vehicles',
  summary: 'List incidents of a vehicle',
  description:
    'Returns live and past incidents of the vehicle, most recently seen first. Only corroborated and verified incidents name a vehicle, so an empty list means that nothing was confirmed, not that nothing happened.',
  access: { scope: 'vehicles:read' },
  params: VehicleParams,
  query: PageQuery.extend({
    since: RequestInstant.optional().describe('Filter by last seen at or after this time.'),
  }),
  geoJson: {},
  reply: z.object({ data: z.array(Incident), page: Page }),
  errors: ['not_found'],
  cache: { maxAgeS: 30 },
  examples: { params: { identifier: 'V-7K3M9QXR' }, reply: { data: [exampleIncident], page: { nextCursor: null } } },
})

export const searchVehicleProfiles = operation({
  name: 'searchVehicleProfiles',
  method: 'get',
  path: '/api/vehicle-search',
  tag: 'Vehicles',
  summary: 'Search vehicles by plate, code or fleet name',
  description: 'Returns profiles of the vehicles that `/api/v1/search` finds for the same query, at most 100.',
  access: 'public',
  query: PageQuery.extend({ q: Searched.min(1).max(MAX_SEARCH).describe('The search query.') }),
  reply: z.object({ data: z.array(Vehicle), page: Page }),
  cache: { maxAgeS: 60 },
  examples: { query: { q: 'kzz 101' }, reply: { data: [exampleVehicle], page: { nextCursor: null } } },
})

export const scanVehicleQr = operation({
  name: 'scanVehicleQr',
  method: 'get',
  path: '/api/vehicle-lookup',
  tag: 'Vehicles',
  summary: 'Get the vehicle of a sticker',
  description: 'The content of a QR code or typed text: the URL on the sticker, its public code, or a plate.',
  access: 'public',
  query: z.object({
    identifier: Text.trim()
      .min(3)
      .max(300)
      .describe('A URL that ends in `/v/` and a public code, with any host; otherwise as in the API.'),
  }),
  reply: Vehicle,
  errors: ['not_found'],
  cache: { maxAgeS: 60 },
  examples: { query: { identifier: 'https://salama.example/v/V-7K3M9QXR' }, reply: exampleVehicle },
})
