import { SESSION_ASSUMED_MS } from '@salama/domain/admitted-tokens'
import { processGlobal } from '@salama/domain/process-global'
import { LRUCache } from 'lru-cache'

// Caches the state of sessions behind access tokens. A separate module, for the proxy, which has no database.

/** Longer than any access token, so that an ended session stays ended. */
const ENDED_MS = 24 * 3600 * 1000

/**
 * `suspended`: the person sees this as the reason; others are only signed out. `refused`: the token alone is no good any
 * more, because the key that signed it is gone; the session may go on with another.
 */
export type SessionState = 'live' | 'ended' | 'suspended' | 'refused'

/** The state of the session by its token, for proxy, pages and routes. */
export const knownSessions = processGlobal(
  'session.known',
  () => new LRUCache<string, Promise<SessionState>>({ max: 10_000, ttl: SESSION_ASSUMED_MS }),
)

/** Marks all sessions with this token as ended, or the token as refused, in this process. */
export const markEnded = (token: string, state: Exclude<SessionState, 'live'> = 'ended') =>
  knownSessions().set(token, Promise.resolve(state), { ttl: ENDED_MS })

/** How this token's session is known to have ended; null where it is not. */
export async function endOf(token: string): Promise<'ended' | 'suspended' | null> {
  const state = await knownSessions().get(token)
  return state === 'ended' || state === 'suspended' ? state : null
}

/** Whether this token is known to be refused, so that the session needs another before its end. */
export const isRefused = async (token: string) => (await knownSessions().get(token)) === 'refused'

/** Whether this token's session is known to have ended. */
export const hasEnded = async (token: string) => (await endOf(token)) !== null
