import { z } from 'zod'
import { EXAMPLE } from '../shared/examples.ts'
import { MAX_SEARCH } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import { bothOrNeither, optionalPlace, orNull, Page, Point, queryNumber, Searched } from '../shared/shapes.ts'

export const SEARCH_TYPES = ['vehicle', 'sacco', 'route', 'corridor', 'stop'] as const

const anyType = `(${SEARCH_TYPES.join('|')})`

export const SearchHit = z
  .object({
    type: z.enum(SEARCH_TYPES),
    id: z.uuid(),
    title: z.string().describe('Its plate, short name or name.'),
    label: z.string().describe('The title as riders say it: of a route its number and two ends.'),
    subtitle: z
      .string()
      .nullable()
      .describe('What distinguishes it from results with the same title: operator, long name, corridor and routes.'),
    highlight: z
      .array(z.object({ text: z.string(), match: z.boolean() }))
      .describe('The matched name in parts: the title, an alias or a headsign. Plain text.'),
    score: z.number().min(0).max(1),
    place: orNull(Point).describe('Only for a stop.'),
  })
  .meta({ id: 'SearchHit', description: 'A search result.' })

export const search = operation({
  name: 'search',
  method: 'get',
  path: '/api/v1/search',
  tag: 'Search',
  summary: 'Search',
  description: [
    'Returns vehicles, operator groups, routes, corridors and stops, best match first. Case, accents and punctuation are ignored.',
    'Names that start with the text come first, then names in which each of its words starts a word; spelling mistakes are corrected only if there are neither. With `lat` and `lng`, nearer results rank higher among equals.',
    'The query may include the kind: `central stop`. A query for any stop, such as `bus stop`, returns the nearest ones.',
    'A journey such as `Karen to CBD` returns the routes that serve both, in that order of travel, those with the fewest stops between first.',
    'A vehicle matches by its fleet name, its full public code, its full number plate (ranked first), the first four or more characters of a plate, including a digit, or three or more characters of its number, beginning with three digits (then at most five). A mistake in a plate is corrected only in a full plate with one wrong, missing, extra or swapped character. Shorter queries match no plate, so that plates cannot be enumerated.',
  ].join('\n\n'),
  access: { scope: 'search:read' },
  query: z
    .object({
      q: Searched.min(1).max(MAX_SEARCH).describe('The search query.'),
      types: z
        .string()
        .regex(new RegExp(`^${anyType}(,${anyType}){0,9}$`), `Some of ${SEARCH_TYPES.join(', ')}, with commas between.`)
        .transform((text) => text.split(','))
        .optional()
        .describe(`Filter by type, separated by commas: ${SEARCH_TYPES.map((type) => `\`${type}\``).join(', ')}.`),
      ...optionalPlace(),
      limit: queryNumber(z.int().min(1).max(50))
        .default(20)
        .describe('Number of results, at most 50. There are no further pages.'),
    })
    .refine(...bothOrNeither),
  geoJson: {},
  reply: z.object({ data: z.array(SearchHit), page: Page }),
  cache: { maxAgeS: 60 },
  examples: {
    query: { q: EXAMPLE.road, types: 'corridor,stop', ...EXAMPLE.place },
    reply: {
      data: [
        {
          type: 'corridor',
          id: 'f982d597-f54d-5991-a6d9-c1a502a115fc',
          title: EXAMPLE.road,
          label: EXAMPLE.road,
          subtitle: null,
          highlight: [{ text: EXAMPLE.road, match: true }],
          score: 0.28,
          place: null,
        },
      ],
      page: { nextCursor: null },
    },
  },
})
