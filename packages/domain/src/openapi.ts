import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import { operations } from './contract.ts'
import { type Document, hoist } from './openapi-components.ts'
import { describeDocument } from './openapi-descriptions.ts'
import { headersOf, usedHeaders } from './openapi-headers.ts'
import { samplesOf } from './openapi-samples.ts'
import { oneProblemOf, problemExample } from './problems.ts'
import { CITY_TEXTS, DATA_LICENCE } from './shared/city-words.ts'
import { ERRORS, type ErrorSlug } from './shared/errors.ts'
import { GeoJson, toGeoJson } from './shared/geo-json.ts'
import type { Operation } from './shared/operation.ts'
import { ConditionalHeaders, FilePage, IdempotencyHeaders, LastEventHeaders } from './shared/shapes.ts'

// The published contract: OpenAPI 3.1, generated from the operations that the routes run. A separate export, so that
// the generator stays out of browser bundles.

const TAGS: Record<string, string> = {
  Incidents: 'Public events derived from one or more reports.',
  Vehicles: 'Vehicles and their recorded facts.',
  Corridors: 'Trunk roads and the service area.',
  Routes: 'Routes of the network.',
  Saccos: 'Operator groups and their vehicles.',
  Search: 'Search vehicles, operator groups, routes, corridors and stops by name.',
  Health: 'Health of the service.',
  Auth: 'The current user.',
  'API keys': 'Keys that give other systems read access.',
  Webhooks: 'Changes of incidents, sent to a server of a key’s owner.',
  Reports: 'Reports by riders. Private: only reviewers see a report.',
  Feedback: 'Ratings of rides and their summary per vehicle.',
  Learning: 'Courses and the caller’s progress.',
  Documents: 'Legal documents and their acceptance.',
  Surveyor: 'Field work: sessions, assignments and collected data. Requires the role surveyor.',
  Reviews: 'The review queue, and incidents as reviewers see them. Requires the role admin.',
  Admin: 'Users and roles, assignments, stickers and the audit log. Requires the role admin.',
}

/** What holds for every operation, for readers of the document alone. */
const DESCRIPTION = `Safety and feedback for public transport: submit reports of incidents and read public data about them. Version 1 is only extended: your client must ignore fields, values and error codes that it does not know.

**Authentication.** Other systems send an API key in \`X-API-KEY\`, which gives read access within its scopes. Clients that act for a user send the user's access token as a bearer token. Send one of them, not both. Cookies are ignored.

**Licence.** What riders reported (incidents, votes, counts) is under ${DATA_LICENCE.name}, ${DATA_LICENCE.url}: name Salama and link here. Data answers say so in \`Link\` with \`rel="license"\`. Routes and stops keep the licence of their feed${CITY_TEXTS.licence ? ` (${CITY_TEXTS.licence.name})` : ''}: name ${CITY_TEXTS.credits.map(({ name }) => name).join(', ')}. Main roads, the service area and names of areas are © OpenStreetMap contributors, under the Open Database License (ODbL).

**Errors** are problem details (RFC 9457) with a permanent \`code\`. Branch on the code, and on the status for codes that you do not know. \`requestId\` identifies the request in our logs. 422 \`invalid_request\` lists all invalid values in \`errors\`, each with its path. Unknown parameters and fields are rejected, so that typing mistakes are noticed.

**Rate limits.** Where requests are limited, \`RateLimit-Policy\` has the limits and \`RateLimit\` the remaining requests. With 429 and 503, \`Retry-After\` has the seconds to wait.

**Pagination.** A list returns \`data\` and \`page\`. Send \`page.nextCursor\` as \`cursor\`, with the other parameters unchanged, until it is null. Only \`/incidents/changes\` has no end: wait while \`more\` is false. Cursors are opaque.

**Caching.** If a response has an \`ETag\`, send it as \`If-None-Match\`: 304 means that your copy is current. \`Cache-Control\` says how long you can reuse a response without a request.

**Retries** are safe. Reports, ratings, sessions and entries have an \`id\` that the client generates (UUIDv4): repeating a request returns 200 with the stored record, and \`id_reused\` means that the id was sent with different content. Where the service generates the id, send an \`Idempotency-Key\`. Operations with a \`version\` return 409 \`version_conflict\` if the resource was changed in the meantime: read it again and retry.

**Formats.** JSON in UTF-8; times in RFC 3339, in UTC in responses; lengths in metres, with the unit in the name; coordinates in degrees (WGS 84). Texts in requests are trimmed before their length is checked, and must not contain U+0000 or unpaired surrogates. Times and days in requests must be in the years 1900 to 2199.

**Methods.** Every path supports \`OPTIONS\`, and \`HEAD\` where it supports \`GET\`; any other method returns 405 with \`Allow\`.`

const acceptsApiKey = (op: Operation) => typeof op.access === 'object' && 'scope' in op.access

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** What a key can read comes first, then what else is read; what deletes comes last. */
const rankOf = (op: Operation) => (acceptsApiKey(op) ? 0 : METHODS.length) + METHODS.indexOf(op.method)

/** Failures that any operation can have, by what it accepts. */
function commonErrors(op: Operation): ErrorSlug[] {
  const token: ErrorSlug[] = ['ambiguous_credentials', 'unauthenticated', 'invalid_token', 'token_expired']
  const apiKey: ErrorSlug[] = acceptsApiKey(op)
    ? ['invalid_api_key', 'api_key_expired', 'api_key_revoked', 'scope_missing']
    : ['api_key_not_accepted']
  const credential = op.access === 'public' ? [] : [...token, ...apiKey]
  const role: ErrorSlug[] =
    typeof op.access === 'object' && 'role' in op.access
      ? ['role_required', ...(op.access.role === 'admin' ? (['second_factor_required'] as const) : [])]
      : []
  const body: ErrorSlug[] = op.body ? ['unreadable_body', 'body_too_large', 'unsupported_media_type'] : []
  const always: ErrorSlug[] = [
    'method_not_allowed',
    'not_acceptable',
    'invalid_request',
    'rate_limited',
    'internal',
    'unavailable',
  ]
  return [...credential, ...role, ...body, ...always]
}

function problemReplies(op: Operation): RouteConfig['responses'] {
  const shown = { api: 'https://api.salama.test', instance: '/api/v1/…' }
  const byStatus = Map.groupBy(new Set([...commonErrors(op), ...op.errors]), (slug) => ERRORS[slug].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, slugs]) => [
        status,
        {
          description: slugs.map((slug) => `\`${slug}\`: ${ERRORS[slug].title}`).join('\n\n'),
          headers: headersOf(op, status),
          content: {
            'application/problem+json': {
              schema: oneProblemOf(slugs),
              examples: Object.fromEntries(slugs.map((slug) => [slug, { value: problemExample(slug, shown) }])),
            },
          },
        },
      ]),
  )
}

function security(op: Operation): RouteConfig['security'] {
  if (op.access === 'public') return []
  const { access } = op
  return typeof access === 'object' && 'scope' in access
    ? [{ bearerAuth: [] }, { apiKeyAuth: [access.scope] }]
    : [{ bearerAuth: [] }]
}

/** What the generator cannot derive: an example value for each parameter. */
function addParameterExamples(op: Operation, parameters: { name?: string; example?: unknown }[] | undefined) {
  const values: Record<string, unknown> = {
    ...op.examples.params,
    ...op.examples.query,
    'Idempotency-Key': 'fleet-monitor-2026-11-20',
    'If-None-Match': 'W/"m0Zq"',
  }
  for (const parameter of parameters ?? [])
    if (parameter.name !== undefined && parameter.name in values) parameter.example = values[parameter.name]
}

/** Whether the reply can be a repeat of an id that was stored before. */
const canRepeat = (op: Operation) => op.reply instanceof z.ZodObject && 'repeated' in op.reply.shape

/** Whether its responses carry an ETag. */
const isTagged = (op: Operation) => op.method === 'get' && op.cache !== 'no-store'

/** A file in the document: only its text is the body. */
const FILE_TEXT = z.string()

const BYTES = z.string().meta({ format: 'binary', description: 'A FeedMessage of gtfs-realtime.proto.' })

/** The description of a 201, and where the created resource is read when it has no URL of its own. */
const createdWords = ({ location }: Operation) =>
  location && !location.includes('{id}')
    ? `Created. \`Location\` is \`${location}\`, because it has no URL of its own.`
    : 'Created.'

function contentOf(op: Operation) {
  const { reply } = op.examples
  if (op.binary) return { [op.binary]: { schema: BYTES } }
  if (op.events) return { 'text/event-stream': { schema: FILE_TEXT, example: reply } }
  if (op.file) return { [op.file.type]: { schema: FILE_TEXT, example: FilePage.parse(reply).text } }
  return {
    'application/json': { schema: op.reply, example: reply },
    ...(op.geoJson && { 'application/geo+json': { schema: GeoJson, example: toGeoJson(reply) } }),
  }
}

function success(op: Operation): RouteConfig['responses'] {
  const headers = (status: number) => ({ headers: headersOf(op, status) })
  if (op.status === 204)
    return { 204: { description: 'Success, without a body. Repeating the request is safe.', ...headers(204) } }
  const content = contentOf(op)
  if (op.status === 201)
    return {
      ...(canRepeat(op) && {
        200: {
          description: 'The id was received before. Returns the stored record unchanged.',
          ...headers(200),
          content,
        },
      }),
      201: { description: createdWords(op), ...headers(201), content },
    }
  return {
    200: { description: 'Success.', ...headers(200), content },
    ...(isTagged(op) && {
      304: { description: 'Not modified since the `ETag` that was sent.', ...headers(304) },
    }),
  }
}

/** The OpenAPI 3.1 document of all operations, which are served at `serverUrl`. */
export function buildDocument(serverUrl: string, described: readonly Operation[] = operations) {
  const origin = serverUrl.replace(/\/$/, '')
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearerAuth', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a user, issued by the identity service that all Salama apps use. `POST /auth/v1/token?grant_type=password` there, with its publishable key in the header `apikey` and `{"email": …, "password": …}` as JSON, returns `access_token`, its lifetime in seconds (`expires_in`), and a `refresh_token`. With `grant_type=refresh_token` and `{"refresh_token": …}` it returns new ones. The URL and the publishable key are in the example request on the home page of this service (`/`). If another identity provider is configured, its access tokens are accepted instead.',
  })
  registry.registerComponent('securitySchemes', 'apiKeyAuth', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description:
      'A key that a user created for another system. It has read access within its scopes; the one that an operation needs is in its security requirement.',
  })
  for (const [name, header] of usedHeaders(described)) registry.registerComponent('headers', name, header)
  for (const op of described.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    registry.registerPath({
      operationId: op.name,
      ...(op.deprecated && { deprecated: true }),
      method: op.method,
      path: op.path,
      tags: [op.tag],
      summary: op.summary,
      description: op.description,
      security: security(op) ?? [],
      request: {
        ...(op.params && { params: op.params }),
        ...(op.query && { query: op.query }),
        ...(op.acceptsIdempotencyKey && { headers: IdempotencyHeaders }),
        ...(isTagged(op) && { headers: ConditionalHeaders }),
        ...(op.events && { headers: LastEventHeaders }),
        ...(op.body && {
          body: {
            required: true,
            content: { 'application/json': { schema: op.body, example: op.examples.body } },
          },
        }),
      },
      responses: { ...success(op), ...problemReplies(op) },
      'x-codeSamples': samplesOf(op, origin),
    } as RouteConfig)
  }
  const used = new Set(described.map((op) => op.tag))
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Salama API',
      version: packageJson.version,
      description: DESCRIPTION,
      contact: { name: 'Salama', email: 'developers@salama.test' },
      license: DATA_LICENCE,
    },
    servers: [{ url: origin, description: 'This service' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
  })
  for (const op of described)
    addParameterExamples(op, document.paths?.[op.path]?.[op.method]?.parameters as { name?: string }[] | undefined)
  const whole = document as unknown as Document // the generator's types allow a $ref anywhere; there is none yet
  describeDocument(whole)
  hoist(whole)
  return document
}
