import type { CreatedApiKey, createApiKey, revokeApiKey, rotateApiKey } from '@salama/domain/api-keys/contract'
import { type CallRequest, tryCall } from '@salama/http/call'
import type { z } from 'zod'

// What the keys' pages ask of their own app. Where nothing answered nobody knows whether it was done; asking again with the
// same token of the try is safe.

export type NewKey = z.output<typeof CreatedApiKey>

/** `idempotencyKey` names this try, so that a repeat after a lost response makes no second key. */
export const makeKey = (idempotencyKey: string, body: CallRequest<typeof createApiKey>['body']) =>
  tryCall<typeof createApiKey>('POST /api/api-keys', { body, idempotencyKey })

export const replaceKey = (idempotencyKey: string, id: string) =>
  tryCall<typeof rotateApiKey>('POST /api/api-keys/{id}/rotate', { params: { id }, idempotencyKey })

export const revokeKey = (id: string) => tryCall<typeof revokeApiKey>('DELETE /api/api-keys/{id}', { params: { id } })
