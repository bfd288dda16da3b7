import type { Scope } from './operation.ts'

/**
 * The caller of an operation, from a token or cookie. `callRpc` sends a user's own token, else this server's, which
 * reaches only the functions granted to its role.
 *
 * `apiKey`: another system, where an operation names a scope that its key has; `ownerId` serves rate limits only.
 * `device`: the random value of an app's device cookie, by which SQL tells phones apart. `networks`: the phone's
 * network hashes, today's and yesterday's.
 */
export type Caller = { requestId: string } & (
  | { kind: 'user'; token: string; subject: string; device?: string | undefined }
  | { kind: 'device'; device: string; networks: readonly string[] }
  | { kind: 'apiKey'; keyId: string; ownerId: string; scopes: readonly Scope[] }
  | { kind: 'visitor' }
)
