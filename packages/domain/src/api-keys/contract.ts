import { z } from 'zod'
import { API_KEY_RULES } from '../shared/limits.ts'
import { operation, SCOPES } from '../shared/operation.ts'
import { byId, Day, Instant, Nothing, OneLine, Page, PageQuery } from '../shared/shapes.ts'

export const ApiKeyScope = z
  .enum(SCOPES)
  .meta({ id: 'ApiKeyScope', description: 'What a key may read, one scope per domain.' })

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The part of the key that may be shown: `svc_live_<prefix>_…`.' }),
    scopes: z.array(ApiKeyScope),
    state: z.enum(['active', 'expired', 'revoked']),
    createdAt: Instant,
    expiresAt: Instant.meta({
      description: `A replaced key ends ${API_KEY_RULES.graceHours} hours after its replacement at the latest.`,
    }),
    lastUsedAt: Instant.nullable().meta({ description: 'To the minute.' }),
    replacedBy: z.uuid().nullable().meta({ description: 'The key that rotation put in its place.' }),
  })
  .meta({ id: 'ApiKey', description: 'A key with which another system reads. Nothing here lets anybody in.' })

export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({ description: 'The key itself. It is shown here and never again.' }),
}).meta({ id: 'CreatedApiKey', description: 'A key, this once with what opens the door.' })

export const ApiKeyBody = z
  .strictObject({
    name: OneLine.min(1).max(API_KEY_RULES.nameLength).meta({ description: 'For you: which system has it.' }),
    scopes: z.array(ApiKeyScope).min(1).max(SCOPES.length),
    expiresInDays: z.int().min(1).max(365).default(365),
  })
  .meta({ id: 'ApiKeyBody', description: 'A key to be made.' })

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
}
const exampleCreated = { ...example, key: 'svc_live_b7Qm20Xz9K_<46 letters and digits>' }

export const listApiKeys = operation({
  name: 'listApiKeys',
  method: 'get',
  path: '/api/v1/api-keys',
  rpc: 'list_api_keys',
  tag: 'API keys',
  summary: 'Your API keys',
  description:
    'The keys that you made: those that work first, then the newest. Revoked and expired ones stay listed. The key itself is never shown again.',
  access: 'user',
  query: PageQuery,
  reply: z.object({ data: z.array(ApiKey), page: Page }),
  errors: [],
  cache: 'no-store',
  examples: { reply: { data: [example], page: { nextCursor: null } } },
})

const Use = {
  requests: z.int().meta({ description: 'Requests that came with the key while it worked.' }),
  limited: z.int().meta({ description: 'How many of them were refused because they came too often (429).' }),
}

export const ApiKeyUsage = z
  .object({
    id: z.uuid(),
    from: Day,
    to: Day,
    days: z.array(z.object({ date: Day, ...Use })).meta({ description: 'Every day, oldest first.' }),
    total: z.object(Use),
  })
  .meta({ id: 'ApiKeyUsage', description: 'How much a key was used in 30 days.' })

export const getApiKeyUsage = operation({
  name: 'getApiKeyUsage',
  method: 'get',
  path: '/api/v1/api-keys/{id}/usage',
  tag: 'API keys',
  summary: 'How much an API key is used',
  description:
    'Requests with one of your keys by day, over the last 30 days, today included. Every server adds its counts about once a minute, so the newest requests may be missing for as long.',
  access: 'user',
  params: byId('API key'),
  reply: ApiKeyUsage,
  errors: ['not_found'],
  cache: 'no-store',
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
  summary: 'Make an API key',
  description: `Makes a key for another system, which sends it as \`X-API-KEY\`. The answer holds the key once; only a hash is kept. At most ${API_KEY_RULES.most} keys of an account work at the same time, and beside them, for ${API_KEY_RULES.graceHours} hours, those that were replaced, at most ${API_KEY_RULES.most} more. Because a key cannot be shown twice, a repeat with the same \`Idempotency-Key\` answers 409 \`api_key_already_created\` with \`keyId\`.`,
  access: 'user',
  acceptsIdempotencyKey: true,
  body: ApiKeyBody,
  reply: CreatedApiKey,
  status: 201,
  location: '/api/v1/api-keys',
  errors: ['too_many_api_keys', 'api_key_already_created', 'idempotency_key_reused', 'rate_limited'],
  cache: 'no-store',
  examples: {
    body: { name: 'Fleet monitor', scopes: ['incidents:read', 'vehicles:read'], expiresInDays: 365 },
    reply: exampleCreated,
  },
})

export const revokeApiKey = operation({
  name: 'revokeApiKey',
  method: 'delete',
  path: '/api/v1/api-keys/{id}',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description: `Ends one of your keys for good. It is refused everywhere within ${API_KEY_RULES.cacheSeconds} seconds and stays listed as revoked.`,
  access: 'user',
  params: byId('API key'),
  reply: Nothing,
  status: 204,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: example.id }, reply: null },
})

export const rotateApiKey = operation({
  name: 'rotateApiKey',
  method: 'post',
  path: '/api/v1/api-keys/{id}/rotate',
  tag: 'API keys',
  summary: 'Replace an API key',
  description: `Makes a new key with the name, the scopes and the length of life of one that works. The old key goes on for ${API_KEY_RULES.graceHours} hours, so that the other system can change over. It stays \`active\` until then, but is not replaced a second time (409 \`invalid_transition\`); at most ${API_KEY_RULES.most} keys are in this time at once. A repeat with the same \`Idempotency-Key\` answers 409 \`api_key_already_created\` with \`keyId\`.`,
  access: 'user',
  acceptsIdempotencyKey: true,
  params: byId('API key'),
  reply: CreatedApiKey,
  status: 201,
  location: '/api/v1/api-keys',
  errors: [
    'not_found',
    'invalid_transition',
    'too_many_api_keys',
    'api_key_already_created',
    'idempotency_key_reused',
    'rate_limited',
  ],
  cache: 'no-store',
  examples: { params: { id: example.id }, reply: exampleCreated },
})
