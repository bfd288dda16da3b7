import { z } from 'zod'
import { exampleCorridor, WeeklyCount } from '../network/contract.ts'
import { operation } from '../shared/operation.ts'
import { CorridorRef, orNull, RouteRef } from '../shared/shapes.ts'
import { Category } from './contract.ts'

// How many riders reported what, by month.

export const MonthlyCount = z
  .object({
    category: Category,
    corridor: orNull(CorridorRef).describe('Only with `by=corridor`.'),
    route: orNull(RouteRef).describe('Only with `by=route`: a route at the place of the incident.'),
    band: WeeklyCount.shape.band.nullable().describe('Time of day in the city. Only with `by=band`.'),
    weekday: z.int().min(1).max(7).nullable().describe('1 is Monday. Only with `by=weekday`.'),
    riders: z.int().min(5).describe('Number of distinct riders, rounded down to a multiple of five.'),
  })
  .meta({ id: 'MonthlyCount', description: 'Number of riders who reported public incidents in a month.' })

export const getStats = operation({
  name: 'getStats',
  method: 'get',
  path: '/api/v1/stats',
  tag: 'Incidents',
  summary: 'Get monthly counts',
  description:
    'Returns how many distinct riders reported public incidents in a month, by category and by corridor, route, time of day or weekday. Groups of fewer than five riders are omitted, and the others rounded down to a multiple of five. Months that began more than 90 days ago are empty, because riders can no longer be told apart. Coarse incidents are not counted; what is never shown individually is in the weekly counts of corridors. These are reports, not crash statistics.',
  access: { scope: 'incidents:read' },
  query: z.object({
    month: z
      .string()
      .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)
      .transform((month) => `${month}-01`)
      .describe('A month in the city that is over, as `YYYY-MM`.'),
    by: z
      .enum(['category', 'corridor', 'route', 'band', 'weekday'])
      .default('category')
      .describe('What to count by, beside the category.'),
  }),
  reply: z.object({ data: z.array(MonthlyCount) }),
  cache: { maxAgeS: 3600 },
  examples: {
    query: { month: '2026-10', by: 'corridor' },
    reply: {
      data: [{ category: 'crash', corridor: exampleCorridor, route: null, band: null, weekday: null, riders: 15 }],
    },
  },
})
