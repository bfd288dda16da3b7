import type { Scope } from '../shared/operation.ts'

/**
 * Who is asking. Made by the session package from a token or cookie, used by `callRpc` to choose what the database is
 * shown: a user's own token, or the secret key for the callers that have no token (which can reach only the functions
 * granted to `service_role`).
 *
 * `apiKey` is another system, and comes in only where an operation names a scope that its key has. `ownerId` is only counted
 * with: whatever a key may do, it does for itself and not in its owner's name.
 *
 * `device` is the random value of an app's device cookie, where there is one: SQL uses it to tell two phones apart. Where
 * nobody is signed in, `networks` are the marks of where the phone is: today's, and yesterday's for what was counted then.
 */
export type Caller = { requestId: string } & (
  | { kind: 'user'; token: string; subject: string; device?: string | undefined }
  | { kind: 'device'; device: string; networks: readonly string[] }
  | { kind: 'apiKey'; keyId: string; ownerId: string; scopes: readonly Scope[] }
  | { kind: 'visitor' }
)
