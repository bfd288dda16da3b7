import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { operation } from '../shared/operation.ts'
import { byId, CorridorRef, Instant, orNull, Point, RouteRef, SaccoRef } from '../shared/shapes.ts'

const forAdmins = { tag: 'Admin', access: { role: 'admin' }, cache: 'no-store' } as const

const RetiredAt = Instant.nullable().meta({ description: 'Since when the network has it no more; else null.' })
const AssignmentTitle = z
  .object({ id: z.uuid(), title: z.string(), titleSw: z.string().nullable() })
  .meta({ id: 'AssignmentTitle' })
const Count = z.int().min(0)

export const StageRecord = z
  .object({
    id: z.uuid(),
    name: z.string(),
    place: Point,
    retiredAt: RetiredAt,
    corridor: orNull(CorridorRef),
    area: z.string().nullable().meta({ description: 'The nearest part of the city within 3 km.' }),
    box: z
      .object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
      .meta({ description: 'What counts as near: 400 m to each side. It is a `bbox` of the list of incidents.' }),
    routes: z.array(RouteRef).meta({ description: 'Those that stop here.' }),
    liveIncidents: Count,
    reports: z.array(z.object({ category: Category, reports: z.int().min(1) })).meta({
      description:
        'Reports of the last 28 days by category, those withdrawn or rejected aside. Sensitive ones are counted in the grid cell of the stage, about 1.1 km wide.',
    }),
    assignments: z.array(AssignmentTitle).meta({ description: 'Open ones at this stage, newest first.' }),
    entries: z
      .object({
        count: Count,
        latest: z.array(
          z.object({ id: z.uuid(), plate: z.string(), capturedAt: Instant, reviewId: z.uuid().nullable() }),
        ),
      })
      .meta({ description: 'Collection entries recorded here, and the last five.' }),
  })
  .meta({ id: 'StageRecord', description: 'A stage, with what hangs on it.' })

export const RouteRecord = RouteRef.extend({
  retiredAt: RetiredAt,
  stages: z
    .array(z.object({ id: z.uuid(), name: z.string(), place: Point }))
    .meta({ description: 'Along its most frequent pattern, in order; empty for a retired route.' }),
  vehicles: Count.meta({ description: 'Vehicles in use that are recorded on it.' }),
  saccos: z.array(SaccoRef.extend({ vehicles: z.int().min(1) })).meta({ description: 'Those of these vehicles.' }),
  incidents: z
    .object({
      count: Count,
      latest: z.array(z.object({ id: z.uuid(), category: Category, placeName: z.string().nullable() })),
    })
    .meta({
      description: 'Live incidents within 200 m of its line, or whose cell it crosses; and the five last seen.',
    }),
  assignments: z.array(AssignmentTitle).meta({ description: 'Open ones on it, newest first.' }),
}).meta({ id: 'RouteRecord', description: 'A route, with what hangs on it.' })

const exampleRoute = {
  id: '5d7cbb1f-aff2-5d0e-bab0-7d258376f202',
  slug: '45-50100045t11',
  shortName: '45',
  longName: 'Ngara-Githurai 45',
}
const exampleStage = {
  id: '3f0a5e1c-6a5b-5c0e-9a44-0d7a3f5f2b11',
  name: 'Koja',
  place: { lat: -1.2812, lng: 36.8226 },
}

export const getStageForAdmin = operation({
  ...forAdmins,
  name: 'getStageForAdmin',
  method: 'get',
  path: '/api/v1/admin/stages/{id}',
  rpc: 'get_stage_for_admin',
  summary: 'One stage with what hangs on it',
  description:
    'Its routes, and how much was reported, assigned and recorded there. The id of any of its stops answers the stage.',
  params: byId('stage'),
  reply: StageRecord,
  errors: ['not_found'],
  examples: {
    params: { id: exampleStage.id },
    reply: {
      ...exampleStage,
      retiredAt: null,
      corridor: null,
      area: 'Ngara',
      box: { west: 36.819, south: -1.2848, east: 36.8262, north: -1.2776 },
      routes: [exampleRoute],
      liveIncidents: 1,
      reports: [{ category: 'crash', reports: 2 }],
      assignments: [],
      entries: { count: 0, latest: [] },
    },
  },
})

export const getRouteForAdmin = operation({
  ...forAdmins,
  name: 'getRouteForAdmin',
  method: 'get',
  path: '/api/v1/admin/routes/{id}',
  rpc: 'get_route_for_admin',
  summary: 'One route with what hangs on it',
  description: 'Its stages in order, and how many vehicles, live incidents and open assignments are on it.',
  params: byId('route'),
  reply: RouteRecord,
  errors: ['not_found'],
  examples: {
    params: { id: exampleRoute.id },
    reply: {
      ...exampleRoute,
      retiredAt: null,
      stages: [exampleStage],
      vehicles: 0,
      saccos: [],
      incidents: { count: 0, latest: [] },
      assignments: [],
    },
  },
})
