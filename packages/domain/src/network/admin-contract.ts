import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import { byId, CorridorRef, Instant, orNull, Point, RouteRef, SaccoRef } from '../shared/shapes.ts'
import { StageAt } from './contract.ts'
import { exampleRoute } from './resources-contract.ts'

const RetiredAt = Instant.nullable().describe('When it was removed from the network; otherwise null.')
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
    area: z.string().nullable().describe('The nearest named area within 3 km.'),
    box: z
      .object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
      .describe('The area counted as near, 400 m to each side. Use it as `bbox` for the list of incidents.'),
    routes: z.array(RouteRef).describe('Routes that stop here.'),
    liveIncidents: Count,
    reports: z
      .array(z.object({ category: Category, reports: z.int().min(1) }))
      .describe(
        'Reports of the last 28 days by category, without withdrawn and rejected ones. Sensitive ones are counted in the stop’s grid cell, about 1.1 km wide.',
      ),
    assignments: z.array(AssignmentTitle).describe('Open assignments at this stop, newest first.'),
    entries: z
      .object({
        count: Count,
        latest: z.array(
          z.object({ id: z.uuid(), plate: z.string(), capturedAt: Instant, reviewId: z.uuid().nullable() }),
        ),
      })
      .describe('Number of collection entries recorded here, and the latest five.'),
  })
  .meta({ id: 'StageRecord', description: 'A stop with related records.' })

export const RouteRecord = RouteRef.extend({
  retiredAt: RetiredAt,
  stages: z.array(StageAt).describe('Stops of its most frequent pattern, in order; empty for a retired route.'),
  vehicles: Count.describe('Vehicles in use on this route.'),
  saccos: z.array(SaccoRef.extend({ vehicles: z.int().min(1) })).describe('Operator groups of these vehicles.'),
  incidents: z
    .object({
      count: Count,
      latest: z.array(z.object({ id: z.uuid(), category: Category, placeName: z.string().nullable() })),
    })
    .describe('Live incidents within 200 m of its line, or in a cell that it crosses, with the five most recent.'),
  assignments: z.array(AssignmentTitle).describe('Open assignments on it, newest first.'),
}).meta({ id: 'RouteRecord', description: 'A route with related records.' })

const exampleStage = {
  id: '3f0a5e1c-6a5b-5c0e-9a44-0d7a3f5f2b11',
  name: EXAMPLE.stop,
  place: { ...EXAMPLE.place },
}

export const getStageForAdmin = operation({
  ...forAdmins,
  name: 'getStageForAdmin',
  method: 'get',
  path: '/api/v1/admin/stages/{id}',
  summary: 'Get a stop with related records',
  description:
    'Returns its routes, and the reports, assignments and entries there. The id of any of its boarding points returns the stop.',
  params: byId('stop'),
  reply: StageRecord,
  errors: ['not_found'],
  examples: {
    params: { id: exampleStage.id },
    reply: {
      ...exampleStage,
      retiredAt: null,
      corridor: null,
      area: EXAMPLE.city,
      box: EXAMPLE.box,
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
  summary: 'Get a route with related records',
  description: 'Returns its stops in order, and its numbers of vehicles, live incidents and open assignments.',
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
