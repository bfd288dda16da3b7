import { z } from 'zod'
import { EXAMPLE } from '../shared/examples.ts'
import { operation } from '../shared/operation.ts'
import { Instant, Labels, OfIdOrSlug, Page, PageQuery, RequestInstant } from '../shared/shapes.ts'
import { Category, Corroboration, exampleIncident, Incident } from './contract.ts'

// The lists of incidents and what they are filtered by.

const isAcross180 = ({ minLng, maxLng }: { minLng: number; maxLng: number }) => minLng > 179 && maxLng < -179

/** The four sides of a box as RFC 7946 (GeoJSON) orders them. */
export const Box = z
  .string()
  .regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/, 'Four numbers: minLng,minLat,maxLng,maxLat')
  .transform((text) => {
    const [minLng = 0, minLat = 0, maxLng = 0, maxLat = 0] = text.split(',').map(Number)
    return { minLng, minLat, maxLng, maxLat }
  })
  .refine(
    (b) => (b.minLng < b.maxLng || isAcross180(b)) && b.minLat < b.maxLat,
    'The first corner is south-west of the second.',
  )
  .refine((b) => b.minLat >= -90 && b.maxLat <= 90 && b.minLng >= -180 && b.maxLng <= 180, 'A corner is not on Earth.')
  .refine(
    (b) => b.maxLng - b.minLng + (isAcross180(b) ? 360 : 0) <= 2 && b.maxLat - b.minLat <= 2,
    'A side is at most two degrees.',
  )

/** Several values of an enum in a query, separated by commas. */
const anyOf = <T extends string>(values: z.ZodEnum<{ [K in T]: K }>) => {
  const one = `(${values.options.join('|')})`
  return z
    .string()
    .regex(new RegExp(`^${one}(,${one})*$`), `One or more of ${values.options.join(', ')}, separated by commas.`)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(values))
}

const Filters = PageQuery.extend({
  bbox: Box.optional().describe('`minLng,minLat,maxLng,maxLat`, each side at most two degrees.'),
  category: anyOf(Category).optional().describe('Filter by category; several are separated by commas.'),
  corroboration: anyOf(Corroboration).optional().describe('Filter by confidence; several are separated by commas.'),
  since: RequestInstant.optional().describe('Filter by last seen at or after this time.'),
  until: RequestInstant.optional().describe('Filter by last seen before this time.'),
  routeId: OfIdOrSlug.describe('Filter by a route in `routes`: its id or slug.'),
  stopId: z.uuid().optional().describe('Filter by a stop in `stops`: its id. Coarse incidents have no stops.'),
  corridorId: OfIdOrSlug.describe('Filter by corridor: its id or slug.'),
})

const shared = {
  method: 'get',
  tag: 'Incidents',
  access: { scope: 'incidents:read' },
  query: Filters,
  geoJson: {},
  reply: z.object({ data: z.array(Incident), page: Page, asOf: Instant }),
} as const
const asOf = '2026-11-20T06:53:10Z'

export const listIncidents = operation({
  ...shared,
  name: 'listIncidents',
  path: '/api/v1/incidents',
  summary: 'List the latest incidents',
  description:
    'Returns live incidents that match all filters, most recently seen first. A coarse incident is filtered by its cell, its full hours and the routes of its whole cell.',
  cache: { maxAgeS: 5 },
  examples: {
    query: { bbox: EXAMPLE.bbox },
    reply: { data: [exampleIncident], page: { nextCursor: null }, asOf },
  },
})

export const listPastIncidents = operation({
  ...shared,
  name: 'listPastIncidents',
  path: '/api/v1/incidents/history',
  rpc: 'filter_incidents',
  summary: 'List incidents that are over',
  description:
    'Returns resolved, expired and archived incidents that match all filters, most recently seen first, from about a minute after they ended. Reports are not crash statistics: they show what riders reported, where riders use this service. Incidents that are never shown individually (harassment, assault) are in the weekly counts of corridors.',
  cache: { maxAgeS: 30 },
  examples: {
    query: { category: 'crash,hazard', since: '2026-11-01T00:00:00Z' },
    reply: { data: [{ ...exampleIncident, lifecycle: 'expired' }], page: { nextCursor: null }, asOf },
  },
})

const Minutes = z.int().nullable()

export const CategoryInfo = z
  .object({
    code: Category,
    label: Labels.describe('What riders read, by language.'),
    severity: z.int().min(1).max(4).describe('1 is least, 4 worst.'),
    precision: z
      .enum(['point', 'coarse', 'aggregate'])
      .describe('How it is shown at most: with its place, with a grid cell of about 1 km, or only in weekly counts.'),
    liveMinutes: Minutes.describe('How long it is live after it was last seen. Null: never shown as live.'),
    liveMinutesAtMost: Minutes.describe('How long it can be live after it was first seen.'),
  })
  .meta({ id: 'CategoryInfo', description: 'A category of reports and how its incidents are shown.' })

export const listCategories = operation({
  name: 'listCategories',
  method: 'get',
  path: '/api/v1/categories',
  tag: 'Incidents',
  summary: 'List categories',
  description:
    'Returns all categories of reports with their labels, how long they are live, and how precise their place is.',
  access: { scope: 'incidents:read' },
  reply: z.object({ data: z.array(CategoryInfo) }),
  cache: { maxAgeS: 3600 },
  examples: {
    reply: {
      data: [
        {
          code: exampleIncident.category,
          label: { en: 'Crash', sw: 'Ajali' },
          severity: 4,
          precision: 'point',
          liveMinutes: 240,
          liveMinutesAtMost: 720,
        },
      ],
    },
  },
})
