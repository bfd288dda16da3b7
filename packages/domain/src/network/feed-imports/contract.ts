import { z } from 'zod'
import { FEED_NAME, MAX_FEED_BYTES } from '../../shared/choices.ts'
import { EXAMPLE } from '../../shared/examples.ts'
import { operation } from '../../shared/operation.ts'
import { byId, Instant, Nothing, orNull, Reason, Text } from '../../shared/shapes.ts'

// An admin's import of a feed: the console's own routes, because a feed is a large file that an admin reviews before it
// changes anything. The operator uses `npx salama import`.

const Counts = z.object({ added: z.int(), changed: z.int(), removed: z.int(), unchanged: z.int() })
const Sample = z.object({ name: z.string(), before: z.string().nullable() })
const Samples = z.object({ added: z.array(Sample), changed: z.array(Sample), removed: z.array(Sample) })

/** What is removed of the routes or stops of a feed, and how many there were. */
export const Removal = z.object({ removed: z.int(), of: z.int(), names: z.array(z.string()) })

/** Routes or stops that an import removes, where they are more than a fifth of the feed’s; the first five by name. */
export const Removals = z.object({ routes: Removal.optional(), stops: Removal.optional() })

/** A border that is derived from the stops of a feed that has none. */
export const DerivedBorder = z.object({
  name: z.string(),
  areaKm2: z.number(),
  widthM: z.number(),
  heightM: z.number(),
  outline: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(z.array(z.number())))) }),
})

/** Who made the data of a feed. */
export const FeedCredit = z.object({ name: z.string(), url: z.string().nullable() })

export const FeedProblem = z.object({
  file: z.string(),
  line: z.int().nullable(),
  column: z.string().nullable(),
  reason: z.string(),
  count: z.int().default(1).describe('How many rows have it; the line is that of the first.'),
  done: z
    .string()
    .nullable()
    .default(null)
    .describe('What is done about it. Null: nothing, so that the feed is refused.'),
  codes: z
    .object({ reason: z.array(z.string()), done: z.array(z.string()), example: z.string().nullable() })
    .default({ reason: [], done: [], example: null })
    .describe('The names of both sentences, each before its values; empty for one without a name.'),
})

export const FeedImport = z.object({
  id: z.uuid(),
  feed: z.string(),
  fileName: z.string().nullable(),
  byAdmin: z.boolean().describe('False if the operator loaded it on the server.'),
  state: z.enum(['staging', 'interrupted', 'checked', 'broken', 'applied']),
  startedAt: Instant,
  appliedAt: Instant.nullable(),
  rows: z.int(),
  report: orNull(z.record(z.string(), Counts)),
  removals: orNull(Removals).describe(
    'Set if it removes more than a fifth of the feed’s routes or stops, so that applying it must be confirmed.',
  ),
  hasServiceArea: z
    .boolean()
    .nullable()
    .describe(
      'False if the feed has no service area, so that riders cannot report there. Null before the feed is checked.',
    ),
  samples: orNull(
    z.object({ routes: orNull(Samples), stops: orNull(Samples), border: orNull(DerivedBorder).optional() }),
  ),
  problems: z.array(FeedProblem),
  warnings: z.array(FeedProblem).describe('Faults of the feed that do not make it unusable, by cause.'),
  credits: z.array(FeedCredit).describe('Whom the feed names as its makers, once it is checked.'),
})

/** A feed that has active routes. */
export const KnownFeed = z.object({
  feed: z.string(),
  routes: z.int(),
  stops: z.int(),
  hasServiceArea: z.boolean(),
})

const common = { tag: 'Network', access: { role: 'admin' } } as const
const FeedName = z.string().regex(FEED_NAME, 'Small letters, digits and hyphens.')
const example = {
  id: '4b6b9a52-6f0e-4d7e-9a0b-2f5e3a1c7d90',
  feed: EXAMPLE.feed,
  fileName: 'gtfs.zip',
  byAdmin: true,
  state: 'checked',
  startedAt: '2026-11-20T07:00:00Z',
  appliedAt: null,
  rows: 14_020,
  report: { routes: { added: 1, changed: 0, removed: 0, unchanged: 136 } },
  removals: null,
  hasServiceArea: true,
  samples: {
    routes: { added: [{ name: `45 ${EXAMPLE.stop}`, before: null }], changed: [], removed: [] },
    stops: null,
  },
  problems: [],
  warnings: [
    {
      file: 'trips.txt',
      line: 2,
      column: 'shape_id',
      reason: '"out" names a row of shapes.txt, which is missing',
      count: 736,
      done: 'lines are drawn through the stops',
      codes: { reason: ['of_missing_file', 'shapes.txt'], done: ['through_stops'], example: 'out' },
    },
  ],
  credits: [{ name: 'City transport', url: null }],
} as const

export const listFeedImports = operation({
  ...common,
  name: 'listFeedImports',
  method: 'get',
  path: '/api/feed-imports',
  rpc: 'list_gtfs_imports',
  summary: 'List recent feed imports',
  description: 'Returns the last twenty imports, newest first, and the existing feeds.',
  reply: z.object({ data: z.array(FeedImport), feeds: z.array(KnownFeed) }),
  examples: {
    reply: { data: [example], feeds: [{ feed: EXAMPLE.feed, routes: 136, stops: 4284, hasServiceArea: true }] },
  },
})

export const getFeedImport = operation({
  ...common,
  name: 'getFeedImport',
  method: 'get',
  path: '/api/feed-imports/{id}',
  rpc: 'get_gtfs_import',
  summary: 'Get a feed import',
  description: 'Returns its progress, the changes that it would make, or its errors.',
  params: byId('import'),
  reply: FeedImport,
  errors: ['not_found'],
  examples: { params: { id: example.id }, reply: example },
})

export const checkFeed = operation({
  ...common,
  name: 'checkFeed',
  method: 'post',
  path: '/api/feed-imports/{id}/check',
  summary: 'Check a feed',
  description:
    'The body is the zip file. It is read and checked completely without changing anything. Returns the changes that it would make, or its errors by cause, with the line of the first row of each.',
  params: byId('import'),
  query: z.object({ feed: FeedName, fileName: Text.trim().min(1).max(200) }),
  acceptsFile: true,
  maxBodyBytes: MAX_FEED_BYTES,
  body: z.object({ bytes: z.instanceof(Uint8Array) }),
  reply: FeedImport,
  errors: ['import_running', 'id_reused'],
  examples: { params: { id: example.id }, query: { feed: EXAMPLE.feed, fileName: 'gtfs.zip' }, reply: example },
})

export const checkProjectFeed = operation({
  ...common,
  name: 'checkProjectFeed',
  method: 'post',
  path: '/api/feed-imports/{id}/check-own',
  summary: 'Check the included feed',
  description: 'Like checking an uploaded file, for the feed included with the project.',
  params: byId('import'),
  reply: FeedImport,
  errors: ['import_running', 'id_reused', 'not_found'],
  examples: { params: { id: example.id }, reply: { ...example, fileName: null } },
})

export const applyFeed = operation({
  ...common,
  name: 'applyFeed',
  method: 'post',
  path: '/api/feed-imports/{id}/apply',
  rpc: 'apply_checked_gtfs_import',
  timeoutMs: 10 * 60_000, // writes a whole network; the database has the same timeout
  summary: 'Apply a checked feed',
  description:
    'Applies the feed in one transaction. Repeating the request returns the same result. If it removes more than a fifth of the feed’s routes or stops, returns 409 `large_removal` unless the removal is confirmed.',
  params: byId('import'),
  body: z.strictObject({ reason: Reason, confirmRemovals: z.boolean().default(false) }),
  reply: FeedImport,
  errors: ['not_found', 'import_running', 'invalid_transition', 'version_conflict', 'large_removal'],
  examples: {
    params: { id: example.id },
    body: { reason: 'New season.' },
    reply: { ...example, state: 'applied', appliedAt: '2026-11-20T07:05:00Z', samples: null },
  },
})

export const discardFeed = operation({
  ...common,
  name: 'discardFeed',
  method: 'delete',
  path: '/api/feed-imports/{id}',
  rpc: 'discard_gtfs_import',
  summary: 'Discard a feed that was not applied',
  description: 'Repeating the request changes nothing.',
  params: byId('import'),
  reply: Nothing,
  status: 204,
  errors: ['invalid_transition'],
  examples: { params: { id: example.id }, reply: null },
})
