import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { evictApiKey } from '../machinery/memory/api-key-cache.ts'
import { useCase } from '../machinery/use-case.ts'
import { makeApiKey } from './api-key-hash.ts'
import * as contract from './contract.ts'
import { handOverApiKeyUse } from './count-api-key-use.ts'

export { noteApiKeyUse } from './count-api-key-use.ts'
export { isApiKeyCached, verifyApiKey } from './verify-api-key.ts'

export const getApiKey = useCase(contract.getApiKey)
export const listApiKeys = useCase(contract.listApiKeys)

/**
 * Creates a key for the caller. Only this response contains the secret.
 * @throws {DomainError} `too_many_api_keys`, `api_key_already_created`, `idempotency_key_reused`, `rate_limited`
 */
export const createApiKey = useCase(
  contract.createApiKey,
  async (caller, { name, scopes, expiresInDays, acceptsTerms, idempotencyKey }) => {
    const { key, prefix, hash } = makeApiKey()
    const stored = await callRpc(caller, 'create_api_key', {
      p_name: name,
      p_scopes: scopes,
      p_expires_in_days: expiresInDays,
      p_prefix: prefix,
      p_secret_hash: hash,
      p_idempotency_key: idempotencyKey,
      p_accepts_terms: acceptsTerms,
    })
    return { ...Object(stored), key }
  },
)

/**
 * Creates a replacement for an active key. The old key works for another 24 hours.
 * @throws {DomainError} `not_found`, `invalid_transition`, `too_many_api_keys`, `api_key_already_created`,
 *   `idempotency_key_reused`, `rate_limited`
 */
export const rotateApiKey = useCase(contract.rotateApiKey, async (caller, { id, idempotencyKey }) => {
  const { key, prefix, hash } = makeApiKey()
  const stored = await callRpc(caller, 'rotate_api_key', {
    p_id: id,
    p_prefix: prefix,
    p_secret_hash: hash,
    p_idempotency_key: idempotencyKey,
  })
  return { ...Object(stored), key }
})

const Revoked = z.object({ prefix: z.string() })

/** Revokes a key: in this process at once, in others when their cache expires. @throws {DomainError} `not_found` */
export const revokeApiKey = useCase(contract.revokeApiKey, async (caller, { id }) => {
  const { prefix } = Revoked.parse(await callRpc(caller, 'revoke_api_key', { p_id: id }))
  evictApiKey(prefix)
  return null
})

/**
 * The usage of one of the caller's keys by day, including the unsent counts of this process.
 * @throws {DomainError} `not_found`
 */
export const getApiKeyUsage = useCase(contract.getApiKeyUsage, async (caller, { id }) => {
  await handOverApiKeyUse().catch(() => {}) // figures that are a minute old are still useful
  return callRpc(caller, 'get_api_key_usage', { p_id: id })
})
