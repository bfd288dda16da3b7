import { z } from 'zod'
import { Category, exampleIncident, Incident } from '../incidents/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { MAX_SEARCH } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import {
  ByIdOrSlug,
  bothOrNeither,
  CorridorRef,
  Location,
  optionalPlace,
  orNull,
  Page,
  PageQuery,
  Point,
  queryFlag,
  queryNumber,
  RequestInstant,
  SaccoRef,
  Searched,
} from '../shared/shapes.ts'
import { FeedCredit } from './feed-imports/contract.ts'

/** What the apps read of the network without an account. */
const open = { method: 'get', tag: 'Network', access: 'public' } as const
/** Of it, what changes with an import alone. */
const imported = { ...open, cache: { maxAgeS: 3600 }, isShared: true } as const
const none = { data: [], page: { nextCursor: null } }

const Position = z.array(z.number()).min(2).max(3)

export const MultiPolygon = z
  .object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(Position))) })
  .meta({ id: 'MultiPolygon', description: 'GeoJSON (RFC 7946).' })

export const Line = z.object({ type: z.literal('LineString'), coordinates: z.array(Position) })

export const MultiLineString = z
  .object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(Position)) })
  .meta({ id: 'MultiLineString', description: 'GeoJSON (RFC 7946).' })

export const ServiceArea = z
  .object({ id: z.uuid(), slug: z.string(), name: z.string(), geometry: MultiPolygon })
  .meta({ id: 'ServiceArea', description: 'The service area.' })

/** A stop or landmark as shown in the report form. */
export const PointOfInterest = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(['stop', 'station']),
    place: Point,
    corridor: orNull(CorridorRef),
    area: z
      .string()
      .nullable()
      .describe(
        'The area, if the corridor does not distinguish this stop from another one of the same name; otherwise null.',
      ),
    routes: z.array(z.string()).describe('Short names of up to four routes that stop here.'),
    distanceM: z.number().nullable(),
  })
  .meta({ id: 'PointOfInterest' })
export type PointOfInterest = z.infer<typeof PointOfInterest>

const box = (west: number, south: number, east: number, north: number) =>
  [west, east, east, west, west].map((lng, corner) => [lng, corner === 2 || corner === 3 ? north : south])

export const getServiceArea = operation({
  name: 'getServiceArea',
  method: 'get',
  path: '/api/v1/service-area',
  tag: 'Corridors',
  summary: 'Get the service area',
  description:
    'Returns the service area as GeoJSON. With `lat` and `lng` it also says whether that place is in the area, and names its corridor.',
  access: { scope: 'corridors:read' },
  query: z.object(optionalPlace()).refine(...bothOrNeither),
  geoJson: {},
  reply: z.object({ areas: z.array(ServiceArea), location: orNull(Location) }),
  cache: { maxAgeS: 300 },
  examples: {
    query: { ...EXAMPLE.place },
    reply: {
      areas: [
        {
          id: '2c7f6a39-55c1-5f0b-8b8e-1a6d1d7f8a90',
          slug: EXAMPLE.feed,
          name: EXAMPLE.city,
          geometry: { type: 'MultiPolygon', coordinates: [[box(36.66, -1.44, 37.1, -1.16)]] },
        },
      ],
      location: { inServiceArea: true, serviceArea: EXAMPLE.city, corridor: null, distanceM: null },
    },
  },
})

/** A line of the map: a corridor, or a route's most frequent pattern. */
const MapLine = z.object({
  type: z.literal('Feature'),
  properties: z.object({ kind: z.enum(['corridor', 'route']), id: z.uuid(), slug: z.string(), name: z.string() }),
  geometry: z.discriminatedUnion('type', [Line, MultiLineString]),
})

export const getCorridorMap = operation({
  ...imported,
  name: 'getCorridorMap',
  path: '/api/corridor-map',
  summary: 'Get the lines of the map',
  description: 'Returns all corridors and routes as a GeoJSON FeatureCollection (RFC 7946).',
  reply: z.object({ type: z.literal('FeatureCollection'), features: z.array(MapLine) }),
  examples: { reply: { type: 'FeatureCollection', features: [] } },
})

export const listFeedCredits = operation({
  ...imported,
  name: 'listFeedCredits',
  path: '/api/feed-credits',
  summary: 'List the makers of the network data',
  description: 'Returns those that the loaded feeds name and the service does not credit already.',
  reply: z.object({ data: z.array(FeedCredit) }),
  examples: { reply: { data: [{ name: 'City transport', url: null }] } },
})

export const searchPointsOfInterest = operation({
  ...open,
  name: 'searchPointsOfInterest',
  path: '/api/map-search',
  summary: 'Search stops and landmarks',
  description: 'Matches by name, with typing mistakes corrected; nearest first if a place is given.',
  query: z
    .object({
      q: Searched.trim().min(1).max(MAX_SEARCH),
      ...optionalPlace(),
      limit: queryNumber(z.int().min(1).max(50))
        .default(10)
        .describe('Number of results, at most 50. There are no further pages.'),
    })
    .refine(...bothOrNeither),
  reply: z.object({ data: z.array(PointOfInterest), page: Page }),
  cache: { maxAgeS: 300 },
  examples: { query: { q: EXAMPLE.stop }, reply: none },
})

export const listMainStages = operation({
  ...imported,
  name: 'listMainStages',
  path: '/api/main-stages',
  summary: 'List stops for offline use',
  description: 'Returns the 300 stops with the most routes, for offline search.',
  reply: z.object({ data: z.array(PointOfInterest), page: Page }),
  examples: { reply: none },
})

export const exampleCorridor = {
  id: 'f982d597-f54d-5991-a6d9-c1a502a115fc',
  slug: EXAMPLE.roadSlug,
  name: EXAMPLE.road,
}

export const Corridor = CorridorRef.extend({
  lengthM: z.int(),
  distanceM: z.number().nullable().describe('Distance from the requested place in metres.'),
  geometry: MultiLineString.optional().describe('Only with `geometry=true`.'),
}).meta({ id: 'Corridor', description: 'A trunk road that routes share.' })

export const listCorridors = operation({
  name: 'listCorridors',
  method: 'get',
  path: '/api/v1/corridors',
  tag: 'Corridors',
  summary: 'List corridors',
  description: 'Returns the trunk roads that routes share, by name, or nearest first with `lat` and `lng`.',
  access: { scope: 'corridors:read' },
  query: PageQuery.extend({
    ...optionalPlace(),
    geometry: queryFlag.describe('Include the lines as GeoJSON.'),
  }).refine(...bothOrNeither),
  geoJson: { input: { geometry: true } },
  reply: z.object({ data: z.array(Corridor), page: Page }),
  cache: { maxAgeS: 300 },
  examples: {
    query: { ...EXAMPLE.place },
    reply: { data: [{ ...exampleCorridor, lengthM: 39_000, distanceM: 28 }], page: { nextCursor: null } },
  },
})

/** How many people reported incidents that are shown in no other way. */
export const WeeklyCount = z
  .object({
    week: z.iso.date().describe('The first day of the week in which the reports were accepted.'),
    category: Category,
    band: z
      .enum(['night', 'morning', 'day', 'evening'])
      .describe('Time of day in the city: night from 22:00, morning from 05:00, day from 10:00, evening from 16:00.'),
    riders: z.int().min(5).describe('Number of distinct riders, rounded down to a multiple of five.'),
  })
  .meta({
    id: 'WeeklyCount',
    description: 'Number of riders who reported incidents that are never shown individually.',
  })

export const listCorridorIncidents = operation({
  name: 'listCorridorIncidents',
  method: 'get',
  path: '/api/v1/corridors/{id}/incidents',
  rpc: 'get_corridor_incidents',
  tag: 'Corridors',
  summary: 'List incidents on a corridor',
  description:
    'Returns live and past incidents on a corridor, most recently seen first. Coarse incidents belong to the corridor of their cell. `weekly` contains, for the last twelve weeks, the number of riders who reported incidents that are never shown individually (harassment, assault), by week and time of day, from five riders and rounded down to a multiple of five. The counts of a week are published after it has ended and never change.',
  access: { scope: 'corridors:read' },
  params: ByIdOrSlug,
  query: PageQuery.extend({
    since: RequestInstant.optional().describe('Filter by last seen at or after this time.'),
  }),
  geoJson: {},
  reply: z.object({ data: z.array(Incident), page: Page, weekly: z.array(WeeklyCount) }),
  errors: ['not_found'],
  cache: { maxAgeS: 30 },
  examples: {
    params: { id: EXAMPLE.roadSlug },
    reply: {
      data: [exampleIncident],
      page: { nextCursor: null },
      weekly: [{ week: '2026-11-09', category: 'harassment', band: 'evening', riders: 5 }],
    },
  },
})

export const StageAt = z.object({ id: z.uuid(), name: z.string(), place: Point })
export const Direction = z.object({
  stages: z.array(StageAt.extend({ isMain: z.boolean().describe('Ten routes or more stop there.') })),
  live: z.array(z.object({ after: z.int().describe('How many stages are before it.'), incident: Incident })),
})
export type Direction = z.infer<typeof Direction>

const atLeastFive = z.int().min(5).describe('Distinct riders in twelve weeks, rounded down to a multiple of five.')
export const UsualTrouble = z.object({
  hours: z.array(z.object({ weekend: z.boolean(), hour: z.int().min(0).max(23), riders: atLeastFive })),
  categories: z.array(z.object({ weekend: z.boolean(), category: Category, riders: atLeastFive })),
})
export type UsualTrouble = z.infer<typeof UsualTrouble>

export const getLinePage = operation({
  ...open,
  name: 'getLinePage',
  path: '/api/line-page',
  summary: 'Get the page of a route or corridor',
  description:
    'Returns its stages in order for each direction, the live incidents between them, the operator groups with vehicles on it, and how many riders reported public incidents by hour.',
  query: z.object({ kind: z.enum(['route', 'corridor']), id: z.uuid() }),
  reply: z.object({
    directions: z.array(Direction),
    saccos: z.array(SaccoRef.extend({ vehicles: z.int() })),
    usual: UsualTrouble,
  }),
  errors: ['not_found'],
  cache: { maxAgeS: 30 },
  examples: {
    query: { kind: 'corridor', id: exampleCorridor.id },
    reply: { directions: [], saccos: [], usual: { hours: [], categories: [] } },
  },
})
