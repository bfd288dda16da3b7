import type { CreatedApiKey, createApiKey, revokeApiKey, rotateApiKey } from '@salama/domain/api-keys/contract'
import { type CallRequest, tryCall } from '@salama/http/call'
import type { z } from 'zod'

// The keys' pages' requests. Without a response a retry with the same Idempotency-Key is safe.

export type NewKey = z.output<typeof CreatedApiKey>

/** `idempotencyKey` identifies the attempt, so that a retry after a lost response creates no second key. */
export const makeKey = (idempotencyKey: string, body: CallRequest<typeof createApiKey>['body']) =>
  tryCall<typeof createApiKey>('POST /api/api-keys', { body, idempotencyKey })

export const replaceKey = (idempotencyKey: string, id: string) =>
  tryCall<typeof rotateApiKey>('POST /api/api-keys/{id}/rotate', { params: { id }, idempotencyKey })

export const revokeKey = (id: string) =>
  tryCall<typeof revokeApiKey>('DELETE /api/api-keys/{id}', { params: { id }, names: null })
