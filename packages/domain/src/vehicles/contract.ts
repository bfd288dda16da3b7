import { z } from 'zod'
import { exampleIncident, Incident } from '../incidents/contract.ts'
import { operation } from '../shared/operation.ts'
import { Instant, orNull, Page, PageQuery, RequestInstant, RouteRef, SaccoRef, Text } from '../shared/shapes.ts'

export const Vehicle = z
  .object({
    id: z.uuid(),
    publicCode: z.string().meta({ description: 'On the sticker inside the vehicle, and in its QR code.' }),
    plate: z.string(),
    fleetName: z.string().nullable(),
    sacco: orNull(SaccoRef),
    routes: z.array(RouteRef),
    capacity: z.int().nullable().meta({ description: 'Seats.' }),
    checkedAt: Instant.nullable().meta({ description: 'When a surveyor last saw the vehicle with these facts.' }),
    retiredAt: Instant.nullable().meta({
      description: 'Since when it is off the road: lists and search leave it out. Null: it is in use.',
    }),
  })
  .meta({ id: 'Vehicle', description: 'What is known of one vehicle.' })

export const exampleVehicle = {
  id: '0c000000-0000-4000-8000-000000000001',
  publicCode: 'V-7K3M9QXR',
  plate: 'KZZ 101D',
  fleetName: 'Kifaru 1',
  sacco: { id: '0b000000-0000-4000-8000-000000000001', slug: 'kifaru-demo', name: 'Kifaru Demo Sacco' },
  routes: [],
  capacity: 33,
  checkedAt: null,
  retiredAt: null,
}

export const VehicleParams = z.object({
  identifier: Text.min(3)
    .max(40)
    .meta({ description: 'The id, the public code, or the number plate in any spelling; tried in that order.' }),
})

export const getVehicle = operation({
  name: 'getVehicle',
  method: 'get',
  path: '/api/v1/vehicles/{identifier}',
  rpc: 'get_vehicle_profile',
  tag: 'Vehicles',
  summary: 'One vehicle',
  description: 'What is known of a vehicle: its operator, its routes, and when that was last checked on the road.',
  access: { scope: 'vehicles:read' },
  params: VehicleParams,
  reply: Vehicle,
  errors: ['not_found'],
  cache: { maxAgeS: 60 },
  examples: { params: { identifier: 'kzz101d' }, reply: exampleVehicle },
})

export const listVehicleIncidents = operation({
  name: 'listVehicleIncidents',
  method: 'get',
  path: '/api/v1/vehicles/{identifier}/incidents',
  rpc: 'get_vehicle_incidents',
  tag: 'Vehicles',
  summary: 'What happened with a vehicle',
  description:
    'Incidents, live and over, that name the vehicle, last seen first. Only corroborated and verified incidents name one, so an empty list says that nothing was confirmed, not that nothing happened.',
  access: { scope: 'vehicles:read' },
  params: VehicleParams,
  query: PageQuery.extend({ since: RequestInstant.optional().meta({ description: 'Only those seen since then.' }) }),
  reply: z.object({ data: z.array(Incident), page: Page }),
  errors: ['not_found'],
  cache: { maxAgeS: 30 },
  examples: { params: { identifier: 'V-7K3M9QXR' }, reply: { data: [exampleIncident], page: { nextCursor: null } } },
})

export const searchVehicleProfiles = operation({
  name: 'searchVehicleProfiles',
  method: 'get',
  path: '/api/vehicle-search',
  rpc: 'search_vehicle_profiles',
  tag: 'Vehicles',
  summary: 'Vehicles by plate, code or fleet name',
  description: 'Profiles of the vehicles that `/api/v1/search` finds by the same text, at most a hundred in all.',
  access: 'public',
  query: PageQuery.extend({ q: Text.min(1).max(100).meta({ description: 'What somebody typed.' }) }),
  reply: z.object({ data: z.array(Vehicle), page: Page }),
  errors: [],
  cache: { maxAgeS: 60 },
  isShared: true,
  examples: { query: { q: 'kzz 101' }, reply: { data: [exampleVehicle], page: { nextCursor: null } } },
})

export const scanVehicleQr = operation({
  name: 'scanVehicleQr',
  method: 'get',
  path: '/api/vehicle-lookup',
  rpc: 'scan_vehicle_qr',
  tag: 'Vehicles',
  summary: 'The vehicle of a sticker',
  description: 'What a QR code held, or what somebody typed: the URL on the sticker, its public code, or a plate.',
  access: 'public',
  query: z.object({
    identifier: Text.trim()
      .min(3)
      .max(300)
      .meta({ description: 'A URL that ends in `/v/` and a public code, whatever its host; else as in the API.' }),
  }),
  reply: Vehicle,
  errors: ['not_found'],
  cache: { maxAgeS: 60 },
  isShared: true,
  examples: { query: { identifier: 'https://salama.example/v/V-7K3M9QXR' }, reply: exampleVehicle },
})
