import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { bothOrNeither, optionalPlace, orNull, Page, Point, queryNumber, Text } from '../shared/shapes.ts'

export const SEARCH_TYPES = ['vehicle', 'sacco', 'route', 'corridor', 'stop'] as const

const anyType = `(${SEARCH_TYPES.join('|')})`

export const SearchHit = z
  .object({
    type: z.enum(SEARCH_TYPES),
    id: z.uuid(),
    title: z.string().meta({ description: 'Its plate, short name or name.' }),
    subtitle: z
      .string()
      .nullable()
      .meta({ description: 'What tells it from others of its title: operator, long name, corridor and routes.' }),
    highlight: z
      .array(z.object({ text: z.string(), match: z.boolean() }))
      .meta({ description: 'The name that was found, in pieces: the title, or an alias or headsign. Plain text.' }),
    score: z.number().min(0).max(1),
    place: orNull(Point).meta({ description: 'Of a stop.' }),
  })
  .meta({ id: 'SearchHit', description: 'A thing that was found by one of its names.' })

export const search = operation({
  name: 'search',
  method: 'get',
  path: '/api/v1/search',
  rpc: 'search',
  tag: 'Search',
  summary: 'Find by what people call it',
  description: [
    'Vehicles, operator groups, routes, corridors and stops, best first. Letter case, accents and punctuation do not matter.',
    'First come names that begin with the text, then names in which every word of it begins a word; only when there is neither are typing mistakes corrected. With `lat` and `lng` near ones rank higher among equals.',
    'Several words may name the kind as well: `umoja stage`. What only means any stage, such as `bus stop` or `kituo cha basi`, finds the nearest ones.',
    'A vehicle is found by its fleet name, its whole public code, its whole number plate (then it comes first), or a plate’s beginning of at least four characters with a digit. A mistake in a plate is corrected only if the whole plate is typed and one character is wrong, missing, too many or swapped. Less than that finds no plate, so that plates cannot be listed by guessing.',
  ].join('\n\n'),
  access: { scope: 'search:read' },
  query: z
    .object({
      q: Text.min(1).max(100).meta({ description: 'What somebody typed.' }),
      types: z
        .string()
        .regex(new RegExp(`^${anyType}(,${anyType}){0,9}$`), `Some of ${SEARCH_TYPES.join(', ')}, with commas between.`)
        .transform((text) => text.split(','))
        .optional()
        .meta({ description: `Only these, with commas between: ${SEARCH_TYPES.join(', ')}.` }),
      ...optionalPlace(),
      limit: queryNumber(z.int().min(1).max(50))
        .default(20)
        .meta({ description: 'At most 50; there is no second page.' }),
    })
    .refine(...bothOrNeither),
  reply: z.object({ data: z.array(SearchHit), page: Page }),
  errors: [],
  cache: { maxAgeS: 60 },
  isShared: true,
  examples: {
    query: { q: 'thka road', types: 'corridor,stop', lat: -1.2812, lng: 36.8226 },
    reply: {
      data: [
        {
          type: 'corridor',
          id: 'f982d597-f54d-5991-a6d9-c1a502a115fc',
          title: 'Thika Road',
          subtitle: null,
          highlight: [
            { text: 'Thika', match: true },
            { text: ' ', match: false },
            { text: 'Road', match: true },
          ],
          score: 0.28,
          place: null,
        },
      ],
      page: { nextCursor: null },
    },
  },
})
