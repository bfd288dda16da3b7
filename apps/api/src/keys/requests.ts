import type { CreatedApiKey } from '@salama/domain/api-keys/contract'
import { ask, type Problem, problemIn } from '@salama/ui/ask.ts'
import type { z } from 'zod'

// What the keys' pages ask of their own app. Where nothing answered nobody knows whether it was done; asking again with the
// same token of the try is safe.

export type NewKey = z.output<typeof CreatedApiKey>
type Answer<T> = { done: T } | { failed: Problem }

const told = <T>(asked: Promise<T>): Promise<Answer<T>> =>
  asked.then(
    (done) => ({ done }),
    (error) => ({ failed: problemIn(error) }),
  )

/** `attempt` names this try, so that a repeat after a lost answer makes no second key. */
export const makeKey = (attempt: string, body: { name: string; scopes: string[]; expiresInDays: number }) =>
  told(ask<NewKey>('/api/keys', { method: 'POST', body, idempotencyKey: attempt }))

export const replaceKey = (attempt: string, id: string) =>
  told(ask<NewKey>(`/api/keys/${id}/rotate`, { method: 'POST', idempotencyKey: attempt }))

export const revokeKey = (id: string) => told(ask<undefined>(`/api/keys/${id}`, { method: 'DELETE' }))
