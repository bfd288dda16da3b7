import { z } from 'zod'
import { Box } from '../incidents/list-contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { operation } from '../shared/operation.ts'
import {
  ByIdOrSlug,
  byId,
  CorridorRef,
  GtfsRef,
  OfIdOrSlug,
  Page,
  PageQuery,
  Point,
  RouteRef,
  Searched,
  StopRef,
} from '../shared/shapes.ts'
import { Corridor, exampleCorridor, Line, MultiLineString } from './contract.ts'

// Routes and stops, and what else other answers of the API point at.

export const Route = RouteRef.extend({ gtfs: GtfsRef, corridors: z.array(CorridorRef) }).meta({
  id: 'Route',
  description: 'A route, its id in the GTFS feed, and its corridors.',
})

export const exampleRoute = {
  id: '5d7cbb1f-aff2-5d0e-bab0-7d258376f202',
  slug: '45-50100045t11',
  shortName: '45',
  longName: `${EXAMPLE.stop}–${EXAMPLE.road}`,
  name: `45 ${EXAMPLE.stop} – ${EXAMPLE.road}`,
}
const exampleListed = {
  ...exampleRoute,
  gtfs: { feedId: EXAMPLE.feed, id: '50100045T11' },
  corridors: [exampleCorridor],
}

export const Stop = StopRef.extend({
  kind: z.enum(['stop', 'station']),
  place: Point,
  stationId: z.uuid().nullable().describe('The station that it belongs to.'),
}).meta({ id: 'Stop', description: 'A stop and its place.' })

export const StopDetail = Stop.extend({
  routes: z.array(Route).describe('The routes that stop here; of a station those of its stops.'),
}).meta({ id: 'StopDetail', description: 'A stop and its routes.' })

export const RouteDetail = Route.extend({
  geometry: z.union([Line, MultiLineString, z.null()]).describe('The line of most trips. Null where none is known.'),
  directions: z
    .array(
      z.object({
        directionId: z.int().min(0).max(1).nullable().describe('GTFS `direction_id`.'),
        headsign: z.string().nullable(),
        stops: z.array(Stop).describe('In order, of the trip with the most stops.'),
      }),
    )
    .describe('Empty for a route without trips.'),
}).meta({ id: 'RouteDetail', description: 'A route, its line and its stops.' })

export const CorridorDetail = Corridor.omit({ distanceM: true, geometry: true })
  .extend({ geometry: MultiLineString, routes: z.array(Route) })
  .meta({ id: 'CorridorDetail', description: 'A trunk road, its line and its routes.' })

const exampleStop = {
  id: '8a6e0804-2bd0-5672-b79d-d97027f9071a',
  name: EXAMPLE.stop,
  gtfs: { feedId: EXAMPLE.feed, id: '0100KOJ' },
  kind: 'stop',
  place: { ...EXAMPLE.place },
  stationId: null,
}
const shared = { method: 'get', geoJson: {}, cache: { maxAgeS: 300 } } as const
const ofRoutes = { ...shared, tag: 'Routes', access: { scope: 'routes:read' } } as const

export const listRoutes = operation({
  name: 'listRoutes',
  method: 'get',
  path: '/api/v1/routes',
  tag: 'Routes',
  summary: 'List routes',
  description: 'Returns the routes of the network by short name, with their corridors.',
  access: { scope: 'routes:read' },
  query: PageQuery.extend({
    q: Searched.trim().min(1).max(80).optional().describe('Filter by a part of the short or long name.'),
    corridorId: OfIdOrSlug.describe('Filter by corridor: its id or slug.'),
    saccoId: OfIdOrSlug.describe('Filter by operator group with vehicles on the route: its id or slug.'),
  }),
  reply: z.object({ data: z.array(Route), page: Page }),
  cache: { maxAgeS: 300 },
  examples: {
    query: { corridorId: EXAMPLE.roadSlug },
    reply: {
      data: [exampleListed],
      page: { nextCursor: null },
    },
  },
})

export const listStops = operation({
  ...ofRoutes,
  name: 'listStops',
  path: '/api/v1/stops',
  summary: 'List stops',
  description: 'Returns the stops of the network by name: all, those of a route, or those inside a box.',
  query: PageQuery.extend({
    q: Searched.trim().min(1).max(80).optional().describe('Filter by a part of the name.'),
    routeId: OfIdOrSlug.describe('Filter by route: its id or slug.'),
    bbox: Box.optional().describe('`minLng,minLat,maxLng,maxLat`, each side at most two degrees.'),
  }),
  spread: ['bbox'],
  reply: z.object({ data: z.array(Stop), page: Page }),
  examples: { query: { bbox: EXAMPLE.bbox }, reply: { data: [exampleStop], page: { nextCursor: null } } },
})

export const getStop = operation({
  ...ofRoutes,
  name: 'getStop',
  path: '/api/v1/stops/{id}',
  summary: 'Get a stop',
  description: 'Returns a stop with its routes, also one that a later feed does not have any more.',
  params: byId('stop'),
  reply: StopDetail,
  errors: ['not_found'],
  examples: { params: { id: exampleStop.id }, reply: { ...exampleStop, routes: [exampleListed] } },
})

export const getRoute = operation({
  ...ofRoutes,
  name: 'getRoute',
  path: '/api/v1/routes/{id}',
  summary: 'Get a route',
  description: 'Returns a route with its line and, for each direction, its stops in order.',
  params: ByIdOrSlug,
  reply: RouteDetail,
  errors: ['not_found'],
  examples: {
    params: { id: exampleRoute.id },
    reply: {
      ...exampleListed,
      geometry: {
        type: 'LineString',
        coordinates: [
          [36.8226, -1.2812],
          [36.825, -1.2828],
        ],
      },
      directions: [{ directionId: 0, headsign: EXAMPLE.road, stops: [exampleStop] }],
    },
  },
})

export const getCorridor = operation({
  ...shared,
  name: 'getCorridor',
  path: '/api/v1/corridors/{id}',
  tag: 'Corridors',
  summary: 'Get a corridor',
  description: 'Returns a trunk road with its line and the routes that use it.',
  access: { scope: 'corridors:read' },
  params: ByIdOrSlug,
  reply: CorridorDetail,
  errors: ['not_found'],
  examples: {
    params: { id: EXAMPLE.roadSlug },
    reply: {
      ...exampleCorridor,
      lengthM: 39_000,
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          [
            [36.8226, -1.2812],
            [36.825, -1.2828],
          ],
        ],
      },
      routes: [exampleListed],
    },
  },
})
