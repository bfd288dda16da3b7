import type { Scope } from './operation.ts'

/**
 * The caller of an operation. Made by the session package from a token or cookie; `callRpc` chooses the credential by
 * it: a user's own token, or this server's token for callers without one (who can reach only the functions granted to
 * this server's role).
 *
 * `apiKey` is another system, accepted only where an operation names a scope that its key has. `ownerId` serves rate
 * limits only: a key never acts in its owner's name.
 *
 * `device` is the random value of an app's device cookie, if any: SQL distinguishes phones by it. Where nobody is
 * signed in, `networks` are the network hashes of the phone: today's, and yesterday's for what was counted under it.
 */
export type Caller = { requestId: string } & (
  | { kind: 'user'; token: string; subject: string; device?: string | undefined }
  | { kind: 'device'; device: string; networks: readonly string[] }
  | { kind: 'apiKey'; keyId: string; ownerId: string; scopes: readonly Scope[] }
  | { kind: 'visitor' }
)
