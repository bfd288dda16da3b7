import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import { operations } from './contract.ts'
import { type Document, hoist } from './openapi-components.ts'
import { headersOf, usedHeaders } from './openapi-headers.ts'
import { oneProblemOf, problemExample } from './problems.ts'
import { ERRORS, type ErrorSlug } from './shared/errors.ts'
import type { Operation } from './shared/operation.ts'
import { ConditionalHeaders, FilePage, IdempotencyHeaders } from './shared/shapes.ts'

// The published contract: OpenAPI 3.1, generated from the operations that the routes run. A separate export, so that
// the generator stays out of browser bundles.

const TAGS: Record<string, string> = {
  Health: 'Is the service there?',
  Auth: 'Who the caller is.',
  'API keys': 'Keys with which other systems read.',
  Reports: 'What riders saw. Private: a report is never shown to anyone but reviewers.',
  Incidents: 'What several reports have in common, as far as it may be public.',
  Vehicles: 'What is known of one vehicle.',
  Feedback: 'What riders say about a ride, and what it adds up to.',
  Corridors: 'Trunk roads and the area that is covered.',
  Routes: 'Routes of the network.',
  Saccos: 'Operator groups and their vehicles.',
  Search: 'Find a vehicle, an operator group, a route, a corridor or a stop by what people call it.',
  Learning: 'Courses, and how far the caller is.',
  Documents: 'Legal documents and who accepted which version.',
  Surveyor: 'Field work: sessions, assignments and what was collected. Needs the role surveyor.',
  Reviews: 'The review queue, and incidents as reviewers see them. Requires the role admin.',
  Admin: 'People and their roles, assignments, stickers, and what was done. Needs the role admin.',
}

/** What holds for every operation, for readers of the document alone. */
const DESCRIPTION = `Safety and feedback for public transport: report what happened, read what is known. Version 1 only grows: expect members, values and codes that are new to you.

**Who asks.** Another system reads with an API key in \`X-API-KEY\`, within its scopes; whoever acts for a person sends that person's access token as a bearer. One of them, never both. No cookie counts here.

**Errors** are problems (RFC 9457) with a permanent \`code\`: branch on it, and on the status where a code is new to you. \`requestId\` finds the request in our logs. 422 \`invalid_request\` names in \`errors\` everything that is wrong at once, each with its path. Unknown parameters and members are refused, so that a slip of the pen is never passed over.

**Limits.** Where requests are counted, \`RateLimit-Policy\` says how many there may be and \`RateLimit\` how many are left. 429 and 503 say in \`Retry-After\` after how many seconds to come back.

**Pages.** A list answers \`data\` and \`page\`: send \`page.nextCursor\` as \`cursor\`, with the other parameters as they were, until it is null. Only \`/incidents/changes\` has no end: there, wait when \`more\` is false. A cursor is opaque.

**Unchanged.** An answer with an \`ETag\` need not be sent twice: ask with \`If-None-Match\`, and 304 says that what you have still holds. \`Cache-Control\` says for how long not to ask at all.

**Trying again** is safe. Reports, ratings, sessions and entries carry an \`id\` that the client makes (UUIDv4): the same again answers 200 with what is stored, and \`id_reused\` means that it came with something else. Where the service makes the id, send an \`Idempotency-Key\`. What takes a \`version\` answers 409 \`version_conflict\` when it was changed meanwhile: read it again, then decide.

**Shapes.** JSON in UTF-8; times in RFC 3339, answered in UTC; lengths in metres with the unit in the name; coordinates in degrees (WGS 84). Texts in requests are trimmed before their length is counted, and hold no U+0000 and no half of a surrogate pair. Times and days in requests are in the years 1900 to 2199.

**Methods.** Every path answers \`OPTIONS\`, and \`HEAD\` where it answers \`GET\`; any other method is 405 with \`Allow\`.`

const acceptsApiKey = (op: Operation) => typeof op.access === 'object' && 'scope' in op.access

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
  return acceptsApiKey(op) ? [{ bearerAuth: [] }, { apiKeyAuth: [] }] : [{ bearerAuth: [] }]
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

/** The description of a 201, and where the created resource is read when it has no URL of its own. */
const takenIn = ({ location }: Operation) =>
  location ? `Taken in. It has no address of its own: \`Location\` is \`${location}\`, where it is read.` : 'Taken in.'

function success(op: Operation): RouteConfig['responses'] {
  const headers = (status: number) => ({ headers: headersOf(op, status) })
  if (op.status === 204)
    return { 204: { description: 'Done; there is nothing to say. Doing it again is fine.', ...headers(204) } }
  const content = op.file
    ? { [op.file.type]: { schema: FILE_TEXT, example: FilePage.parse(op.examples.reply).text } }
    : { 'application/json': { schema: op.reply, example: op.examples.reply } }
  if (op.status === 201)
    return {
      ...(canRepeat(op) && {
        200: {
          description: 'This id had arrived before: what is stored. Nothing was changed.',
          ...headers(200),
          content,
        },
      }),
      201: { description: takenIn(op), ...headers(201), content },
    }
  return {
    200: { description: 'What was asked for.', ...headers(200), content },
    ...(isTagged(op) && {
      304: { description: 'Nothing has changed since the `ETag` that was sent.', ...headers(304) },
    }),
  }
}

/** The OpenAPI 3.1 document of all operations, which are served at `serverUrl`. */
export function buildDocument(serverUrl: string, described: readonly Operation[] = operations) {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearerAuth', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a person. Ask the service where all Salama apps sign in: `POST /auth/v1/token?grant_type=password` there, with its publishable key in the header `apikey` and `{"email": …, "password": …}` as JSON, answers `access_token`, in how many seconds it ends (`expires_in`), and a `refresh_token`; the same with `grant_type=refresh_token` and `{"refresh_token": …}` answers the next ones. Its address and the publishable key are in the request to copy on the first page of this service (`/`). Where another identity provider is configured, its access tokens are taken instead.',
  })
  registry.registerComponent('securitySchemes', 'apiKeyAuth', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'A key that a signed-in person made for another system. It reads what its scopes name, and no more.',
  })
  for (const [name, header] of usedHeaders(described)) registry.registerComponent('headers', name, header)
  for (const op of described) {
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
        ...(op.body && {
          body: {
            required: true,
            content: { 'application/json': { schema: op.body, example: op.examples.body } },
          },
        }),
      },
      responses: { ...success(op), ...problemReplies(op) },
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
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl.replace(/\/$/, ''), description: 'This service' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
  })
  for (const op of described)
    addParameterExamples(op, document.paths?.[op.path]?.[op.method]?.parameters as { name?: string }[] | undefined)
  hoist(document as unknown as Document) // the generator's types allow a $ref anywhere; there is none yet
  return document
}
