import { LRUCache } from 'lru-cache'
import type { Caller } from '../../shared/caller.ts'
import { processGlobal } from '../process-global.ts'

// Users whose session the database has just accepted. Every function there that users may call checks it; a reply that
// is not from the database may go to them for a short time after the last call.

/** How long a session that was valid is assumed to stay valid, here and in the apps. */
export const SESSION_ASSUMED_MS = 5_000
const MAX = 20_000

const admitted = processGlobal(
  'admitted-tokens',
  () => new LRUCache<string, true>({ max: MAX, ttl: SESSION_ASSUMED_MS }),
)

/** The database has accepted this caller's token. */
export function markAdmitted(caller: Caller): void {
  if (caller.kind === 'user') admitted().set(caller.token, true)
}

/** The caller has changed something, perhaps ended the session or deleted the account. */
export function invalidateAdmitted(caller: Caller): void {
  if (caller.kind === 'user') admitted().delete(caller.token)
}

/** Whether the database would accept the caller now, as far as is known here. */
export const isAdmitted = (caller: Caller): boolean => caller.kind !== 'user' || admitted().has(caller.token)
