import { z } from 'zod'
import { API_KEY_RULES } from '../shared/limits.ts'
import { operation, SCOPES } from '../shared/operation.ts'
import { byId, Day, Instant, Nothing, OneLine, Page, PageQuery } from '../shared/shapes.ts'

export const ApiKeyScope = z
  .enum(SCOPES)
  .meta({ id: 'ApiKeyScope', description: 'The data that a key can read, one scope per domain.' })

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('The visible part of the key: `svc_live_<prefix>_…`.'),
    scopes: z.array(ApiKeyScope),
    state: z.enum(['active', 'expired', 'revoked']),
    createdAt: Instant,
    expiresAt: Instant.describe(
      `A replaced key expires at most ${API_KEY_RULES.graceHours} hours after its replacement.`,
    ),
    lastUsedAt: Instant.nullable().describe('Rounded to the minute.'),
    replacedBy: z.uuid().nullable().describe('The key that replaced it.'),
    termsAcceptedAt: Instant.nullable().describe('When the licence and terms of the data were accepted for it.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key of another system, without its secret.' })

export const CreatedApiKey = ApiKey.extend({
  key: z.string().describe('The key itself, shown only once.'),
}).meta({ id: 'CreatedApiKey', description: 'A new API key with its secret.' })

export const ApiKeyBody = z
  .strictObject({
    name: OneLine.min(1)
      .max(API_KEY_RULES.nameLength)
      .describe('A name for your own use, such as the system that uses the key.'),
    scopes: z.array(ApiKeyScope).min(1).max(SCOPES.length),
    expiresInDays: z.int().min(1).max(365).default(365),
    acceptsTerms: z
      .boolean()
      .default(false)
      .describe('`true`: you accept the licence and terms of the data; the time is stored.'),
  })
  .meta({ id: 'ApiKeyBody', description: 'An API key to create.' })

const example = {
  id: '3d0f7c5a-52f4-4f6b-9a5e-9f4c0f9d7b21',
  name: 'Fleet monitor',
  prefix: 'b7Qm20Xz9K',
  scopes: ['incidents:read', 'vehicles:read'],
  state: 'active',
  createdAt: '2026-11-20T06:52:04Z',
  expiresAt: '2027-11-20T06:52:04Z',
  lastUsedAt: null,
  replacedBy: null,
  termsAcceptedAt: '2026-11-20T06:52:04Z',
}
const exampleCreated = { ...example, key: 'svc_live_b7Qm20Xz9K_<46 letters and digits>' }

export const listApiKeys = operation({
  name: 'listApiKeys',
  method: 'get',
  path: '/api/v1/api-keys',
  tag: 'API keys',
  summary: 'List your API keys',
  description:
    'Returns your keys: active ones first, then the newest. Revoked and expired keys stay listed. The key itself is never returned again.',
  access: 'user',
  query: PageQuery,
  reply: z.object({ data: z.array(ApiKey), page: Page }),
  examples: { reply: { data: [example], page: { nextCursor: null } } },
})

export const getApiKey = operation({
  name: 'getApiKey',
  method: 'get',
  path: '/api/v1/api-keys/{id}',
  tag: 'API keys',
  summary: 'Get an API key',
  description: 'Returns one of your keys, without the key itself.',
  access: 'user',
  params: byId('API key'),
  reply: ApiKey,
  errors: ['not_found'],
  examples: { params: { id: example.id }, reply: example },
})

const Use = {
  requests: z.int().describe('Requests with the key while it was active.'),
  limited: z.int().describe('Requests that were rate limited (429).'),
}

export const ApiKeyUsage = z
  .object({
    id: z.uuid(),
    from: Day,
    to: Day,
    days: z.array(z.object({ date: Day, ...Use })).describe('Every day, oldest first.'),
    total: z.object(Use),
  })
  .meta({ id: 'ApiKeyUsage', description: 'Usage of a key over 30 days.' })

export const getApiKeyUsage = operation({
  name: 'getApiKeyUsage',
  method: 'get',
  path: '/api/v1/api-keys/{id}/usage',
  tag: 'API keys',
  summary: 'Get the usage of an API key',
  description:
    'Returns the daily requests with one of your keys over the last 30 days, including today. Servers report their counts about once a minute, so the latest requests may be missing.',
  access: 'user',
  params: byId('API key'),
  reply: ApiKeyUsage,
  errors: ['not_found'],
  examples: {
    params: { id: example.id },
    reply: {
      id: example.id,
      from: '2026-10-22',
      to: '2026-11-20',
      days: [
        { date: '2026-11-19', requests: 1412, limited: 0 },
        { date: '2026-11-20', requests: 380, limited: 12 },
      ],
      total: { requests: 1792, limited: 12 },
    },
  },
})

export const createApiKey = operation({
  name: 'createApiKey',
  method: 'post',
  path: '/api/v1/api-keys',
  tag: 'API keys',
  summary: 'Create an API key',
  description: `Creates a key for another system, which sends it as \`X-API-KEY\`. The response contains the key once; only its hash is stored. An account can have ${API_KEY_RULES.most} active keys, plus up to ${API_KEY_RULES.most} replaced keys that stay valid for ${API_KEY_RULES.graceHours} hours. Because a key cannot be shown twice, a repeat with the same \`Idempotency-Key\` returns 409 \`api_key_already_created\` with \`keyId\`.`,
  access: 'user',
  acceptsIdempotencyKey: true,
  body: ApiKeyBody,
  reply: CreatedApiKey,
  status: 201,
  errors: ['too_many_api_keys', 'api_key_already_created', 'idempotency_key_reused', 'rate_limited'],
  examples: {
    body: {
      name: 'Fleet monitor',
      scopes: ['incidents:read', 'vehicles:read'],
      expiresInDays: 365,
      acceptsTerms: true,
    },
    reply: exampleCreated,
  },
})

export const revokeApiKey = operation({
  name: 'revokeApiKey',
  method: 'delete',
  path: '/api/v1/api-keys/{id}',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description: `Permanently revokes one of your keys. It is refused everywhere within ${API_KEY_RULES.cacheSeconds} seconds and stays listed as revoked.`,
  access: 'user',
  params: byId('API key'),
  reply: Nothing,
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: example.id }, reply: null },
})

export const rotateApiKey = operation({
  name: 'rotateApiKey',
  method: 'post',
  path: '/api/v1/api-keys/{id}/rotate',
  tag: 'API keys',
  summary: 'Replace an API key',
  description: `Creates a new key with the name, scopes and lifetime of an active one. The old key stays valid for ${API_KEY_RULES.graceHours} hours, so that the other system can switch. It stays \`active\` until then, but cannot be replaced again (409 \`invalid_transition\`); at most ${API_KEY_RULES.most} keys can be in this period. A repeat with the same \`Idempotency-Key\` returns 409 \`api_key_already_created\` with \`keyId\`.`,
  access: 'user',
  acceptsIdempotencyKey: true,
  params: byId('API key'),
  reply: CreatedApiKey,
  status: 201,
  location: '/api/v1/api-keys/{id}',
  errors: [
    'not_found',
    'invalid_transition',
    'too_many_api_keys',
    'api_key_already_created',
    'idempotency_key_reused',
    'rate_limited',
  ],
  examples: { params: { id: example.id }, reply: exampleCreated },
})
