import type { CreatedApiKey, createApiKey, revokeApiKey, rotateApiKey } from '@salama/domain/api-keys/contract'
import type {
  deleteWebhook as deleteOperation,
  rotateWebhookSecret,
  sendWebhook,
  setWebhook as setOperation,
} from '@salama/domain/webhooks/contract'
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

/** The same URL again is the same webhook, so that a retry creates no second one. */
export const setWebhook = (id: string, body: CallRequest<typeof setOperation>['body']) =>
  tryCall<typeof setOperation>('POST /api/api-keys/{id}/webhooks', { params: { id }, body })

export const deleteWebhook = (id: string) =>
  tryCall<typeof deleteOperation>('DELETE /api/webhooks/{id}', { params: { id }, names: null })

export const replaceWebhookSecret = (id: string) =>
  tryCall<typeof rotateWebhookSecret>('POST /api/webhooks/{id}/secret', { params: { id } })

/** A test, or what a delivery is about. */
export const sendToWebhook = (id: string, deliveryId?: string) =>
  tryCall<typeof sendWebhook>('POST /api/webhooks/{id}/deliveries', {
    params: { id },
    body: deliveryId === undefined ? {} : { deliveryId },
  })
