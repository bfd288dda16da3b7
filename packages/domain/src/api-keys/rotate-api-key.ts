import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { makeApiKey } from './api-key-hash.ts'
import { rotateApiKey as operation } from './contract.ts'

/**
 * Creates a replacement for an active key. The old key works for another 24 hours.
 *
 * @throws {DomainError} `not_found`, `invalid_transition`, `too_many_api_keys`, `api_key_already_created`,
 *   `idempotency_key_reused`, `rate_limited`
 */
export const rotateApiKey = useCase(operation, async (caller, { id, idempotencyKey }) => {
  const { key, prefix, hash } = makeApiKey()
  const stored = await callRpc(caller, 'rotate_api_key', {
    p_id: id,
    p_prefix: prefix,
    p_secret_hash: hash,
    p_idempotency_key: idempotencyKey,
  })
  return { ...Object(stored), key }
})
