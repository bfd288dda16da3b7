import type { CreatedApiKey } from '@salama/domain/api-keys/contract'
import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'
import type { z } from 'zod'

// What the keys' pages ask of their own app.

/** A slow line should not make anybody wait for ever. */
const TIMEOUT_MS = 20_000

export type NewKey = z.output<typeof CreatedApiKey>
/** Why it was not done. `network`: nobody knows whether it was; asking again with the same token of the try is safe. */
export type Failure = { code: ErrorSlug | 'network'; retryAfterS: number | null; keyId: string | null }

type Answer<T> = { done: T } | { failed: Failure }

async function ask<T>(path: string, init: RequestInit, read: (response: Response) => Promise<T>): Promise<Answer<T>> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok) return { done: await read(response) }
    const { code, keyId }: { code?: unknown; keyId?: unknown } = Object(await response.json().catch(() => null))
    const retryAfterS = Number(response.headers.get('retry-after')) || null
    return {
      failed: {
        code: isErrorSlug(code) ? code : 'internal',
        retryAfterS,
        keyId: typeof keyId === 'string' ? keyId : null,
      },
    }
  } catch {
    return { failed: { code: 'network', retryAfterS: null, keyId: null } }
  }
}

const readKey = (response: Response): Promise<NewKey> => response.json() // our own route checked it

/** `attempt` names this try, so that a repeat after a lost answer makes no second key. */
export const makeKey = (attempt: string, body: { name: string; scopes: string[]; expiresInDays: number }) =>
  ask(
    '/api/keys',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': attempt },
      body: JSON.stringify(body),
    },
    readKey,
  )

export const replaceKey = (attempt: string, id: string) =>
  ask(`/api/keys/${id}/rotate`, { method: 'POST', headers: { 'idempotency-key': attempt } }, readKey)

export const revokeKey = (id: string) => ask(`/api/keys/${id}`, { method: 'DELETE' }, async () => null)
