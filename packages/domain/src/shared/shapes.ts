import { z } from 'zod'
import { CITY } from './city.ts'
import { IDENTIFIER_LENGTH, PAGE_SIZE, REASON_LENGTH } from './limits.ts'
import { RECEIPT_CODE } from './receipt-code.ts'
import { searched } from './spelling.ts'

// Schemas that several nouns share. On the wire: camelCase, RFC 3339 UTC times, metres with the unit in the name.

/** What a link or a message carries so that nobody can guess it: 130 random bits, as `app.random_code` writes them. */
export const Secret = z.string().regex(RECEIPT_CODE)

/** An instant in a reply: RFC 3339 in UTC. */
export const Instant = z.iso.datetime({ offset: true }).describe('RFC 3339 date and time, UTC')

/** An instant in a request, with any offset; converted to UTC. Implausible years are rejected. */
export const RequestInstant = z.iso
  .datetime({ offset: true })
  .refine((text) => /^(19|20|21)/.test(text), 'A year between 1900 and 2199.')
  .transform((text) => new Date(text).toISOString())
  .describe('RFC 3339 date and time, in the years 1900 to 2199.')

/** A calendar day in the time zone of the service. */
export const Day = z.iso.date().describe('A day in the city.')

/** The clock of a phone may be wrong: how long ago something was it knows, as long as nobody sets it. */
export const SentAt = RequestInstant.optional().describe(
  'What the clock that the other times come from showed when this request was sent; its error is taken off. Not part of the content: a repeat has another.',
)

/** A day in a request. Implausible years are rejected, as with instants. */
export const RequestDay = Day.refine((text) => /^(19|20|21)/.test(text), 'A year between 1900 and 2199.').describe(
  'A day in the city, in the years 1900 to 2199.',
)

/** The languages of all user-facing text. */
export const Locale = z.enum(CITY.languages)

/** The language that a text is in: one of the city's, unless it is in none of them. */
export const TextLocale = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?$/)

/** A language that was chosen before; the first where the city no longer has it. */
export const ChosenLocale = Locale.catch(CITY.languages[0])

/** A label that is a row of the database, by language. */
export const Labels = z.object({ en: z.string(), sw: z.string() }).catchall(z.string())

/** Free text. PostgreSQL stores no NUL and no lone surrogate. */
export const Text = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), 'Not readable as text.')

/** What is searched for. Signs alone match nothing, and "nothing found" would be a wrong answer. */
export const Searched = Text.refine((text) => searched(text) !== '', {
  error: 'At least one letter or digit.',
  abort: true,
})

/**
 * A name: one line of visible characters, which reads the same wherever it is shown. app.is_one_line in SQL has the
 * same invisible characters; unassigned Unicode code points are rejected only here.
 */
export const OneLine = Text.trim().refine(
  (text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text),
  'One line of letters, digits and signs that can be seen.',
)

/** The reason for a privileged action, stored in the audit log. */
export const Reason = Text.trim().min(REASON_LENGTH.minLength).max(REASON_LENGTH.maxLength)

/** A schema with a name of its own in the document, or null. `.nullable()` would publish an unsatisfiable schema. */
export const orNull = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()])

/** Degrees too small for PostgreSQL to convert to radians are treated as zero. */
const degrees = (most: number) =>
  z
    .number()
    .min(-most)
    .max(most)
    .overwrite((value) => (Math.abs(value) < 1e-12 ? 0 : value))

export const Latitude = degrees(90).describe('Degrees north, WGS 84')
export const Longitude = degrees(180).describe('Degrees east, WGS 84')

/** `?lat=` and `?lng=` where a place is optional; see `bothOrNeither`. */
export const optionalPlace = () => ({
  lat: queryNumber(Latitude).optional().describe('Degrees north, WGS 84. Send `lat` and `lng`, or neither.'),
  lng: queryNumber(Longitude).optional().describe('Degrees east, WGS 84. Send `lat` and `lng`, or neither.'),
})

/** For a query with `lat` and `lng`: a place is both coordinates or none. */
export const bothOrNeither = [
  (query: { lat?: number | undefined; lng?: number | undefined }) =>
    (query.lat === undefined) === (query.lng === undefined),
  { path: ['lng'], error: 'Send lat and lng, or neither.' },
] satisfies [unknown, object]

/** The version of a record; sent back with a change, so that nobody overwrites what they have not seen. */
export const Version = z.int().max(2_147_483_647)

/** A path parameter that is an id. */
export const byId = (what: string) => z.object({ id: z.uuid().describe(`The id of the ${what}.`) })

export const ByIdOrSlug = z.object({ id: Text.min(1).max(80).describe('The id or the slug.') })

/** The query parameters of a plain form's URL. */
export const FormQuery = z.object({
  locale: Locale.default(CITY.languages[0]).describe('The language of the page to return to.'),
})

export const Point = z
  .object({ lat: Latitude, lng: Longitude })
  .meta({ id: 'Point', description: 'A place, in degrees (WGS 84).' })

/** Where an object is in the GTFS feed that it came from. */
export const GtfsRef = z
  .object({
    feedId: z.string().describe('The feed, as the operator of this service named it.'),
    id: z.string().describe('The `stop_id`, `route_id` or `agency_id` in that feed.'),
  })
  .meta({ id: 'GtfsRef', description: 'The id of an object in the GTFS feed that it came from.' })

export const StopRef = z
  .object({ id: z.uuid(), name: z.string().describe('As the feed has it.'), gtfs: GtfsRef })
  .meta({ id: 'StopRef', description: 'A stop of the public transport network.' })

export const CorridorRef = z
  .object({ id: z.uuid(), slug: z.string(), name: z.string() })
  .meta({ id: 'CorridorRef', description: 'A trunk road that routes share.' })

export const SaccoRef = z
  .object({ id: z.uuid(), slug: z.string(), name: z.string() })
  .meta({ id: 'SaccoRef', description: 'An operator group.' })

export const RouteRef = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    shortName: z.string(),
    longName: z.string().describe('As the feed has it.'),
    name: z.string().describe('As riders call it: the number and the two ends.'),
  })
  .meta({ id: 'RouteRef', description: 'A route of the public transport network.' })

export const Location = z
  .object({
    inServiceArea: z.boolean(),
    serviceArea: z.string().nullable().describe('The area that contains the place, else the nearest one.'),
    corridor: orNull(CorridorRef).describe('The corridor within 250 m, if any.'),
    distanceM: z.number().nullable().describe('Distance from the place to the corridor in metres.'),
  })
  .meta({ id: 'Location', description: 'Whether a place is in the service area, and its corridor.' })

export const Page = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` with the same parameters to get the next page; null on the last page.'),
  })
  .meta({ id: 'Page', description: 'Pagination of a list.' })

/** The reply of an operation that returns a file: its text, and the cursor of the next page. */
export const FilePage = z.object({ text: z.string(), page: Page })

/** A numeric query parameter. An empty or non-numeric text stays a text and is rejected, never read as 0. */
export const queryNumber = <S extends z.ZodType<number>>(schema: S) =>
  z.preprocess((raw) => (typeof raw === 'string' && DECIMAL.test(raw) ? Number(raw) : raw), schema)

export const queryFlag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((flag) => flag === 'true')

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** The header that identifies a request for a safe retry. */
export const IdempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[ -~]{1,255}$/, 'One to 255 printable ASCII characters.')
    .optional()
    .describe('A unique value for each request; send the same one when you retry. Stored for 24 hours.'),
})

/** The header that revalidates a cached response. */
export const ConditionalHeaders = z.object({
  'If-None-Match': z.string().optional().describe('The `ETag` of your copy: returns 304 while it is current.'),
})

/** The header with which a client of server-sent events reconnects. */
export const LastEventHeaders = z.object({
  'Last-Event-ID': z
    .string()
    .max(400)
    .optional()
    .describe('The `id` of the last event that you received, in place of `cursor`.'),
})

/** The reply of an operation that returns 204. */
export const Nothing = z.null()

/** `?limit=` and `?cursor=` of every list. */
export const PageQuery = z.object({
  limit: queryNumber(z.int().min(1).max(PAGE_SIZE.most))
    .default(PAGE_SIZE.usual)
    .optional()
    .describe(`Items per page, at most ${PAGE_SIZE.most}.`),
  cursor: z
    .string()
    .max(400)
    .optional()
    .describe(
      'An opaque value: `page.nextCursor` of the previous page. Keep all other parameters but `limit` unchanged.',
    ),
})

export const VehicleRef = z
  .object({
    id: z.uuid().nullable().describe('Null if only the plate is known.'),
    publicCode: z.string().nullable().describe('The code on its sticker.'),
    plate: z.string(),
    fleetName: z.string().nullable().describe('The name on the vehicle.'),
  })
  .meta({ id: 'VehicleRef', description: 'One physical vehicle.' })

const Identifier = Text.trim().min(IDENTIFIER_LENGTH.least).max(IDENTIFIER_LENGTH.most)

/** A vehicle in a request; normalized to its identifier. A plain form can send only the text. */
export const NamedVehicle = z
  .union([z.strictObject({ identifier: Identifier }), Identifier])
  .transform((vehicle) => (typeof vehicle === 'string' ? vehicle : vehicle.identifier))
  .meta({
    id: 'NamedVehicle',
    description:
      'The id, the public code on the sticker, or the number plate in any spelling; alone, or as `identifier`.',
  })

/** Of a query. */
export const idList = (of: string) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).min(1).max(100))
    .describe(`Up to 100 ${of} ids, separated by commas.`)

/** A filter by what has an id and a slug. */
export const OfIdOrSlug = Text.min(1).max(80).optional()

export const Problem = z
  .object({
    type: z.string().describe('The URL of a page about the code.'),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('Permanent slug. Branch on this.'),
    detail: z.string().optional(),
    instance: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' })
