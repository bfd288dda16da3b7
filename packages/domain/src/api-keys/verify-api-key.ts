import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { apiKeyCache, type CachedApiKey } from '../machinery/memory/api-key-cache.ts'
import { DomainError, type ErrorSlug } from '../shared/errors.ts'
import { API_KEY_RULES } from '../shared/limits.ts'
import { SCOPES } from '../shared/operation.ts'
import { parseApiKey } from './api-key-hash.ts'

// Verifies API keys, with a cache.
//
// A database query costs as much as the read that the key is for, so results are cached: an active key for 30 seconds
// from the query, but never past its expiry, and an invalid one for 5. A key that was revoked in another process may
// therefore work for up to 30 seconds. Concurrent requests share one query. The cache is indexed by the key's hash,
// never by the key.

const TTL_MS = API_KEY_RULES.cacheSeconds * 1000
const NEGATIVE_TTL_MS = 5_000

const Answer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown') }),
  z.object({
    state: z.enum(['active', 'expired', 'revoked']),
    keyId: z.uuid(),
    ownerId: z.uuid(),
    scopes: z.array(z.enum(SCOPES)),
    expiresInS: z.number(),
  }),
])
type Answer = z.infer<typeof Answer>
type Cached = CachedApiKey<Answer>

const REFUSALS = {
  unknown: 'invalid_api_key',
  expired: 'api_key_expired',
  revoked: 'api_key_revoked',
} as const satisfies Record<string, ErrorSlug>

/**
 * Returns the id, owner and scopes of the key that another system sent.
 * @throws {DomainError} `invalid_api_key`, `api_key_expired`, `api_key_revoked`
 */
export async function verifyApiKey(sent: string, requestId: string) {
  const parsed = parseApiKey(sent)
  if (parsed === null) throw new DomainError('invalid_api_key')
  const known = apiKeyCache<Answer>().get(parsed.hash)
  const current = known !== undefined && Date.now() < known.untilMs ? known : query(parsed, requestId)
  const answer = await current.answer
  if (answer.state !== 'active') throw new DomainError(REFUSALS[answer.state])
  return { keyId: answer.keyId, ownerId: answer.ownerId, scopes: answer.scopes }
}

/**
 * Whether the key is cached, or was active before: it is no guess, and guesses from its IP address must not block it.
 */
export function isApiKeyCached(sent: string): boolean {
  const parsed = parseApiKey(sent)
  const known = parsed === null ? undefined : apiKeyCache<Answer>().get(parsed.hash)
  return known !== undefined && (known.wasGood || Date.now() < known.untilMs)
}

function query({ prefix, hash }: { prefix: string; hash: string }, requestId: string): Cached {
  const queriedMs = Date.now()
  const answer = queryDatabase(prefix, hash, requestId)
  const wasGood = apiKeyCache<Answer>().get(hash)?.wasGood ?? false
  const entry: Cached = { prefix, untilMs: queriedMs + TTL_MS, wasGood, answer }
  apiKeyCache<Answer>().set(hash, entry)
  entry.answer.then(
    (answer) => {
      const ttlMs = answer.state === 'active' ? Math.min(TTL_MS, answer.expiresInS * 1000) : NEGATIVE_TTL_MS
      entry.untilMs = queriedMs + ttlMs
      entry.wasGood = answer.state === 'active'
    },
    // The query failed: waiting requests get the error, and the next request queries again.
    () => {
      entry.untilMs = 0
    },
  )
  return entry
}

async function queryDatabase(prefix: string, hash: string, requestId: string): Promise<Answer> {
  const args = { p_prefix: prefix, p_secret_hash: hash }
  return Answer.parse(await callRpc({ kind: 'visitor', requestId }, 'verify_api_key', args))
}
