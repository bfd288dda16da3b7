import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { makeApiKey } from './api-key-hash.ts'
import { createApiKey as operation } from './contract.ts'

/**
 * Creates a key for the caller. Only this response contains the secret.
 *
 * @throws {DomainError} `too_many_api_keys`, `api_key_already_created`, `idempotency_key_reused`, `rate_limited`
 */
export const createApiKey = useCase(operation, async (caller, { name, scopes, expiresInDays, idempotencyKey }) => {
  const { key, prefix, hash } = makeApiKey()
  const stored = await callRpc(caller, 'create_api_key', {
    p_name: name,
    p_scopes: scopes,
    p_expires_in_days: expiresInDays,
    p_prefix: prefix,
    p_secret_hash: hash,
    p_idempotency_key: idempotencyKey,
  })
  return { ...Object(stored), key }
})
